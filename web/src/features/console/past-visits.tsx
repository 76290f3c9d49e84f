import { useQuery } from '@tanstack/react-query';
import { StickyNote } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { patientVisitsQuery } from '../../api/queries/staff-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { LateFollowUpSection } from '../../shared/follow-up/late-follow-up.tsx';
import { NoteText } from '../../shared/patient/note-text.tsx';
import { saidOf, type Stops, visitsOfStops } from '../../shared/patient/visits-of-stops.ts';
import { LatePastVitals } from '../../shared/vitals/late-vitals.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ScrollArea } from '../../ui/layout/scroll-area.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DateText } from '../../ui/text/time.tsx';

/** The patient's earlier visits at this hospital, with the notes of these visits [CONS-2]. */
export function PastVisits({
  patientId,
  entryId,
  visitId,
  children,
}: {
  patientId: string;
  /** The id of the queue entry of the visit's current step. */
  entryId: string;
  /**
   * The current visit, whose earlier steps are listed too. Null for a visit that has only one step.
   */
  visitId: string | null;
  /** The patient's medical reports, shown beside the past visits. */
  children: ReactNode;
}): ReactNode {
  const { doctorConsole: t } = useMessages('doctorConsole');
  const problemText = useProblemText();
  const titleId = useId();
  const query = useQuery(patientVisitsQuery(patientId, entryId));
  return (
    <Card as="section" aria-labelledby={titleId} className="flex flex-col gap-4">
      <h2 id={titleId} className="text-lg font-semibold text-ink">
        {t.history}
      </h2>
      {query.isPending && (
        <LoadingRegion label={t.historyLoading} className="flex flex-col gap-2">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-5 w-1/2" />
        </LoadingRegion>
      )}
      {query.isError && !query.data && (
        <Notice
          tone="danger"
          title={t.historyFailed}
          action={<TryAgain query={query} part label={t.tryAgain} />}
        >
          {problemText(query.error, t.historyFailed)}
        </Notice>
      )}
      {query.data?.length === 0 && <p className="text-ink-soft">{t.noHistory}</p>}
      {query.data && query.data.length > 0 && (
        <ScrollArea label={t.history} className="max-h-96">
          <ol className="divide-y divide-line">
            {visitsOfStops(query.data).map((stops, index) => (
              <Visit
                key={stops[0].id}
                stops={stops}
                isLatest={index === 0}
                goesOn={visitId !== null && stops[0].visitId === visitId}
              />
            ))}
          </ol>
        </ScrollArea>
      )}
      {children}
    </Card>
  );
}

function Visit({
  stops,
  isLatest,
  goesOn,
}: {
  stops: Stops;
  /** Whether it is the patient's latest visit, whose follow-up matters now. */
  isLatest: boolean;
  goesOn: boolean;
}): ReactNode {
  const { doctorConsole: t } = useMessages('doctorConsole');
  const last = stops.at(-1) ?? stops[0];
  const isOne = stops.length === 1;
  return (
    <li className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="font-semibold text-ink tabular-nums">
          <DateText moment={last.endedAt ?? last.joinedAt} zone={last.hospital.timeZone} />
          {stops.map(({ id, doctor }) => (
            <span key={id} className="font-normal text-ink-soft">
              {' · '}
              <bdi>{doctor.name}</bdi>
            </span>
          ))}
        </p>
        <StatusBadge status={goesOn ? 'in_progress' : last.status} />
      </div>
      {saidOf(stops).map((symptoms) => (
        <p key={symptoms} className="text-sm wrap-anywhere text-ink">
          <bdi>{symptoms}</bdi>
        </p>
      ))}
      <LatePastVitals patientId={last.patient.id} entryIds={stops.map(({ id }) => id)} />
      {isLatest &&
        stops
          .filter(({ status, doctor }) => status === 'completed' && doctor.service === null)
          .map((stop) => <LateFollowUpSection key={stop.id} entry={stop} />)}
      {stops.map(
        ({ id, notes, doctor }) =>
          notes && (
            <p
              key={id}
              className="flex items-start gap-1.5 text-sm wrap-anywhere whitespace-pre-line text-ink"
            >
              <StickyNote aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
              <span>
                <span className="sr-only">{`${t.staffNotes}: `}</span>
                {!isOne && (
                  <span className="text-ink-soft">
                    <bdi>{doctor.name}</bdi>
                    {': '}
                  </span>
                )}
                <NoteText note={notes} />
              </span>
            </p>
          ),
      )}
    </li>
  );
}
