import { isolateBidi } from '@baari/contract/text/message-tools.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { linesQuery } from '../../api/queries/line-queries.ts';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Checkbox, RadioGroup } from '../../ui/form/choice.tsx';
import { FieldNotes } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';

/** The doctors and shared lines of a display: all of the hospital, or the chosen ones. */
export interface ShownDoctors {
  readonly which: 'all' | 'chosen';
  readonly ids: ReadonlySet<string>;
}

/**
 * The doctor ids for the request body; empty means all doctors. Undefined if the user wants to
 * choose doctors but has not chosen any.
 */
export function idsOf({ which, ids }: ShownDoctors): string[] | undefined {
  if (which === 'all') return [];
  return ids.size === 0 ? undefined : [...ids];
}

/**
 * The field to choose the doctors and shared lines of a display: all of the hospital, or some
 * [ARR-6].
 */
export function ShownDoctorsField({
  shown,
  onShown,
}: {
  shown: ShownDoctors;
  onShown: (shown: ShownDoctors) => void;
}): ReactNode {
  const { screens } = useMessages('screens');
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label={screens.shows}
        layout="row"
        value={shown.which}
        options={[
          { value: 'all', label: screens.allDoctors },
          { value: 'chosen', label: screens.chosenDoctors },
        ]}
        onChange={({ target }) =>
          onShown({ ...shown, which: target.value === 'all' ? 'all' : 'chosen' })
        }
      />
      {shown.which === 'chosen' && <Doctors shown={shown} onShown={onShown} />}
    </div>
  );
}

function Doctors({
  shown,
  onShown,
}: {
  shown: ShownDoctors;
  onShown: (shown: ShownDoctors) => void;
}): ReactNode {
  const { screens } = useMessages('screens');
  const problemText = useProblemText();
  const medicalName = useMedicalName();
  const query = useQuery(colleaguesQuery());
  // If the shared lines fail to load, doctors can still be chosen, and lines that were chosen
  // before stay.
  const lines = useQuery(linesQuery());
  const hintId = useId();
  if (query.isPending) {
    return (
      <LoadingRegion label={screens.doctorsLoading}>
        <Skeleton className="h-24 w-full" />
      </LoadingRegion>
    );
  }
  if (!query.data) {
    return (
      <Notice tone="danger" action={<TryAgain query={query} part />}>
        {problemText(query.error, screens.doctorsFailed)}
      </Notice>
    );
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby={hintId}>
      <legend className="sr-only">{screens.chosenDoctors}</legend>
      <div className="flex max-h-56 flex-col overflow-y-auto rounded-control border border-line px-3 py-1">
        {lines.data?.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={shown.ids.has(id)}
            onChange={({ target }) => onShown({ ...shown, ids: changed(id, target.checked) })}
          />
        ))}
        {query.data.map(({ id, name, department }) => (
          <Checkbox
            key={id}
            label={`${isolateBidi(name)} – ${medicalName(department)}`}
            checked={shown.ids.has(id)}
            onChange={({ target }) => onShown({ ...shown, ids: changed(id, target.checked) })}
          />
        ))}
      </div>
      <FieldNotes id={hintId} hint={shown.ids.size === 0 ? screens.chooseDoctors : undefined} />
    </fieldset>
  );

  function changed(id: string, isShown: boolean): ReadonlySet<string> {
    const ids = new Set(shown.ids);
    if (isShown) ids.add(id);
    else ids.delete(id);
    return ids;
  }
}
