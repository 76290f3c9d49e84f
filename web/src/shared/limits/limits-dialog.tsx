import {
  type LineLimits,
  lineLimits,
  maxLineLimit,
  setLineLimits,
} from '@baari/contract/lines/line-limits.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { SavedMeanwhile } from '../../api/forms/saved-meanwhile.tsx';
import { useMeanwhile } from '../../api/forms/use-meanwhile.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { doctorLists } from '../../api/queries/queries.ts';
import { lineLimitsQuery } from '../../api/queries/staff-queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/form/text-field.tsx';

/** The limits of a line as typed in the form. An empty text means no limit. */
type Draft = Readonly<Record<keyof LineLimits, string>>;

/**
 * The dialog for a line's limits: how many patients may request a place per day, until what time,
 * and how many may wait at once [QST-1].
 */
export function LimitsDialog({
  line,
  opened,
  onClose,
}: {
  line: { readonly id: string; readonly name: string };
  opened: LineLimits;
  onClose: () => void;
}): ReactNode {
  const { limits: t } = useMessages('limits');
  const client = useQueryClient();
  const formId = useId();
  const [draft, setDraft] = useState(draftOf(opened));
  const write = useWrite(setLineLimits, {
    onSuccess: () => {
      toast({ type: 'success', title: t.saved(line.name) });
      void client.invalidateQueries({ queryKey: doctorLists });
      onClose();
    },
    onSettled: () => client.invalidateQueries(lineLimitsQuery(line.id)),
  });
  const typed = lineLimits.safeParse(limitsOf(draft));
  const meanwhile = useMeanwhile({
    opened,
    fields,
    valuesOf: (limits: LineLimits) => limits,
    readAgain: async () => (await client.fetchQuery(lineLimitsQuery(line.id))).limits,
    current: () => (typed.success ? typed.data : opened),
    show: (limits) => setDraft(draftOf(limits)),
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!typed.success || write.isPending) return;
    meanwhile.forget();
    write.mutate(
      { params: { id: line.id }, body: { ...typed.data, seen: meanwhile.seen } },
      { onError: meanwhile.onError },
    );
  }
  return (
    <FormDialog
      formId={formId}
      size="small"
      title={t.of(line.name)}
      description={t.lead}
      onClose={onClose}
      submitLabel={t.save}
      busy={write.isPending}
      busyLabel={t.saving}
      disabled={!typed.success}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <SavedMeanwhile
          meanwhile={meanwhile}
          names={t}
          say={(field, limits) => String(limits[field] ?? t.noLimit)}
        />
        {write.error && !meanwhile.found && (
          <ProblemNotice problem={write.error} fallback={t.failed} />
        )}
        <LimitsFields draft={draft} onDraft={setDraft} />
        <UsedToday lineId={line.id} />
      </form>
    </FormDialog>
  );
}

function LimitsFields({
  draft,
  onDraft,
}: {
  draft: Draft;
  onDraft: (draft: Draft) => void;
}): ReactNode {
  const { limits: t } = useMessages('limits');
  const people = { type: 'number', inputMode: 'numeric', min: 1, max: maxLineLimit } as const;
  const bind = (field: keyof LineLimits) => ({
    label: t[field],
    hint: t[`${field}Hint`],
    value: draft[field],
    onChange: ({ target }: { target: { value: string } }) =>
      onDraft({ ...draft, [field]: target.value }),
  });
  return (
    <>
      <TextField {...people} {...bind('requestsADay')} />
      <TextField type="time" {...bind('lastRequestAt')} />
      <TextField {...people} {...bind('waitingAtOnce')} />
    </>
  );
}

/** Shows how much of the line's saved limits is used up today. */
function UsedToday({ lineId }: { lineId: string }): ReactNode {
  const { limits: t } = useMessages('limits');
  const listed = useListed();
  const { data } = useQuery(lineLimitsQuery(lineId));
  const used = [
    typeof data?.requestsToday === 'number' ? t.usedToday(data.requestsToday) : undefined,
    typeof data?.waiting === 'number' ? t.waitingNow(data.waiting) : undefined,
  ].filter((part) => part !== undefined);
  if (used.length === 0) return null;
  return <p className="text-sm text-ink-soft tabular-nums">{listed(used)}</p>;
}

const fields = ['requestsADay', 'lastRequestAt', 'waitingAtOnce'] as const;

function draftOf({ requestsADay, lastRequestAt, waitingAtOnce }: LineLimits): Draft {
  return {
    requestsADay: String(requestsADay ?? ''),
    lastRequestAt: lastRequestAt ?? '',
    waitingAtOnce: String(waitingAtOnce ?? ''),
  };
}

function limitsOf({ requestsADay, lastRequestAt, waitingAtOnce }: Draft): LineLimits {
  return {
    requestsADay: requestsADay === '' ? null : Number(requestsADay),
    lastRequestAt: lastRequestAt === '' ? null : lastRequestAt,
    waitingAtOnce: waitingAtOnce === '' ? null : Number(waitingAtOnce),
  };
}
