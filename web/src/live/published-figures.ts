/**
 * Applies a hospital's figures, which arrive in one message, to the query cache [STAFF-2, QST-12]:
 * counts, doctors' figures, waits by place. No screen refetches this data.
 */
import type { PublishedAssessment } from '@baari/contract/visit/assessment.ts';
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
import { linesKey } from '../api/queries/visit-keys.ts';
import type { DoctorQueue } from './queue-cache.reducer.ts';
import { followEntry, takeInAssessment } from './published-assessments.ts';

/**
 * How long to wait for figures after a change before they are read, in ms. A server of the previous
 * release sends none, and a message can be lost. The delay is random, so that screens do not all
 * read at once.
 */
const readAfterMs = { least: 8000, most: 12_000 };

/** A line that is not listed in full loads more when fewer entries than this are on screen. */
const fewestListed = lineShown / 2;

export interface PublishedFigures {
  /** An entry and its line have changed, so figures of this line must follow. */
  readonly hearEntry: (entry: StaffEntry) => void;
  readonly hearAssessment: (published: PublishedAssessment) => void;
  readonly hear: (figures: HospitalFigures) => void;
  /** A shared line right after a change of it or of its service points. */
  readonly hearLine: (line: PublishedLine) => void;
  /** Cancels the pending reads. */
  readonly stop: () => void;
}

/** Applies figures as they arrive, and reads missing ones. */
export function followFigures(client: QueryClient): PublishedFigures {
  /** By doctor, the version of the line whose figures are expected. */
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

  return {
    hearEntry(entry): void {
      expect(entry.hospital.id, entry.doctor.id, entry.queueVersion);
      followEntry(client, entry);
    },
    hearAssessment: (published) => takeInAssessment(client, published),
    hear(figures: HospitalFigures): void {
      const { hospitalId, lines } = figures;
      takeInFigures(client, figures);
      for (const { doctor, queueVersion, waits } of lines) {
        const { version } = expected.get(doctor.id) ?? { version: 0 };
        // A pending answer may be older than the event.
        if (isRead(hospitalId, doctor.id)) expect(hospitalId, doctor.id, queueVersion);
        else if (waits !== null && queueVersion >= version) expected.delete(doctor.id);
      }
      if (expected.size === 0) stop();
    },
    hearLine: (line) => takeInLineOfPoints(client, line),
    stop,
  };
}

/**
 * Updates or removes a shared line wherever lines are shown; an unknown one is refetched [LINE-1].
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
  // A pending answer may be older than the event.
  const isNew = known === undefined && isGone !== true;
  const isDoubtful = shown === undefined || isNew || state?.fetchStatus !== 'idle';
  if (state && isDoubtful) refetchBelow(client, queryKey);
}

/** The queries of a hospital that figures update after a change of one doctor's line. */
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

/** Writes the figures where they are shown; a part that has not been loaded stays so. */
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

/** The total of a paginated list. */
function setTotal(client: QueryClient, listKey: QueryKey, total: number): void {
  change(client, extentKey(listKey), (extent: Extent) =>
    extent.hasMore ? { ...extent, total } : extent,
  );
}

function withQueueWaits(shown: DoctorQueue, line: LineFigures): DoctorQueue {
  // Another version of the line is on screen, whose figures will follow.
  if (shown.queueVersion !== line.queueVersion) return shown;
  return { ...shown, queue: shown.queue.map((entry) => withWait(entry, line)) };
}

/** All waiting entries, with the waits of those lines whose version is on screen. */
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

/** Unchanged parts keep their identity and do not re-render. */
function change<Shown>(
  client: QueryClient,
  queryKey: QueryKey,
  next: (shown: Shown) => Shown | object,
): void {
  // Read and written under the same query key.
  const shown = client.getQueryData<Shown>(queryKey);
  if (shown !== undefined) client.setQueryData(queryKey, next(shown));
}
