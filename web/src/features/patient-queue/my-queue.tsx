import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { OpenVisit } from '@baari/contract/visit/open-visits.ts';
import { lazy, type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { deviceNow, serverTimeOf } from '../../clock/clock.ts';
import { ApiProblem } from '../../api/problems/problem.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { type LastPlace, readLastPlace } from '../../device/last-place.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useWhose } from '../../shared/patient/use-whose.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Later } from '../../ui/dialog/later.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Announcer } from './place/announcer.tsx';
import { Changes } from './visits/changes.tsx';
import { History } from './visits/history.tsx';
import { isOpenEntry } from './place/my-place.ts';
import { PlaceCard, PlaceCardSkeleton } from './place/place-card.tsx';
import { PlaceLinks, placeId } from './place/place-links.tsx';
import { emptyPlaceLog, type PlaceLog } from './place/place-log.ts';
import { Called } from './place/turn-panel.tsx';
import { type MyEntries, useHistory } from './use-my-entries.ts';
import { usePlaceLogs } from './place/use-place-logs.ts';
import { useOpenVisits } from './visits/use-open-visits.ts';
import { isOneOfStops } from './visits/visit-goes-on.ts';
import { otherStops, withoutOpenVisits } from './visits/visit-stops.ts';

/** Lazily loaded, because most visits have one stop. */
const VisitJourney = lazy(() => import('./visits/visit-journey.tsx'));

/** Lazily loaded, because emergency signs are rare. */
const OpenAlert = lazy(async () => ({
  default: (await import('./visits/visit-answers.tsx')).OpenAlert,
}));

/** Lazily loaded, because a waiting patient does not need it. */
const NoEntry = lazy(async () => ({ default: (await import('./no-entry.tsx')).NoEntry }));

/**
 * Lazily loaded, since it is needed only until the server answers. The service worker keeps its code for offline use.
 */
const LastPlaceCard = lazy(async () => ({
  default: (await import('./place/last-place-card.tsx')).LastPlaceCard,
}));

/**
 * The open places of the account's people, live, and the past visits; the past visits of one hospital if given [PAT-11,
 * PAT-12].
 */
export function MyQueue({
  mine,
  hospitalId,
  appointments,
  arrives,
  alerts,
}: {
  mine: MyEntries;
  hospitalId?: string | undefined;
  appointments: ReactNode;
  /** Whether a visit can be checked in, so that appointments come first. */
  arrives: boolean;
  /** The offer of notifications, shown while the patient has an open place. */
  alerts: ReactNode;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const { query, entries } = mine;
  const { data: past, isPending: isPastPending, error, isFetching, refetch } = useHistory();
  const over = useMemo(
    () => withoutOpenVisits(past, (query.data ?? []).filter(isOpenEntry)),
    [past, query.data],
  );
  const kept = useUnreachedPlace(mine);
  const logs = usePlaceLogs(
    query.data === undefined ? undefined : entries,
    serverTimeOf(query.dataUpdatedAt),
  );
  const visits = useOpenVisits(entries);
  const isNone = entries.length === 0;
  if (kept !== undefined) return <Unreached mine={mine} kept={kept} />;
  // Ended visits are found in the history, so both are shown at the same moment and nothing moves.
  if (query.isPending || (query.data !== undefined && isNone && isPastPending)) {
    return <PlaceCardSkeleton label={t.loading} />;
  }
  return (
    <div className="flex flex-col gap-8">
      <Announcer said={logs.said} />
      {entries.length > 1 && <PlaceLinks entries={entries} />}
      {arrives && isNone && appointments}
      {isNone && (
        <div className={columnsLook}>
          <div className="flex min-w-0 flex-col gap-4">
            <RefreshProblem mine={mine} />
            <NoPlace
              mine={mine}
              history={(past ?? []).filter(
                ({ hospital }) => hospitalId === undefined || hospital.id === hospitalId,
              )}
            />
          </div>
          <Guidelines />
        </div>
      )}
      {entries.map((entry, index) => (
        <Followed
          key={entry.id}
          entry={entry}
          visit={visits.get(entry.id)}
          mine={mine}
          log={logs.byEntry.get(entry.id)?.log ?? emptyPlaceLog}
          isFirst={index === 0}
          alerts={alerts}
          past={past}
        />
      ))}
      <Later>
        {!(arrives && isNone) && appointments}
        <History {...{ past: over, isFetching, refetch, hospitalId }} failure={error} />
      </Later>
    </div>
  );
}

/** The stored place until newer data arrives, shown at once with its age. */
function useUnreachedPlace({ query }: MyEntries): LastPlace | undefined {
  const [kept] = useState(() => readLastPlace(deviceNow()));
  return query.data === undefined ? kept : undefined;
}

function Unreached({ mine, kept }: { mine: MyEntries; kept: LastPlace }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const { query } = mine;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Suspense fallback={<PlaceCardSkeleton label={t.loading} />}>
        <LastPlaceCard kept={kept} isAsking={query.isPending && query.fetchStatus === 'fetching'} />
      </Suspense>
      {query.isError && (
        <div>
          <TryAgain query={query} part />
        </div>
      )}
    </div>
  );
}

const columnsLook = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]';

/** One followed place: the turn or the place, the changes, and the answers. */
function Followed({
  entry,
  visit,
  mine,
  log,
  isFirst,
  alerts,
  past,
}: {
  entry: PatientEntry;
  /** The answers and alert of the visit; undefined until loaded. */
  visit: OpenVisit | undefined;
  mine: MyEntries;
  log: PlaceLog;
  /** Whether this is the first place, which also shows what concerns all places. */
  isFirst: boolean;
  alerts: ReactNode;
  past: readonly PatientEntry[] | undefined;
}): ReactNode {
  const isCalled = entry.status === 'in_progress';
  const isOnly = mine.entries.length === 1;
  const alertNumbers = visit?.alertNumbers ?? null;
  const isFirstToWait = mine.entries.find(({ status }) => status !== 'in_progress') === entry;
  return (
    <div id={placeId(entry)} className="flex scroll-mt-20 flex-col gap-8">
      {alertNumbers !== null && (
        <Suspense fallback={null}>
          <OpenAlert entry={entry} numbers={alertNumbers} />
        </Suspense>
      )}
      {isCalled && <Called entry={entry} isOnly={isOnly} />}
      <div className={columnsLook}>
        <div className="flex min-w-0 flex-col gap-4">
          {isFirst && <RefreshProblem mine={mine} />}
          {!isCalled && <PlaceCard {...{ entry, visit, isOnly }} hasSwitch={isFirstToWait} />}
          {isOneOfStops(entry, past ?? []) && (
            <Suspense fallback={null}>
              <VisitJourney entry={entry} />
            </Suspense>
          )}
          {isFirstToWait && alerts}
          <Later>
            <Changes entry={entry} earlier={otherStops(entry, past ?? [])} moves={log.moves} />
          </Later>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Later>
            {entry.symptoms && <SymptomsCard entry={entry} symptoms={entry.symptoms} />}
            {isFirst && <Guidelines />}
          </Later>
        </div>
      </div>
    </div>
  );
}

function NoPlace({
  mine,
  history,
}: {
  mine: MyEntries;
  history: readonly PatientEntry[];
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const problem = useCurrentProblem();
  const { query } = mine;
  if (query.data === undefined) {
    return (
      <ErrorState
        title={t.currentFailed}
        description={problem(query.error)}
        action={<TryAgain query={query} />}
      />
    );
  }
  return (
    <Suspense fallback={<PlaceCardSkeleton label={t.loading} />}>
      <NoEntry history={history} />
    </Suspense>
  );
}

/** A failed refetch keeps the old data on screen and shows this error. */
function RefreshProblem({ mine: { query } }: { mine: MyEntries }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const problem = useCurrentProblem();
  if (query.data === undefined || !query.isError) return null;
  return (
    <Notice tone="warning" title={t.refreshFailed}>
      {problem(query.error)}
    </Notice>
  );
}

/** A 429 has its own message, from the server or a proxy [ERR-2]. */
function useCurrentProblem(): (failure: unknown) => string {
  const { patientQueue: t } = useMessages('patientQueue');
  const problemText = useProblemText();
  return (failure) =>
    failure instanceof ApiProblem && failure.status === 429
      ? t.tooMany
      : problemText(failure, t.currentFailed);
}

function SymptomsCard({ entry, symptoms }: { entry: PatientEntry; symptoms: string }): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const name = useWhose()(entry.patient);
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-base font-semibold text-ink">
        {t.yourSymptoms}
        {name !== undefined && <span className="sr-only">{` ${people.forPerson(name)}`}</span>}
      </h2>
      <p className="mt-2 text-[0.9375rem] wrap-anywhere whitespace-pre-line text-ink">
        <bdi>{symptoms}</bdi>
      </p>
    </Card>
  );
}

/** The guidelines for a patient in a queue [PAT-12]. */
function Guidelines(): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  return (
    <Card as="section" tone="sunken" aria-labelledby="guidelines-title">
      <h2 id="guidelines-title" className="text-base font-semibold text-ink">
        {t.guidelines}
      </h2>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 ps-5 text-[0.9375rem] text-ink-soft marker:text-dot">
        {t.guidelineItems.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="mt-3">
        <TextLink href="/patient/dashboard" className="text-[0.9375rem]">
          {t.findAnother}
        </TextLink>
      </p>
    </Card>
  );
}
