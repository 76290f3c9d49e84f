import { maxLength } from '@baari/contract/constants.ts';
import { editScreen, type Screen } from '@baari/contract/hospital/screen.ts';
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
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { screensQuery } from './screens-query.ts';
import { idsOf, type ShownDoctors, ShownDoctorsField } from './shown-doctors-field.tsx';

/** Renames a screen and chooses the doctors of a display; its link stays the same [ARR-6]. */
export function EditScreenDialog({
  screen,
  onClose,
}: {
  screen: Screen;
  onClose: () => void;
}): ReactNode {
  const { screens } = useMessages('screens');
  const listed = useListed();
  const client = useQueryClient();
  const formId = useId();
  const [name, setName] = useState(screen.name);
  const [shown, setShown] = useState(() => shownIn(screen.doctorIds));
  const write = useWrite(editScreen, {
    onSuccess: () => {
      toast({ type: 'success', title: screens.edited });
      onClose();
    },
    onSettled: () => client.invalidateQueries(screensQuery()),
  });
  const doctorIds = idsOf(shown);
  const meanwhile = useMeanwhile({
    opened: wholeOf(screen),
    fields: ['name', 'doctorIds'],
    valuesOf: wholeOf,
    readAgain: async () => {
      const { screens: there } = await client.fetchQuery({ ...screensQuery(), staleTime: 0 });
      const found = there.find(({ id }) => id === screen.id);
      if (found === undefined) throw new Error('The screen is no longer in the list.');
      return wholeOf(found);
    },
    current: () => ({ name, doctorIds: [...shown.ids].toSorted() }),
    show: (values) => {
      setName(values.name);
      setShown(shownIn(values.doctorIds));
    },
  });
  const doctors = useQuery(colleaguesQuery());
  const lines = useQuery(linesQuery());
  const isReady = name.trim() !== '' && doctorIds !== undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    meanwhile.forget();
    write.mutate(
      { params: { id: screen.id }, body: { name: name.trim(), doctorIds, seen: meanwhile.seen } },
      { onError: meanwhile.onError },
    );
  }
  function sayShown(ids: readonly string[]): string {
    if (ids.length === 0) return screens.allDoctors;
    const names = [...(lines.data ?? []), ...(doctors.data ?? [])]
      .filter(({ id }) => ids.includes(id))
      .map((each) => each.name);
    return listed(names);
  }
  return (
    <FormDialog
      formId={formId}
      title={screens.editTitle}
      description={screens.editLead}
      onClose={onClose}
      submitLabel={screens.save}
      busy={write.isPending}
      busyLabel={screens.saving}
      disabled={!isReady}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <SavedMeanwhile
          meanwhile={meanwhile}
          names={{ name: screens.name, doctorIds: screens.shows }}
          say={(field, values) => (field === 'name' ? values.name : sayShown(values.doctorIds))}
        />
        {write.error && !meanwhile.found && (
          <ProblemNotice problem={write.error} fallback={screens.editFailed} />
        )}
        <TextField
          label={screens.name}
          hint={screens.nameHint}
          required
          maxLength={maxLength.name}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {screen.kind === 'display' && <ShownDoctorsField shown={shown} onShown={setShown} />}
      </form>
    </FormDialog>
  );
}

function shownIn(doctorIds: readonly string[]): ShownDoctors {
  return { which: doctorIds.length === 0 ? 'all' : 'chosen', ids: new Set(doctorIds) };
}

/** The screen's name and doctors, which are saved together. */
function wholeOf({ name, doctorIds }: Pick<Screen, 'name' | 'doctorIds'>) {
  return { name, doctorIds: doctorIds.toSorted() };
}
