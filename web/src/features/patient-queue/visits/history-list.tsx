import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { ownReportsQuery } from '../../../api/queries/report-queries.ts';
import { type Repeatable, TryAgain } from '../../../api/problems/try-again.tsx';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useSpecialty } from '../../../i18n/use-medical-name.ts';
import { reportsOfVisit } from '../../../shared/patient/reports-of-visit.ts';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { WhoseLine } from '../../../shared/patient/whose-line.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { LoadMore } from '../../../ui/feedback/load-more.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { ListSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { DateText } from '../../../ui/text/time.tsx';
import { fetchedPart } from '../../../ui/dialog/fetched-part.ts';
import { WhenNear } from '../../../ui/when-near.tsx';
import { VisitDetails } from './visit-details.tsx';
import { LateComeBack } from './late-come-back.tsx';
import { StopList } from './stop-list.tsx';
import { VisitLinks } from './visit-links.tsx';
import { dayOfNext, dayOfVisit } from './visit-days.ts';
import { ratedStop, type VisitStops, visitsOf } from './visit-stops.ts';

const step = 10;

/** Lazily loaded with the first completed visit on the page. */
const VisitRating = fetchedPart(async () => (await import('./visit-rating.tsx')).VisitRating);

/**
 * A placeholder with the height of the rating. It keeps the space free until the rating has loaded.
 */
const space = <div className="min-h-11" />;

export interface HistoryProps extends Repeatable {
  /** The patient's ended queue entries. Undefined until loaded. */
  readonly past: readonly PatientEntry[] | undefined;
  readonly failure: Error | null;
  readonly hospitalId: string | undefined;
}

/**
 * The visits of the patient's history, newest first. Of each person of the account, the visits can be
 * shown alone [PAT-11, PROF-1].
 */
export function HistoryList({
  past,
  failure,
  hospitalId,
  isFetching,
  refetch,
}: HistoryProps): ReactNode {
  const { patientQueue: t, people: p } = useMessages('patientQueue', 'people');
  const problemText = useProblemText();
  const [shown, setShown] = useState(step);
  const [whose, setWhose] = useState('');
  if (past === undefined) {
    if (failure === null) return <ListSkeleton label={t.loading} rows={3} />;
    return (
      <ErrorState
        headingLevel={3}
        title={t.historyFailed}
        description={problemText(failure, t.historyFailed)}
        action={<TryAgain query={{ isFetching, refetch }} />}
      />
    );
  }
  const here = past.filter(
    ({ hospital }) => hospitalId === undefined || hospital.id === hospitalId,
  );
  const people = peopleOf(here);
  const visits = visitsOf(here.filter(({ patient }) => whose === '' || patient.id === whose));
  if (here.length === 0) {
    return <EmptyState headingLevel={3} title={t.noHistory} description={t.noHistoryLead} />;
  }
  return (
    <>
      {people.length > 1 && (
        <Select
          label={p.show}
          className="max-w-72"
          value={whose}
          onChange={(event) => {
            setWhose(event.target.value);
            setShown(step);
          }}
          placeholder={p.everybody}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <ul className="flex flex-col gap-3">
        {visits.slice(0, shown).map((stops) => (
          <HistoryLine key={stops[0].id} stops={stops} nextDay={dayOfNext(visits, stops)} />
        ))}
      </ul>
      <LoadMore shown={shown} total={visits.length} onMore={() => setShown(shown + step)} />
    </>
  );
}

/** Returns every patient in the list once. Their order follows each patient's latest visit. */
function peopleOf(entries: readonly PatientEntry[]): PatientEntry['patient'][] {
  return [...new Map(entries.map(({ patient }) => [patient.id, patient])).values()];
}

/**
 * One visit with all its steps. The outcome of the last step is shown as the outcome of the visit.
 */
function HistoryLine({
  stops,
  nextDay,
}: {
  stops: VisitStops;
  /** The day of the patient's next visit to the same hospital; undefined if there is none. */
  nextDay: string | undefined;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const specialtyOf = useSpecialty();
  const [first] = stops;
  const last = stops.at(-1) ?? first;
  const rated = ratedStop(stops);
  const { hospital, joinedAt } = first;
  const { doctor } = rated ?? first;
  const { endedAt, rejectionReason, cancelledBy, closed } = last;
  const zone = hospital.timeZone;
  const name = useWhose()(first.patient);
  return (
    <Card
      as="li"
      padding="small"
      // Past visits outside the screen are not rendered, because the patient's place at the top of
      // the page matters more.
      className="flex flex-col gap-1.5 [contain-intrinsic-block-size:auto_11rem] [content-visibility:auto] sm:px-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-semibold text-ink">
          <bdi>{doctor.name}</bdi>
        </p>
        <StatusBadge status={last.status} />
      </div>
      <WhoseLine name={name} />
      <Facts className="text-sm text-ink-soft">
        {specialtyOf(doctor)}
        <bdi>{hospital.name}</bdi>
      </Facts>
      <Facts className="text-sm text-ink-soft tabular-nums">
        <DateText moment={joinedAt} zone={zone} className="font-medium text-ink" />
        <>
          {`${t.visitOn} `}
          <ClockTimeOnly moment={joinedAt} zone={zone} />
        </>
        {endedAt !== null && (
          <>
            {`${t.visitEnded} `}
            <ClockTimeOnly moment={endedAt} zone={zone} />
          </>
        )}
        {cancelledBy === 'patient' && t.youLeft}
        {cancelledBy === 'staff' && (closed === null ? t.removedByStaff : t.closed[closed.reason])}
      </Facts>
      {stops.length > 1 && <StopList stops={stops} />}
      <ReportsReady stops={stops} nextDay={nextDay} />
      <LateComeBack stops={stops} />
      {closed?.word && (
        <p className="text-sm wrap-anywhere whitespace-pre-line text-ink">
          <span className="font-semibold">{`${t.wordOfStaff}: `}</span>
          <bdi>{closed.word}</bdi>
        </p>
      )}
      {rejectionReason && (
        <p className="text-sm wrap-anywhere whitespace-pre-line text-ink">
          <span className="font-semibold">{`${t.reason}: `}</span>
          <bdi>{rejectionReason}</bdi>
        </p>
      )}
      <VisitLinks stops={stops} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <VisitDetails stops={stops} />
        {rated && (
          <WhenNear fallback={space}>
            <Suspense fallback={space}>
              <VisitRating entry={rated} stops={stops} />
            </Suspense>
          </WhenNear>
        )}
      </div>
    </Card>
  );
}

/** Says how many reports came from the visit. The page of the visit shows them [RPT-1]. */
function ReportsReady({
  stops,
  nextDay,
}: {
  stops: VisitStops;
  nextDay: string | undefined;
}): ReactNode {
  const { finishedVisit: t } = useMessages('finishedVisit');
  const { data } = useQuery(ownReportsQuery({}));
  const [{ id }] = stops;
  const count = reportsOfVisit(data?.reports ?? [], { ...dayOfVisit(stops), nextDay }).length;
  if (count === 0 || !stops.some(({ status }) => status === 'completed')) return null;
  return (
    <p className="flex items-center gap-2 text-sm">
      <FileText aria-hidden="true" className="size-4 shrink-0 text-success-ink" />
      <TextLink href={`/patient/visits/${id}`}>{t.newReports(count)}</TextLink>
    </p>
  );
}

/** A clock time without a date, because the date is already shown before it. */
function ClockTimeOnly({ moment, zone }: { moment: string; zone: string }): ReactNode {
  const format = useFormat();
  return (
    <time dateTime={moment} title={format.exact(moment, zone)}>
      {format.time(moment, zone)}
    </time>
  );
}
