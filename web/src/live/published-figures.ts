/**
 * Applies a hospital's statistics to the query cache [STAFF-2, QST-12]. One message contains the
 * counts, the doctors' statistics and the wait of each place in the queue, so that no screen has to
 * fetch them.
 */
import type { LiveEvent } from '@baari/contract/events.ts';
import { lineShown } from '@baari/contract/constants.ts';
import type { HospitalFigures, LineFigures } from '@baari/contract/queue/hospital-figures.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { PublishedLine, SharedLine } from '@baari/contract/lines/shared-line.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type Extent, extentKey } from '../api/queries/pages.ts';
import {
  colleaguesQuery,
  dayCountsQuery,
  doctorQuery,
  doctorQueueQuery,
  hospitalDoctorsQuery,
  pendingQuery,
  waitingQuery,
} from '../api/queries/queries.ts';
import { refetchBelow } from '../api/refetch.ts';
import {
  followUpKey,
  handOffsKey,
  linesKey,
  ownHandOffsKey,
  sharedLinksKey,
  vitalsKey,
} from '../api/queries/visit-keys.ts';
import type { DoctorQueue } from './queue-cache.reducer.ts';
import { followEntry, takeInAssessment } from './published-assessments.ts';

/**
 * How long to wait for the statistics after a change before they are fetched, in milliseconds. They
 * may never arrive: a server of the previous release sends none, and a message can be lost. The
 * delay is random, so that screens do not all fetch at once.
 */
const readAfterMs = { least: 8000, most: 12_000 };

/**
 * The number of entries on screen below which more entries are loaded, if a long queue is only
 * partly loaded.
 */
const fewestListed = lineShown / 2;

/** The live events that only staff get, without those of queue entries. */
export type StaffOnlyEvent = Extract<
  LiveEvent,
  {
    readonly type:
      | 'line_updated'
      | 'assessment_updated'
      | 'vitals_updated'
      | 'hand_offs_updated'
      | 'follow_up_updated'
      | 'sharing_updated'
      | 'hospital_figures';
  }
>;

type FiguresEvent = Extract<LiveEvent, { readonly type: 'hospital_figures' }>;

export interface PublishedFigures {
  /**
   * Notes that a queue entry and its queue have changed, so that statistics of this queue must
   * follow.
   */
  readonly hearEntry: (entry: StaffEntry) => void;
  /** Applies an event that only staff get. */
  readonly hear: (event: StaffOnlyEvent) => void;
  /** Cancels the planned reads of statistics. */
  readonly stop: () => void;
}

/** Applies statistics as they arrive, and fetches statistics that do not arrive. */
export function followFigures(client: QueryClient): PublishedFigures {
  /**
   * The version of each doctor's queue whose statistics have not arrived yet, by the doctor's id.
   */
  const expected = new Map<string, { readonly hospitalId: string; readonly version: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function readMissing(): void {
    timer = undefined;
    const keys = [...expected].flatMap(([id, { hospitalId }]) => figuresOf(hospitalId, id));
    expected.clear();
    for (const key of new Map(keys.map((each) => [JSON.stringify(each), each])).values()) {
      refetchBelow(client, key);
    }
  }

  function expect(hospitalId: string, doctorId: string, version: number): void {
    expected.set(doctorId, { hospitalId, version });
    const { least, most } = readAfterMs;
    timer ??= setTimeout(readMissing, least + Math.random() * (most - least));
  }

  function isRead(hospitalId: string, doctorId: string): boolean {
    return figuresOf(hospitalId, doctorId).some(
      (key) => client.getQueryState(key)?.fetchStatus === 'fetching',
    );
  }

  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    expected.clear();
  }

  function hearFigures(figures: HospitalFigures): void {
    const { hospitalId, lines } = figures;
    takeInFigures(client, figures);
    for (const { doctor, queueVersion, waits } of lines) {
      const { version } = expected.get(doctor.id) ?? { version: 0 };
      // A pending response may be older than these statistics, so the data is fetched again later.
      if (isRead(hospitalId, doctor.id)) expect(hospitalId, doctor.id, queueVersion);
      else if (waits !== null && queueVersion >= version) expected.delete(doctor.id);
    }
    if (expected.size === 0) stop();
  }

  return {
    hearEntry(entry): void {
      expect(entry.hospital.id, entry.doctor.id, entry.queueVersion);
      followEntry(client, entry);
    },
    hear(event) {
      if (event.type === 'hospital_figures') hearFigures(event.data);
      else takeInForStaff(client, event);
    },
    stop,
  };
}

/**
 * Applies an event about a visit or a shared line. What the event only names is fetched again where
 * it is on screen.
 */
function takeInForStaff(client: QueryClient, event: Exclude<StaffOnlyEvent, FiguresEvent>): void {
  const refetchOf = (ids: readonly string[], keyOf: (entryId: string) => QueryKey) => {
    for (const id of ids) refetchBelow(client, keyOf(id));
  };
  switch (event.type) {
    // Arrives right after a change of the line or of its service points.
    case 'line_updated':
      return takeInLineOfPoints(client, event.data);
    case 'assessment_updated':
      return takeInAssessment(client, event.data);
    case 'vitals_updated':
      return refetchOf(event.data.entryIds, vitalsKey);
    case 'hand_offs_updated':
      refetchOf(event.data.entryIds, handOffsKey);
      return refetchBelow(client, ownHandOffsKey);
    case 'follow_up_updated':
      return refetchBelow(client, followUpKey(event.data.entryId));
    case 'sharing_updated':
      return refetchOf(event.data.entryIds, sharedLinksKey);
  }
}

/**
 * Updates or removes a shared line in the cached list. If the line is unknown, the list is fetched
 * again [LINE-1].
 */
function takeInLineOfPoints(client: QueryClient, { isGone, ...line }: PublishedLine): void {
  const queryKey = linesKey;
  const shown = client.getQueryData<SharedLine[]>(queryKey);
  const state = client.getQueryState(queryKey);
  const known = shown?.find(({ id }) => id === line.id);
  if (shown && known) {
    client.setQueryData(
      queryKey,
      isGone === true
        ? shown.filter((each) => each !== known)
        : shown.map((each) => (each === known ? line : each)),
    );
  }
  // A pending answer may be older than the event, so the list is refetched.
  const isNew = known === undefined && isGone !== true;
  const isDoubtful = shown === undefined || isNew || state?.fetchStatus !== 'idle';
  if (state && isDoubtful) refetchBelow(client, queryKey);
}

/** The keys of a hospital's queries that statistics update after a change of one doctor's queue. */
function figuresOf(hospitalId: string, doctorId: string): QueryKey[] {
  return [
    dayCountsQuery(hospitalId).queryKey,
    colleaguesQuery().queryKey,
    hospitalDoctorsQuery(hospitalId).queryKey,
    doctorQuery(doctorId).queryKey,
    doctorQueueQuery(doctorId).queryKey,
    doctorQueueQuery(doctorId, { includeCompleted: true }).queryKey,
    waitingQuery(hospitalId).queryKey,
  ];
}

/**
 * Writes the statistics into all cached data that shows them. Data that is not loaded is not
 * changed.
 */
function takeInFigures(client: QueryClient, figures: HospitalFigures): void {
  const { hospitalId, counts, dayEndsAt, lines } = figures;
  const byDoctor = new Map(lines.map((line) => [line.doctor.id, line]));
  change(client, dayCountsQuery(hospitalId).queryKey, () => ({ ...counts, dayEndsAt }));
  for (const { queryKey } of [colleaguesQuery(), hospitalDoctorsQuery(hospitalId)]) {
    change(client, queryKey, (doctors: readonly { id: string }[]) =>
      doctors.map((doctor) => ({ ...doctor, ...byDoctor.get(doctor.id)?.doctor })),
    );
  }
  const { queryKey: waitingKey } = waitingQuery(hospitalId);
  change(client, waitingKey, (waiting: StaffEntry[]) => withWaits(waiting, byDoctor));
  setTotal(client, waitingKey, counts.waiting);
  setTotal(client, pendingQuery(hospitalId).queryKey, counts.pending);
  for (const line of lines) takeInLine(client, line);
}

function takeInLine(client: QueryClient, line: LineFigures): void {
  const { doctor } = line;
  change(client, doctorQuery(doctor.id).queryKey, (shown: object) => ({ ...shown, ...doctor }));
  for (const includeCompleted of [false, true]) {
    const { queryKey } = doctorQueueQuery(doctor.id, { includeCompleted });
    change(client, queryKey, (shown: DoctorQueue) => withQueueWaits(shown, line));
    const queue = client.getQueryData(queryKey);
    if (queue && runsOut(queue)) refetchBelow(client, queryKey);
  }
}

function runsOut({ queue, stats }: DoctorQueue): boolean {
  const listed = queue.filter(({ status }) => status === 'waiting').length;
  return listed < fewestListed && listed < stats.totalWaiting;
}

/** Sets the total number of rows of a paginated list. */
function setTotal(client: QueryClient, listKey: QueryKey, total: number): void {
  change(client, extentKey(listKey), (extent: Extent) =>
    extent.hasMore ? { ...extent, total } : extent,
  );
}

function withQueueWaits(shown: DoctorQueue, line: LineFigures): DoctorQueue {
  // The screen shows another version of the queue; the statistics of that version follow.
  if (shown.queueVersion !== line.queueVersion) return shown;
  return { ...shown, queue: shown.queue.map((entry) => withWait(entry, line)) };
}

/**
 * Updates the waits in the list of all waiting queue entries. Entries of a queue get new waits only
 * if the statistics belong to the version of the queue on screen.
 */
function withWaits(
  waiting: StaffEntry[],
  published: ReadonlyMap<string, LineFigures>,
): StaffEntry[] {
  const versions = new Map<string, number>();
  for (const { doctor, queueVersion } of waiting) {
    versions.set(doctor.id, Math.max(queueVersion, versions.get(doctor.id) ?? 0));
  }
  return waiting.map((entry) => {
    const line = published.get(entry.doctor.id);
    const isSame = line?.queueVersion === versions.get(entry.doctor.id);
    return line !== undefined && isSame ? withWait(entry, line) : entry;
  });
}

function withWait(entry: StaffEntry, { doctor, waits }: LineFigures): StaffEntry {
  const wait = entry.status === 'waiting' ? waits?.[entry.position - 1] : undefined;
  return wait === undefined ? entry : { ...entry, ...wait, line: wait.line ?? doctor.line };
}

/**
 * Changes cached data if it is loaded. Unchanged parts keep their identity, so their components do
 * not re-render.
 */
function change<Shown>(
  client: QueryClient,
  queryKey: QueryKey,
  next: (shown: Shown) => Shown | object,
): void {
  // The data is read and written under the same cache key, so it has the same type.
  const shown = client.getQueryData<Shown>(queryKey);
  if (shown !== undefined) client.setQueryData(queryKey, next(shown));
}
