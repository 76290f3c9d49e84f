import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { memo, type ReactNode, Suspense, useState } from 'react';
import { type Repeatable, TryAgain } from '../../../api/problems/try-again.tsx';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useSpecialty } from '../../../i18n/use-medical-name.ts';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { WhoseLine } from '../../../shared/patient/whose-line.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { LoadMore } from '../../../ui/feedback/load-more.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { ListSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { DateText } from '../../../ui/text/time.tsx';
import { fetchedPart } from '../../../ui/dialog/fetched-part.ts';
import { VisitDetails } from './visit-details.tsx';
import { ratedStop, type VisitStops, visitsOf } from './visit-stops.ts';

const step = 10;

/** Lazily loaded with the first completed visit on the page. */
const VisitRating = fetchedPart(async () => (await import('./visit-rating.tsx')).VisitRating);

interface HistoryProps extends Repeatable {
  /** undefined until loaded. */
  readonly past: readonly PatientEntry[] | undefined;
  readonly failure: Error | null;
  readonly hospitalId: string | undefined;
}

/** The ended entries, newest first; of one hospital if `hospitalId` is given [PAT-11, ROUTE-14]. */
export const History = memo(function History(props: HistoryProps): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  return (
    <section aria-labelledby="history-title" className="flex flex-col gap-3">
      <h2 id="history-title" className="text-xl font-semibold text-ink">
        {props.hospitalId === undefined ? t.history : t.historyHere}
      </h2>
      <Content {...props} />
    </section>
  );
});

function Content({ past, failure, hospitalId, isFetching, refetch }: HistoryProps): ReactNode {
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
          <HistoryLine key={stops[0].id} stops={stops} />
        ))}
      </ul>
      <LoadMore shown={shown} total={visits.length} onMore={() => setShown(shown + step)} />
    </>
  );
}

/** Every patient in the list, by their latest visit. */
function peopleOf(entries: readonly PatientEntry[]): PatientEntry['patient'][] {
  return [...new Map(entries.map(({ patient }) => [patient.id, patient])).values()];
}

/** One visit, with each of its stops; its outcome is that of its last stop. */
function HistoryLine({ stops }: { stops: VisitStops }): ReactNode {
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
      // Off-screen lines are not rendered, because the place above matters more.
      className="flex flex-col gap-1.5 [contain-intrinsic-block-size:auto_7.5rem] [content-visibility:auto] sm:px-4"
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
      {stops.length > 1 && <StopsOfVisit stops={stops} />}
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
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <VisitDetails stops={stops} />
        {rated && (
          <Suspense fallback={<div className="min-h-11" />}>
            <VisitRating entry={rated} stops={stops} />
          </Suspense>
        )}
      </div>
    </Card>
  );
}

/** The stops of the visit in order, with the end of each. */
function StopsOfVisit({ stops }: { stops: VisitStops }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  return (
    <ol className="flex flex-col gap-0.5 text-sm text-ink-soft tabular-nums">
      {stops.map(({ id, status, doctor, hospital, endedAt }) => (
        <li key={id}>
          {(status === 'completed' ? t.changeDone : t.changeLeft)(doctor.name)}
          {endedAt !== null && (
            <>
              {' · '}
              <ClockTimeOnly moment={endedAt} zone={hospital.timeZone} />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Without the date, which is shown before it. */
function ClockTimeOnly({ moment, zone }: { moment: string; zone: string }): ReactNode {
  const format = useFormat();
  return (
    <time dateTime={moment} title={format.exact(moment, zone)}>
      {format.time(moment, zone)}
    </time>
  );
}
