import { isolateBidi } from '@baari/contract/text/message-tools.ts';
import { maxPoints } from '@baari/contract/lines/service-kinds.ts';
import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import type { LineDraft } from './line-form.ts';

/** The form fields for the counters, or the doctors, of a new line. */
export function PointsFields({
  draft,
  onDraft,
}: {
  draft: LineDraft;
  onDraft: (draft: LineDraft) => void;
}): ReactNode {
  return draft.kind === 'any_doctor' ? (
    <DoctorsField
      chosen={draft.doctorIds}
      onChosen={(doctorIds) => onDraft({ ...draft, doctorIds })}
    />
  ) : (
    <CountersField count={draft.counters} onCount={(counters) => onDraft({ ...draft, counters })} />
  );
}

function CountersField({
  count,
  onCount,
}: {
  count: number;
  onCount: (count: number) => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const labelId = useId();
  return (
    <div role="group" aria-labelledby={labelId} className="flex flex-wrap items-center gap-3">
      <span id={labelId} className="text-sm font-semibold text-ink">
        {t.counters}
      </span>
      <span className="flex items-center gap-1">
        <IconButton
          variant="secondary"
          icon={<Minus aria-hidden="true" />}
          label={t.counterCount(count - 1)}
          disabled={count <= 0}
          onClick={() => onCount(count - 1)}
        />
        <output className="text-center tabular-nums">{t.counterCount(count)}</output>
        <IconButton
          variant="secondary"
          icon={<Plus aria-hidden="true" />}
          label={t.counterCount(count + 1)}
          disabled={count >= maxPoints}
          onClick={() => onCount(count + 1)}
        />
      </span>
    </div>
  );
}

function DoctorsField({
  chosen,
  onChosen,
}: {
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
}): ReactNode {
  const { lines: t } = useMessages('lines');
  const problemText = useProblemText();
  const medicalName = useMedicalName();
  const query = useQuery(colleaguesQuery());
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold text-ink">{t.doctors}</legend>
      {query.isPending && (
        <LoadingRegion label={t.doctorsLoading}>
          <Skeleton className="h-24 w-full" />
        </LoadingRegion>
      )}
      {query.isError && !query.data && (
        <Notice tone="danger" action={<TryAgain query={query} />}>
          {problemText(query.error, t.doctorsFailed)}
        </Notice>
      )}
      {query.data?.length === 0 && <p className="text-sm text-ink-soft">{t.noDoctors}</p>}
      {query.data && query.data.length > 0 && (
        <div className="flex max-h-64 flex-col overflow-y-auto rounded-card border border-line p-3">
          {query.data.map(({ id, name, department }) => (
            <Checkbox
              key={id}
              label={`${isolateBidi(name)} – ${medicalName(department)}`}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChosen(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
