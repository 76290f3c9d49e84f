/**
 * The changes of a patient's place in line, from the queue entry's data and from what this page has
 * observed [PAT-11].
 */
import type { PlaceReason, Urgency } from '@baari/contract/constants.ts';
import { isAway } from '@baari/contract/queue/line.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { isSameVisit, isSentOn } from '../visits/visit-stops.ts';

export type PlaceChange =
  /**
   * `arrived`: the patient checked in for an appointment, so no approval was needed. `sentOn`:
   * staff forwarded the patient from an earlier step. `done` and `left`: how an earlier step ended.
   */
  | {
      readonly kind: 'requested' | 'approved' | 'arrived' | 'sentOn' | 'called' | 'done' | 'left';
      readonly at: number;
    }
  /**
   * Staff moved the patient to another doctor or line. `name` is the name of the previous doctor or
   * line.
   */
  | { readonly kind: 'transferred'; readonly at: number; readonly name: string }
  | { readonly kind: 'urgency'; readonly at: number; readonly urgency: Urgency }
  | {
      readonly kind: 'moved';
      readonly at: number;
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly kind: 'reordered';
      readonly at: number;
      readonly from: number;
      readonly to: number;
      readonly reason: PlaceReason;
      /** Whether staff moved this patient. If false, staff moved another patient in the line. */
      readonly own: boolean;
    };

/**
 * What screen readers announce about a place in line. Waits are not announced, because they change
 * too often.
 */
export type Announcement =
  | { readonly kind: 'approved' | 'place' | 'sentOn'; readonly place: number }
  | { readonly kind: 'turn' | 'missed' | 'stopOver' | 'ended' };

type Watched = Pick<
  PatientEntry,
  | 'id'
  | 'visitId'
  | 'status'
  | 'position'
  | 'joinedAt'
  | 'approvedAt'
  | 'startedAt'
  | 'hold'
  | 'placeChanges'
  | 'urgency'
  | 'urgencyChange'
  | 'booking'
  | 'moved'
>;

export interface PlaceLog {
  readonly entry: Watched | null;
  readonly moves: readonly Extract<PlaceChange, { kind: 'moved' }>[];
  /** The latest announcement. Undefined until something changes. */
  readonly announcement: Announcement | undefined;
}

export const emptyPlaceLog: PlaceLog = { entry: null, moves: [], announcement: undefined };

const movesKept = 5;
/**
 * If an observed change and a recorded change are at most this many ms apart, they count as the
 * same change.
 */
const sameMs = 15_000;

/**
 * Returns the log of changes after the page got `entry` at the time `at` (ms). Returns the same
 * object if nothing changed.
 */
export function observe(log: PlaceLog, entry: Watched | null, at: number): PlaceLog {
  const before = log.entry;
  if (entry === null) {
    return before === null ? log : { entry: null, moves: [], announcement: { kind: 'ended' } };
  }
  if (before?.id !== entry.id) return { entry, moves: [], announcement: undefined };
  const isSame = before.status === entry.status && before.position === entry.position;
  if (isSame && before.hold?.calledAt === entry.hold?.calledAt) return log;
  const moved = before.position > 0 && entry.position > 0 && before.position !== entry.position;
  const move = { kind: 'moved' as const, at, from: before.position, to: entry.position };
  return {
    entry,
    moves: moved ? [move, ...log.moves].slice(0, movesKept) : log.moves,
    announcement: announcementOf(before, entry) ?? log.announcement,
  };
}

/** The logs of changes of all open queue entries, and the latest announcement. */
export interface PlaceLogs<Entry extends Watched> {
  readonly byEntry: ReadonlyMap<string, { readonly entry: Entry; readonly log: PlaceLog }>;
  /**
   * The latest announcement, and the state of its queue entry at that time. Undefined until
   * something changes.
   */
  readonly said: { readonly announcement: Announcement; readonly entry: Entry } | undefined;
}

export function emptyPlaceLogs<Entry extends Watched>(): PlaceLogs<Entry> {
  return { byEntry: new Map(), said: undefined };
}

/**
 * Returns the logs of changes after the page got `entries` at the time `at` (ms). Returns the same
 * object if nothing changed.
 */
export function observeAll<Entry extends Watched>(
  logs: PlaceLogs<Entry>,
  entries: readonly Entry[],
  at: number,
): PlaceLogs<Entry> {
  const byEntry = new Map<string, { readonly entry: Entry; readonly log: PlaceLog }>();
  let { said } = logs;
  let isNew = entries.length !== logs.byEntry.size;
  for (const [id, before] of logs.byEntry) {
    if (entries.some((entry) => entry.id === id)) continue;
    isNew = true;
    said = { announcement: endOf(before.entry), entry: before.entry };
  }
  for (const entry of entries) {
    const before = logs.byEntry.get(entry.id);
    const log = observe(before?.log ?? emptyPlaceLog, entry, at);
    if (log !== before?.log) isNew = true;
    if (log.announcement && log.announcement !== before?.log.announcement) {
      said = { announcement: log.announcement, entry };
    }
    if (before === undefined && said && isSameVisit(said.entry, entry)) {
      const isNext = said.entry.id !== entry.id && isSentOn(entry);
      said = isNext ? saidOfNext(entry) : saidOfReturned(entry);
    }
    byEntry.set(entry.id, before && log === before.log ? before : { entry, log });
  }
  return isNew ? { byEntry, said } : logs;
}

/**
 * Returns the announcement for a queue entry that ended. If the visit has several steps, only the
 * step is announced as over.
 */
function endOf({ status, visitId }: Watched): Announcement {
  return { kind: status === 'in_progress' && visitId !== null ? 'stopOver' : 'ended' };
}

/**
 * Returns the announcement of the visit's next step. Without it, the last announcement would be
 * that the previous step ended [LINE-4].
 */
function saidOfNext<Entry extends Watched>(entry: Entry): PlaceLogs<Entry>['said'] {
  if (entry.status === 'in_progress') return { announcement: { kind: 'turn' }, entry };
  return { announcement: { kind: 'sentOn', place: entry.position }, entry };
}

/**
 * Returns the announcement that staff reopened a queue entry. Without it, the last announcement
 * would be that the entry ended [DESK-1].
 */
function saidOfReturned<Entry extends Watched>(entry: Entry): PlaceLogs<Entry>['said'] {
  if (entry.status === 'in_progress') return { announcement: { kind: 'turn' }, entry };
  if (entry.position <= 0) return undefined;
  return { announcement: { kind: 'place', place: entry.position }, entry };
}

/**
 * How a place in line was created without an approval: by check-in for an appointment, by staff, or
 * by forwarding from an earlier step of the visit.
 */
export type MadeAtOnce = 'arrived' | 'put' | 'sentOn';

/**
 * Returns how a place in line was created without an approval. Undefined for a place that the
 * patient requested.
 */
export function madeAtOnce({
  id,
  visitId,
  joinedAt,
  approvedAt,
  booking,
}: Pick<Watched, 'id' | 'visitId' | 'joinedAt' | 'approvedAt' | 'booking'>):
  | MadeAtOnce
  | undefined {
  if (isSentOn({ id, visitId })) return 'sentOn';
  if (joinedAt !== approvedAt) return undefined;
  return booking === null ? 'put' : 'arrived';
}

/** Returns all changes of a queue entry, newest first. */
export function changesOf(entry: Watched, moves: PlaceLog['moves']): PlaceChange[] {
  const { joinedAt, approvedAt, startedAt } = entry;
  const made = madeAtOnce(entry);
  const milestones: PlaceChange[] = [];
  if (made === 'arrived' || made === 'sentOn') {
    milestones.push({ kind: made, at: Date.parse(joinedAt) });
  }
  if (made === undefined) milestones.push({ kind: 'requested', at: Date.parse(joinedAt) });
  if (approvedAt !== null && (made === undefined || made === 'put')) {
    milestones.push({ kind: 'approved', at: Date.parse(approvedAt) });
  }
  if (startedAt !== null) milestones.push({ kind: 'called', at: Date.parse(startedAt) });
  if (entry.urgencyChange !== null) {
    const at = Date.parse(entry.urgencyChange.at);
    milestones.push({ kind: 'urgency', at, urgency: entry.urgency });
  }
  const transferredAt = entry.moved === null ? undefined : Date.parse(entry.moved.at);
  if (entry.moved !== null && transferredAt !== undefined) {
    milestones.push({ kind: 'transferred', at: transferredAt, name: entry.moved.from });
  }
  const isTransfer = (at: number) =>
    transferredAt !== undefined && Math.abs(at - transferredAt) < sameMs;
  const reordered = entry.placeChanges.map(({ at, from, to, reason, own }) => ({
    kind: 'reordered' as const,
    at: Date.parse(at),
    from,
    to,
    reason,
    own,
  }));
  // A move that this page observed is left out if the queue entry records the same move with a
  // reason.
  const unexplained = moves.filter(
    (move) =>
      !isTransfer(move.at) &&
      !reordered.some(({ at, to }) => to === move.to && Math.abs(at - move.at) < sameMs),
  );
  return [...milestones, ...reordered, ...unexplained].toSorted((a, b) => b.at - a.at);
}

export type PastStop = Watched & Pick<PatientEntry, 'endedAt'>;

/** A change in a visit with several steps, and the step that the change belongs to. */
export interface VisitChange<Stop> {
  readonly change: PlaceChange;
  readonly stop: Stop;
}

/** Returns all changes of a visit including its earlier steps, newest first. */
export function changesOfVisit<Stop extends PastStop>(
  entry: Stop,
  earlier: readonly Stop[],
  moves: PlaceLog['moves'],
): VisitChange<Stop>[] {
  const before = earlier
    .toReversed()
    .flatMap((stop) =>
      [...endingOf(stop), ...changesOf(stop, [])].map((change) => ({ change, stop })),
    );
  const now = changesOf(entry, moves).map((change) => ({ change, stop: entry }));
  // The end of the previous step and forwarding have the same time. Forwarding is sorted after the
  // end.
  return [...now, ...before].toSorted((a, b) => b.change.at - a.change.at);
}

function endingOf({ status, endedAt }: PastStop): PlaceChange[] {
  if (endedAt === null) return [];
  return [{ kind: status === 'completed' ? 'done' : 'left', at: Date.parse(endedAt) }];
}

function announcementOf(before: Watched, entry: Watched): Announcement | undefined {
  if (entry.status === 'in_progress') return { kind: 'turn' };
  if (entry.status !== 'waiting' || entry.position <= 0) return undefined;
  if (isAway(entry)) {
    // While the patient is absent after a missed call, a new place is not announced, because it
    // would sound as if no call had been missed.
    return before.hold?.calledAt === entry.hold?.calledAt ? undefined : { kind: 'missed' };
  }
  return { kind: before.status === 'waiting' ? 'place' : 'approved', place: entry.position };
}
