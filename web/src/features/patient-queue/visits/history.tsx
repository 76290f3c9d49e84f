import { memo, type ReactNode, Suspense } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { fetchedPart } from '../../../ui/dialog/fetched-part.ts';
import { ListSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { WhenNear } from '../../../ui/when-near.tsx';
import type { HistoryProps } from './history-list.tsx';

/** Lazily loaded, because a patient with a place in line seldom reads past visits. */
const HistoryList = fetchedPart(async () => (await import('./history-list.tsx')).HistoryList);

/**
 * The patient's ended queue entries, newest first. With `hospitalId`, only those at this hospital
 * [PAT-11, ROUTE-14].
 */
export const History = memo(function History(props: HistoryProps): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const skeleton = <ListSkeleton label={t.loading} rows={3} />;
  return (
    <section aria-labelledby="history-title" className="flex flex-col gap-3">
      <h2 id="history-title" className="text-xl font-semibold text-ink">
        {props.hospitalId === undefined ? t.history : t.historyHere}
      </h2>
      <WhenNear fallback={skeleton}>
        <Suspense fallback={skeleton}>
          <HistoryList {...props} />
        </Suspense>
      </WhenNear>
    </section>
  );
});
