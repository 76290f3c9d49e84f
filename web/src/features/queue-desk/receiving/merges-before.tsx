import { type PatientMerge, undoMerge } from '@baari/contract/patient/merge.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { mergesQuery } from '../../../api/queries/patient-queries.ts';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { ScrollArea } from '../../../ui/layout/scroll-area.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useColleagues } from '../lists/use-queues.ts';

/**
 * The list of earlier merges of patient records, loaded when expanded. Each merge has an undo while
 * possible [DESK-10].
 */
export function MergesBefore({ onUndone }: { onUndone: (merge: PatientMerge) => void }): ReactNode {
  const { receiving: t } = useMessages('receiving');
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-primary-ink md:pointer-fine:min-h-9">
        {t.mergesBefore}
      </summary>
      {isOpen && <Merges onUndone={onUndone} />}
    </details>
  );
}

function Merges({ onUndone }: { onUndone: (merge: PatientMerge) => void }): ReactNode {
  const { receiving: t } = useMessages('receiving');
  const format = useFormat();
  const query = useQuery(mergesQuery());
  // All doctors of a hospital have the same time zone, so the first doctor's time zone is used.
  const zone = useColleagues().doctors?.[0]?.timeZone ?? 'UTC';
  const undo = useSubmit(undoMerge, {
    failed: t.mergeFailed,
    onSuccess: ({ merge }) => onUndone(merge),
  });
  if (query.isPending) {
    return (
      <LoadingRegion label={t.loading} className="flex flex-col gap-2">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
      </LoadingRegion>
    );
  }
  if (!query.data) {
    return (
      <ProblemNotice
        title={t.mergesFailed}
        problem={query.error}
        fallback={t.mergesFailed}
        action={<TryAgain query={query} part />}
      />
    );
  }
  if (query.data.length === 0) return <p className="text-sm text-ink-soft">{t.noMerges}</p>;
  return (
    <ScrollArea label={t.mergesBefore} className="max-h-60">
      <ul className="flex flex-col divide-y divide-line">
        {query.data.map(({ id, gone, kept, by, at, undoUntil, undoneAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-medium wrap-anywhere text-ink">{t.merged(gone.name, kept.name)}</p>
              <Facts className="text-sm text-ink-soft tabular-nums">
                {format.date(at, zone)}
                {by}
                {undoneAt !== null && t.takenBack}
              </Facts>
            </div>
            {undoUntil !== null && (
              <Button
                size="small"
                busy={undo.isPending && undo.variables.params.id === id}
                busyLabel={t.undoing}
                aria-label={t.undoMergeOf(gone.name, kept.name)}
                onClick={() => undo.mutate({ params: { id } })}
              >
                {t.undoMerge}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </ScrollArea>
  );
}
