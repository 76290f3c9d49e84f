import { editLine, type SharedLine } from '@baari/contract/lines/shared-line.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { LineFields } from './line-fields.tsx';
import { factsOf, factsSent, isReadyLine } from './line-form.ts';
import { NextField } from './next-field.tsx';

/**
 * The dialog to edit a shared line's settings and the lines to which its patients usually go next
 * [LINE-1].
 */
export function EditLineDialog({
  line,
  lines,
  onClose,
}: {
  line: SharedLine;
  lines: readonly SharedLine[];
  onClose: () => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const client = useQueryClient();
  const formId = useId();
  const [draft, setDraft] = useState(() => factsOf(line));
  const [next, setNext] = useState<readonly string[]>(line.next);
  const { data: doctors = [] } = useQuery(colleaguesQuery());
  const words = useFieldWords([...lines, ...doctors]);
  const write = useWrite(editLine, {
    onSuccess: () => {
      toast({ type: 'success', title: t.edited });
      onClose();
    },
    onSettled: () => client.invalidateQueries(linesQuery()),
  });
  const meanwhile = useMeanwhile({
    opened: wholeOf(line),
    fields: wholeFields,
    valuesOf: (whole: Whole) => whole,
    readAgain: async () => {
      const there = await client.fetchQuery({ ...linesQuery(), staleTime: 0 });
      const found = there.find(({ id }) => id === line.id);
      if (found === undefined) throw new Error('The line is no longer in the list.');
      return wholeOf(found);
    },
    current: () => ({ ...factsSent(draft), next: [...next] }),
    show: (values) => {
      setDraft({
        ...values,
        department: values.department ?? '',
        room: values.room ?? '',
        returnsEvery: String(values.returnsEvery),
      });
      setNext(values.next);
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReadyLine(draft) || write.isPending) return;
    meanwhile.forget();
    write.mutate(
      {
        params: { id: line.id },
        body: { ...factsSent(draft), next: [...next], seen: meanwhile.seen },
      },
      { onError: meanwhile.onError },
    );
  }
  return (
    <FormDialog
      formId={formId}
      title={t.editTitle(line.name)}
      description={t.editLead}
      onClose={onClose}
      submitLabel={t.save}
      busy={write.isPending}
      busyLabel={t.saving}
      disabled={!isReadyLine(draft)}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <SavedMeanwhile meanwhile={meanwhile} {...words} />
        {write.error && !meanwhile.found && (
          <ProblemNotice problem={write.error} fallback={t.editFailed} />
        )}
        <LineFields draft={draft} onDraft={setDraft} />
        <NextField
          chosen={next}
          onChosen={setNext}
          lines={lines.filter(({ id }) => id !== line.id)}
          doctors={doctors}
        />
      </form>
    </FormDialog>
  );
}

/**
 * Returns the names and values of form fields as text, to describe changes that another person
 * saved in the meantime.
 */
function useFieldWords(next: readonly { readonly id: string; readonly name: string }[]) {
  const { lines: t } = useMessages('lines');
  const listed = useListed();
  const medicalName = useMedicalName();
  const nextNames = new Map(next.map(({ id, name }) => [id, name]));
  function say(field: keyof Whole, values: Whole): string {
    if (field === 'order') return t.orders[values.order];
    if (field === 'asksFromHome') return values.asksFromHome ? t.yes : t.no;
    if (field === 'names') return listed(Object.values(values.names));
    if (field === 'department') return medicalName(values.department ?? '');
    if (field === 'next') return listed(values.next.map((id) => nextNames.get(id) ?? t.gone));
    return String(values[field] ?? '');
  }
  return {
    names: { ...t, names: t.otherNames },
    say,
  };
}

type Whole = ReturnType<typeof wholeOf>;

const wholeFields = [
  'name',
  'names',
  'department',
  'room',
  'order',
  'returnsEvery',
  'asksFromHome',
  'next',
] as const satisfies readonly (keyof SharedLine)[];

/** Returns the fields of a shared line that are saved together. */
function wholeOf(line: SharedLine) {
  const { name, names, department, room, order, returnsEvery, asksFromHome, next } = line;
  return { name, names, department, room, order, returnsEvery, asksFromHome, next };
}
