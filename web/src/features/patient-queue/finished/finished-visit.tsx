import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { ownFollowUpsQuery } from '../../../api/queries/visit-query.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useSpecialty } from '../../../i18n/use-medical-name.ts';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { ComeBack } from '../visits/come-back.tsx';
import { StopList } from '../visits/stop-list.tsx';
import { VisitDetails } from '../visits/visit-details.tsx';
import { BookAgain } from '../visits/visit-links.tsx';
import { ratedStop, type VisitStops } from '../visits/visit-stops.ts';
import { RateHere } from './rate-here.tsx';

/**
 * One visit of a person of the account: what came of it, the stars, what next and its stops
 * [PAT-11].
 */
export function FinishedVisit({
  stops,
  isOver,
  reports,
}: {
  stops: VisitStops;
  /** Whether no further stop is open or planned. */
  isOver: boolean;
  /** The reports of this visit. */
  reports: ReactNode;
}): ReactNode {
  const {
    finishedVisit: t,
    pastVisit,
    patientQueue,
  } = useMessages('finishedVisit', 'pastVisit', 'patientQueue');
  const { data: followUps = [] } = useQuery(ownFollowUpsQuery());
  // The follow-up has a button of its own, which is the first one then.
  const hasFollowUp = followUps.some(({ entryId }) => stops.some(({ id }) => id === entryId));
  const last = stops.at(-1) ?? stops[0];
  const rated = isOver ? ratedStop(stops) : undefined;
  const isServed = stops.some(({ status }) => status === 'completed');
  return (
    <>
      <VisitHeader stops={stops} isThanked={isOver && rated !== undefined} />
      <div className="flex flex-col gap-4">
        {!isOver && (
          <Notice
            title={t.goesOn}
            action={
              <ButtonLink size="small" href="/patient/queue">
                {patientQueue.goToMyQueue}
              </ButtonLink>
            }
          >
            {t.goesOnLead}
          </Notice>
        )}
        <WordsOfStaff entry={last} />
        {isServed && <Part title={t.reports}>{reports}</Part>}
        {isOver && (
          <Part title={t.next}>
            <ComeBack stops={stops} />
            <p className="text-[0.9375rem] text-ink">{t.nextLead}</p>
            <BookAgain stops={stops} variant={hasFollowUp ? 'quiet' : 'primary'} />
          </Part>
        )}
        {rated && (
          <Part title={pastVisit.rateTitle(rated.doctor.name)}>
            <RateHere entry={rated} stops={stops} />
          </Part>
        )}
        <Part title={t.stops}>
          <StopList stops={stops} />
          <VisitDetails stops={stops} />
        </Part>
      </div>
    </>
  );
}

function VisitHeader({ stops, isThanked }: { stops: VisitStops; isThanked: boolean }): ReactNode {
  const { finishedVisit: t, journey } = useMessages('finishedVisit', 'journey');
  const format = useFormat();
  const specialtyOf = useSpecialty();
  const [first] = stops;
  const { hospital, joinedAt } = first;
  const { doctor } = ratedStop(stops) ?? first;
  const name = useWhose()(first.patient);
  const own = isThanked ? t.title : journey.title;
  return (
    <PageHeader
      title={name === undefined ? own : journey.titleOf(name)}
      back={{ href: '/patient/queue', label: t.back }}
      badge={<StatusBadge status={(stops.at(-1) ?? first).status} />}
      line={
        <Facts className="text-[0.9375rem] text-ink-soft tabular-nums">
          <bdi className="font-medium text-ink">{doctor.name}</bdi>
          {!doctor.service && specialtyOf(doctor)}
          <bdi>{hospital.name}</bdi>
          <time dateTime={joinedAt} title={format.exact(joinedAt, hospital.timeZone)}>
            {format.longDate(joinedAt, hospital.timeZone)}
          </time>
        </Facts>
      }
    />
  );
}

/** The reason or message that staff gave when they ended the visit. */
function WordsOfStaff({ entry: { rejectionReason, closed } }: { entry: PatientEntry }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const words = rejectionReason ?? closed?.word ?? null;
  if (words === null) return null;
  return (
    <Notice tone="warning" title={rejectionReason === null ? t.wordOfStaff : t.reason}>
      <bdi className="wrap-anywhere whitespace-pre-line">{words}</bdi>
    </Notice>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="flex flex-col gap-3">
      <h2 id={id} className="text-lg font-semibold text-ink">
        {title}
      </h2>
      {children}
    </Card>
  );
}
