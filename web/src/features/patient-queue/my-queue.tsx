import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { OpenVisit } from '@baari/contract/visit/open-visits.ts';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { deviceNow, serverTimeOf } from '../../clock/clock.ts';
import { ApiProblem } from '../../api/problems/problem.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { type LastPlace, readLastPlace } from '../../device/last-place.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useWhose } from '../../shared/patient/use-whose.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Fold } from '../../ui/layout/fold.tsx';
import { Later } from '../../ui/dialog/later.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Announcer } from './place/announcer.tsx';
import { Changes } from './visits/changes.tsx';
import { History } from './visits/history.tsx';
import { isOpenEntry } from './place/my-place.ts';
import { PlaceCard, PlaceCardSkeleton } from './place/place-card.tsx';
import { placeId } from './place/place-id.ts';
import { emptyPlaceLog, type PlaceLog } from './place/place-log.ts';
import { Called } from './place/turn-panel.tsx';
import { type MyEntries, useHistory } from './use-my-entries.ts';
import { usePlaceLogs } from './place/use-place-logs.ts';
import { useOpenVisits } from './visits/use-open-visits.ts';
import { lateInAddress } from './leave/later-button.tsx';
import { isOneOfStops } from './visits/visit-goes-on.ts';
import { otherStops, withoutOpenVisits } from './visits/visit-stops.ts';

/** Lazily loaded, because most patients see one doctor and go to no other line. */
const VisitJourney = lazy(() => import('./visits/visit-journey.tsx'));

/** Lazily loaded, because most accounts follow one place in line. */
const PlaceList = lazy(async () => ({
  default: (await import('./place/place-list.tsx')).PlaceList,
}));

/** Lazily loaded, because emergency signs are rare. */
const OpenAlert = lazy(async () => ({
  default: (await import('./visits/visit-answers.tsx')).OpenAlert,
}));

/** Lazily loaded, because a patient with a place in line does not need it. */
const NoEntry = lazy(async () => ({ default: (await import('./no-entry.tsx')).NoEntry }));

/**
 * Lazily loaded, because it is needed only until the server responds. The service worker keeps its
 * code for offline use.
 */
const LastPlaceCard = lazy(async () => ({
  default: (await import('./place/last-place-card.tsx')).LastPlaceCard,
}));

/**
 * My Queue: the open places in line of the account's people, with live updates, and their past
 * visits. With `hospitalId`, only the past visits at this hospital are shown [PAT-11, PAT-12].
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
  /**
   * Whether the patient can check in for an appointment now. The appointments are then shown first.
   */
  arrives: boolean;
  /** The offer of notifications. It is shown while the patient has a place in line. */
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
  const { opened, open } = useOpenPlace(entries);
  if (kept !== undefined) return <Unreached mine={mine} kept={kept} />;
  // Also waits for the history, because it contains visits that have just ended. Both then appear
  // together, so nothing moves.
  if (query.isPending || (query.data !== undefined && isNone && isPastPending)) {
    return <PlaceCardSkeleton label={t.loading} />;
  }
  return (
    <div className="flex flex-col gap-8">
      <Announcer said={logs.said} />
      {entries.length > 1 && (
        <Suspense fallback={<div className="min-h-40" />}>
          <PlaceList entries={entries} openId={opened?.id} onOpen={open} />
        </Suspense>
      )}
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
      {entries
        .filter((entry) => isCalledIn(entry) || entry === opened)
        .map((entry, index) => (
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

/**
 * The place in line whose card is open: the one that the user or a message's link chose, else the
 * first. It stays open when the order of the places changes.
 */
function useOpenPlace(entries: readonly PatientEntry[]) {
  const [openId, open] = useState<string | undefined>(() => lateInAddress() ?? undefined);
  const waiting = entries.filter((entry) => !isCalledIn(entry));
  const opened = waiting.find(({ id }) => id === openId) ?? waiting[0];
  if (opened !== undefined && opened.id !== openId) open(opened.id);
  return { opened, open };
}

/** The card of a called patient is always shown; of the other places, one card is open. */
function isCalledIn({ status }: PatientEntry): boolean {
  return status === 'in_progress';
}

/**
 * The last place in line that was stored for offline use, shown at once with its age. Undefined
 * once newer data has arrived.
 */
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

const columnsLook = 'grid items-start gap-2 lg:gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]';

/**
 * One open queue entry: the patient's place or the message that the patient is called in, changes
 * of the place, and the patient's answers.
 */
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
  /**
   * The state of the patient's questionnaire answers and of an emergency alert. Undefined until
   * loaded.
   */
  visit: OpenVisit | undefined;
  mine: MyEntries;
  log: PlaceLog;
  /**
   * Whether this is the first place in line on the page. The first place also shows what concerns
   * all places.
   */
  isFirst: boolean;
  alerts: ReactNode;
  past: readonly PatientEntry[] | undefined;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const isCalled = isCalledIn(entry);
  const isOnly = mine.entries.length === 1;
  const alertNumbers = visit?.alertNumbers ?? null;
  return (
    <div id={placeId(entry)} className="flex scroll-mt-20 flex-col gap-4">
      {alertNumbers !== null && (
        <Suspense fallback={null}>
          <OpenAlert entry={entry} numbers={alertNumbers} />
        </Suspense>
      )}
      {isCalled && <Called entry={entry} isOnly={isOnly} />}
      <div className={columnsLook}>
        <div className="flex min-w-0 flex-col gap-3">
          {isFirst && <RefreshProblem mine={mine} />}
          {!isCalled && <PlaceCard {...{ entry, visit, isOnly }} />}
          {isOneOfStops(entry, past ?? []) && (
            <Suspense fallback={null}>
              <VisitJourney entry={entry} />
            </Suspense>
          )}
          {!isCalled && alerts}
          <Later>
            <Changes entry={entry} earlier={otherStops(entry, past ?? [])} moves={log.moves} />
          </Later>
        </div>
        <div className="flex min-w-0 flex-col gap-2">
          <Later>
            {entry.symptoms && <SymptomsCard entry={entry} symptoms={entry.symptoms} />}
            {isFirst && (
              <Fold title={t.guidelines}>
                <GuidelineItems further={[`${t.soundOn}: ${t.soundHint}`]} />
              </Fold>
            )}
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

/** The error message after the data could not be fetched again. The old data stays on screen. */
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

/**
 * Returns a function for the error message. Error 429 (too many requests) has its own message,
 * whether from the server or a proxy [ERR-2].
 */
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
  return (
    <Fold
      isOpen={entry.status === 'pending_approval'}
      title={
        <>
          {t.yourSymptoms}
          {name !== undefined && <span className="sr-only">{` ${people.forPerson(name)}`}</span>}
        </>
      }
    >
      <p className="text-[0.9375rem] wrap-anywhere whitespace-pre-line text-ink">
        <bdi>{symptoms}</bdi>
      </p>
    </Fold>
  );
}

/** The guidelines for a patient without a place in line [PAT-12]. */
function Guidelines(): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  return (
    <Card as="section" tone="sunken" aria-labelledby="guidelines-title">
      <h2 id="guidelines-title" className="mb-2 text-base font-semibold text-ink">
        {t.guidelines}
      </h2>
      <GuidelineItems further={[]} />
    </Card>
  );
}

function GuidelineItems({ further }: { further: readonly string[] }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  return (
    <>
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-[0.9375rem] text-ink-soft marker:text-dot">
        {[...t.guidelineItems, ...further].map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="mt-3">
        <TextLink href="/patient/dashboard" className="text-[0.9375rem]">
          {t.findAnother}
        </TextLink>
      </p>
    </>
  );
}
