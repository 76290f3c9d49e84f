/**
 * Applies a live event to the data on screen [EV-3 … EV-7]. The event contains only the changed
 * queue entry, and the places of the other entries are computed from it. A change therefore costs
 * one message, however many patients wait.
 */
import { isOpenStatus } from '@baari/contract/constants.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { EntryEvent, LiveEvent } from '@baari/contract/events.ts';
import { lineWith, settled } from '@baari/contract/queue/line.ts';
import type {
  getDoctorQueue,
  PatientEntry,
  QueueStats,
  StaffEntry,
} from '@baari/contract/queue/queue.ts';
import { byName, byText } from '../i18n/name-order.ts';

type Entry = EntryEvent['data'];
interface EventWith<E extends Entry> {
  readonly type: EntryEvent['type'];
  readonly data: E;
}
export type DoctorUpdate = Extract<LiveEvent, { type: 'doctor_updated' }>;
export type DoctorQueue = ReplyOf<typeof getDoctorQueue>;

/**
 * The data on screen. A part that is undefined has not been loaded, and events do not change it.
 */
export interface QueueViews {
  /** The open queue entries of all people in the user's account, the oldest first. */
  readonly open?: PatientEntry[] | undefined;
  readonly history?: PatientEntry[] | undefined;
  /** The hospital's pending requests. */
  readonly pending?: StaffEntry[] | undefined;
  /** The hospital's waiting queue entries, by doctor and position. */
  readonly waiting?: StaffEntry[] | undefined;
  /** The hospital's queue entries of patients who are in consultation, by doctor. */
  readonly inside?: StaffEntry[] | undefined;
  /** The queue of the doctor whom the event concerns. */
  readonly doctorQueue?: DoctorQueue | undefined;
  /** The queue of the doctor whom the event concerns, with today's completed queue entries. */
  readonly doctorQueueOfDay?: DoctorQueue | undefined;
}

export interface Change {
  readonly views: QueueViews;
  /** The parts of the data that are outdated, because an earlier event was missed. */
  readonly missed: readonly (keyof QueueViews)[];
}

/** The number of entries in the server's list of finished queue entries. */
const historyLength = 100;

/**
 * Returns the data after an event about a queue entry; older and repeated events change nothing.
 */
export function applyEntryEvent(views: QueueViews, heard: EntryEvent): Change {
  // An event to staff contains only staff data, and an event to a patient only patient data.
  const event = heard as EventWith<StaffEntry>;
  const own = heard as EventWith<PatientEntry>;
  const { doctorQueue, doctorQueueOfDay, waiting } = views;
  const queue = doctorQueue && applyToDoctorQueue(doctorQueue, event);
  const queueOfDay = doctorQueueOfDay && applyToDoctorQueue(doctorQueueOfDay, event, true);
  const line = waiting && applyToWaiting(waiting, event);
  const missed: (keyof QueueViews)[] = [];
  if (queue?.missed) missed.push('doctorQueue');
  if (queueOfDay?.missed) missed.push('doctorQueueOfDay');
  if (line?.missed) missed.push('waiting');
  return {
    views: {
      open: views.open && applyToOpen(views.open, views.history, own),
      history: views.history && applyToHistory(views.history, own.data),
      pending: views.pending && applyToPending(views.pending, event.data),
      waiting: line?.entries,
      inside: views.inside && applyToInside(views.inside, event.data),
      doctorQueue: queue?.queue,
      doctorQueueOfDay: queueOfDay?.queue,
    },
    missed,
  };
}

/** Updates a doctor in a list after a change of status or counts. */
export function applyToDoctors<Shown extends { id: string }>(
  doctors: Shown[],
  { data }: DoctorUpdate,
): Shown[] {
  if (!doctors.some((doctor) => doctor.id === data.id)) return doctors;
  return doctors.map((doctor) => (doctor.id === data.id ? { ...doctor, ...data } : doctor));
}

/** Updates a single queue entry on screen, unless the event is older than the entry. */
export function applyToEntry(shown: Entry, { data }: EntryEvent): Entry {
  return shown.id === data.id && isNewer(data, shown) ? data : shown;
}

/**
 * Updates the open queue entries of all people in the user's account, as EV-4, EV-5 and EV-6
 * require.
 */
function applyToOpen(
  open: PatientEntry[],
  history: readonly PatientEntry[] | undefined,
  { type, data }: EventWith<PatientEntry>,
): PatientEntry[] {
  const index = open.findIndex((entry) => entry.id === data.id);
  const shown = open[index];
  if (shown) {
    // An event with the same place in the queue may contain a newer estimate of the wait.
    const isRepeated = type === 'position_changed' && data.queueVersion === shown.queueVersion;
    if (!isNewer(data, shown) && !isRepeated) return open;
    return isOpen(data) ? open.with(index, data) : open.toSpliced(index, 1);
  }
  if (!isOpen(data)) return open;
  const ended = history?.find((entry) => entry.id === data.id);
  if (ended && !isNewer(data, ended)) return open;
  // A person has only one open queue entry, so an older one has ended, even if the event of its end
  // was missed.
  const known = open.find((entry) => entry.patient.id === data.patient.id);
  if (known && known.joinedAt > data.joinedAt) return open;
  const others = open.filter((entry) => entry !== known);
  return [...others, data].toSorted((one, other) => byText(one.joinedAt, other.joinedAt));
}

function applyToHistory(history: PatientEntry[], entry: PatientEntry): PatientEntry[] {
  const index = history.findIndex((shown) => shown.id === entry.id);
  const shown = history[index];
  if (shown && !isNewer(entry, shown)) return history;
  // A queue entry that had ended may have been reopened.
  if (shown) return isOpen(entry) ? history.toSpliced(index, 1) : history.with(index, entry);
  if (isOpen(entry) || wasTakenBack(entry)) return history;
  return [entry, ...history].slice(0, historyLength);
}

/**
 * Whether the patient undid an "I'm here" for an appointment. No visit resulted, and the server's
 * list of finished entries does not contain the entry.
 */
function wasTakenBack({ status, booking, checkedInAt }: PatientEntry): boolean {
  return status === 'cancelled' && booking !== null && checkedInAt === null;
}

function applyToPending(pending: StaffEntry[], entry: StaffEntry): StaffEntry[] {
  const index = pending.findIndex((shown) => shown.id === entry.id);
  const shown = pending[index];
  if (shown && !isNewer(entry, shown)) return pending;
  if (entry.status !== 'pending_approval') return shown ? pending.toSpliced(index, 1) : pending;
  if (shown) return pending.with(index, entry);
  const behind = pending.findIndex((other) => other.joinedAt > entry.joinedAt);
  return pending.toSpliced(behind === -1 ? pending.length : behind, 0, entry);
}

/**
 * Updates the entries of patients in consultation. There is at most one for each doctor or service
 * point, sorted by the name of the doctor or line [DESK-4, LINE-2].
 */
function applyToInside(inside: StaffEntry[], entry: StaffEntry): StaffEntry[] {
  const { doctor, point, status } = entry;
  const shown = inside.find(({ id }) => id === entry.id);
  if (shown && !isNewer(entry, shown)) return inside;
  if (status !== 'in_progress') return shown ? inside.filter((other) => other !== shown) : inside;
  const known = inside.find(
    (other) => other.doctor.id === doctor.id && other.point?.id === point?.id,
  );
  if (known && !isNewer(entry, known)) return inside;
  return [...inside.filter((other) => other !== known), entry].toSorted((one, other) =>
    byName(one.doctor.name, other.doctor.name),
  );
}

/** Removes a queue entry that was moved to another doctor from its previous queue [DAY-3]. */
function withoutMoved(waiting: StaffEntry[], data: StaffEntry): StaffEntry[] {
  const stale = waiting.find(({ id, doctor }) => id === data.id && doctor.id !== data.doctor.id);
  if (!stale || !isNewer(data, stale)) return waiting;
  const isThere = ({ doctor }: StaffEntry) => doctor.id === stale.doctor.id;
  const line = waiting.filter(isThere);
  const rest = renumbered(settled(line.filter((entry) => entry !== stale)), line, false);
  const others = waiting.filter((entry) => !isThere(entry));
  return others.toSpliced(waiting.findIndex(isThere), 0, ...rest);
}

function applyToWaiting(
  shown: StaffEntry[],
  event: EventWith<StaffEntry>,
): { entries: StaffEntry[]; missed: boolean } {
  const { data } = event;
  const waiting = withoutMoved(shown, data);
  const line = waiting.filter((entry) => entry.doctor.id === data.doctor.id);
  const known = Math.max(0, ...line.map((entry) => entry.queueVersion));
  if (data.queueVersion <= known) return { entries: waiting, missed: false };
  const next = applyToLine(line, event);
  const missed = next.missed || (line.length > 0 && data.queueVersion > known + 1);
  if (next.line === line) return { entries: stamped(waiting, line, data.queueVersion), missed };
  const others = waiting.filter((entry) => entry.doctor.id !== data.doctor.id);
  const before = waiting.findIndex((entry) => entry.doctor.id === data.doctor.id);
  const at = before === -1 ? others.length : before;
  const entries = others.toSpliced(at, 0, ...stamped(next.line, next.line, data.queueVersion));
  return { entries, missed };
}

/**
 * Stores the queue's version only in the first entry of the doctor's queue, so that the other
 * entries need not re-render.
 */
function stamped(list: StaffEntry[], line: readonly StaffEntry[], version: number): StaffEntry[] {
  const [first] = line;
  if (!first || first.queueVersion >= version) return list;
  return list.with(list.indexOf(first), { ...first, queueVersion: version });
}

function applyToDoctorQueue(
  shown: DoctorQueue,
  event: EventWith<StaffEntry>,
  keepsCompleted = false,
): { queue: DoctorQueue; missed: boolean } {
  const { data } = event;
  if (data.queueVersion <= shown.queueVersion) return { queue: shown, missed: false };
  const before = withStatus(shown.queue, 'waiting');
  const { line, missed } = applyToLine(before, event);
  const wasCompleted = shown.queue.some(
    (entry) => entry.id === data.id && entry.status === 'completed',
  );
  const inConsultation = replaced(withStatus(shown.queue, 'in_progress'), data, 'in_progress');
  const others = shown.queue.filter(
    (entry) => entry.status !== 'waiting' && entry.status !== 'in_progress',
  );
  const completed = keepsCompleted ? replaced(others, data, 'completed') : [];
  const endsConsultation =
    data.status === 'completed' &&
    shown.queue.some((entry) => entry.id === data.id && entry.status === 'in_progress');
  const queue = [...inConsultation, ...line, ...completed];
  return {
    queue: {
      queue: sameEntries(queue, shown.queue) ? shown.queue : queue,
      stats: statsOf(
        shown.stats,
        line.length - before.length,
        inConsultation,
        endsConsultation && !wasCompleted,
      ),
      queueVersion: data.queueVersion,
      dayEndsAt: shown.dayEndsAt,
    },
    // The event of a restored queue entry does not say whether the entry counted as completed, so
    // the queue is fetched again.
    missed:
      missed ||
      data.queueVersion > shown.queueVersion + 1 ||
      data.lastChange?.action === 'bring_back',
  };
}

/**
 * One doctor's waiting entries after the event: the changed entry leaves, joins or moves, and the
 * other entries are renumbered.
 */
function applyToLine(
  line: StaffEntry[],
  { type, data }: EventWith<StaffEntry>,
): { line: StaffEntry[]; missed: boolean } {
  const isThere = line.some((entry) => entry.id === data.id);
  if (data.status !== 'waiting' && !isThere) return { line, missed: false };
  if (type === 'queue_joined' && isThere) return { line, missed: false };
  const others = line.filter((entry) => entry.id !== data.id);
  if (data.status !== 'waiting') {
    const rest = settled(others);
    return { line: renumbered(rest, line, data.status === 'in_progress'), missed: false };
  }
  const place = Math.min(Math.max(data.position, 1), others.length + 1);
  const next = lineWith(others, { ...data, position: place }, place);
  return { line: renumbered(next, line, false), missed: place !== data.position };
}

/**
 * Numbers the places in the queue from 1. A wait belongs to a place, so a moved entry gets the wait
 * of its new place. If the first patient was called in, the other entries keep their own waits.
 */
function renumbered(
  line: readonly StaffEntry[],
  before: readonly StaffEntry[],
  wasCalledIn: boolean,
): StaffEntry[] {
  return line.map((entry, index) => {
    const position = index + 1;
    if (entry.position === position) return entry;
    const { estimatedWaitTime, waitRange, call, line } =
      (wasCalledIn ? undefined : before[index]) ?? entry;
    return { ...entry, position, estimatedWaitTime, waitRange, call, line };
  });
}

function statsOf(
  before: QueueStats,
  /**
   * The change in the number of waiting patients. The total cannot be counted here, because a long
   * queue is not loaded in full.
   */
  moreWaiting: number,
  inConsultation: readonly StaffEntry[],
  oneMoreCompleted: boolean,
): QueueStats {
  return {
    totalWaiting: before.totalWaiting + moreWaiting,
    totalInProgress: inConsultation.length,
    totalCompleted: before.totalCompleted + (oneMoreCompleted ? 1 : 0),
  };
}

/**
 * The list of entries with one status, after a change. The changed entry is added if it has this
 * status now, and otherwise removed.
 */
function replaced(
  entries: readonly StaffEntry[],
  entry: StaffEntry,
  status: StaffEntry['status'],
): StaffEntry[] {
  const others = entries.filter((other) => other.id !== entry.id);
  return entry.status === status ? [entry, ...others] : others;
}

function withStatus(entries: readonly StaffEntry[], status: StaffEntry['status']): StaffEntry[] {
  return entries.filter((entry) => entry.status === status);
}

function sameEntries(one: readonly StaffEntry[], other: readonly StaffEntry[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

function isOpen({ status }: Entry): boolean {
  return isOpenStatus(status);
}

function isNewer(entry: Entry, shown: Entry): boolean {
  return entry.queueVersion > shown.queueVersion;
}
