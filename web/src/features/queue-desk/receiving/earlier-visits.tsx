import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { earlierVisitsQuery } from '../../../api/queries/patient-queries.ts';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { saidOf, type Stops, visitsOfStops } from '../../../shared/patient/visits-of-stops.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { ScrollArea } from '../../../ui/layout/scroll-area.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { DateText } from '../../../ui/text/time.tsx';

/**
 * A known patient's earlier visits at this hospital, loaded when the user expands the list
 * [DESK-8].
 */
export function EarlierVisits({ patientId }: { patientId: string }): ReactNode {
  const { receiving: t } = useMessages('receiving');
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-primary-ink md:pointer-fine:min-h-9">
        {t.earlierVisits}
      </summary>
      {isOpen && <Visits patientId={patientId} />}
    </details>
  );
}

function Visits({ patientId }: { patientId: string }): ReactNode {
  const { receiving: t } = useMessages('receiving');
  const query = useQuery(earlierVisitsQuery(patientId));
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
        title={t.visitsFailed}
        problem={query.error}
        fallback={t.visitsFailed}
        action={<TryAgain query={query} part />}
      />
    );
  }
  if (query.data.length === 0) return <p className="text-sm text-ink-soft">{t.noEarlierVisits}</p>;
  return (
    <ScrollArea label={t.earlierVisits} className="max-h-48">
      <ol className="flex flex-col gap-1.5">
        {visitsOfStops(query.data).map((stops) => (
          <Visit key={stops[0].id} stops={stops} />
        ))}
      </ol>
    </ScrollArea>
  );
}

function Visit({ stops }: { stops: Stops }): ReactNode {
  const last = stops.at(-1) ?? stops[0];
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <Facts className="tabular-nums">
        <DateText moment={last.endedAt ?? last.joinedAt} zone={last.hospital.timeZone} />
        {stops.map(({ id, doctor }) => (
          <bdi key={id}>{doctor.name}</bdi>
        ))}
        {saidOf(stops)}
      </Facts>
      <StatusBadge status={last.status} />
    </li>
  );
}
