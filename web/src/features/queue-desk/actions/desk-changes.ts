/**
 * Optimistic updates: pending changes are applied on top of the server's data. The cache stays
 * unchanged until the server responds, so a refusal needs no rollback.
 */
import { placeOnReturn, settled } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  type DeskActionName,
  type QueueAction,
  queueActions,
  type ShownEffect,
} from '@baari/contract/queue/queue-actions.ts';
import { byName } from '../../../i18n/name-order.ts';

export interface DeskChange {
  readonly action: DeskActionName;
  readonly entry: StaffEntry;
  /** When the user made the change. */
  readonly at: string;
  /** The target place in line of a move. If undefined, the entry moves to the end of the line. */
  readonly to?: number | undefined;
  readonly note?: string | undefined;
}

/** Whether an action moves a queue entry within its line. */
export function isMove(name: DeskActionName): boolean {
  return shownEffect(name) === 'moves';
}

/**
 * Whether the change approves a patient's request. The approval gives the patient a place in line.
 */
export function isApproval({ action, entry }: DeskChange): boolean {
  return entry.status === 'pending_approval' && shownEffect(action) === 'joins';
}

function shownEffect(name: DeskActionName): ShownEffect | undefined {
  const { desk }: QueueAction = queueActions[name];
  return desk?.shows;
}

/** Returns a queue, or the waiting entries of several queues, with the pending changes applied. */
export function queueAfter(
  queue: readonly StaffEntry[],
  changes: readonly DeskChange[],
): readonly StaffEntry[] {
  return changes.reduce(afterChange, queue);
}

/** Returns the requests without a decision. A request with a pending decision counts as decided. */
export function openRequests(
  pending: readonly StaffEntry[],
  changes: readonly DeskChange[],
): readonly StaffEntry[] {
  const decided = new Set(changes.filter(decides).map(({ entry }) => entry.id));
  return pending.filter((entry) => !decided.has(entry.id));
}

/** Whether the change approves or rejects a patient's request. */
function decides({ action, entry }: DeskChange): boolean {
  const { to }: QueueAction = queueActions[action];
  return entry.status === 'pending_approval' && to !== undefined;
}

/** Returns the waiting entries of a queue in the order of the line [QST-11]. */
export function waitingLine(queue: readonly StaffEntry[]): StaffEntry[] {
  return queue
    .filter((entry) => entry.status === 'waiting')
    .toSorted((one, other) => one.position - other.position);
}

/** Returns the queue entry whose patient is in consultation. */
export function inConsultation(queue: readonly StaffEntry[]): StaffEntry | undefined {
  return queue.find((entry) => entry.status === 'in_progress');
}

export interface Line {
  readonly doctor: StaffEntry['doctor'];
  readonly entries: readonly StaffEntry[];
}

/**
 * Groups a hospital's waiting entries into one line for each doctor, sorted by the doctor's name
 * [STAFF-3].
 */
export function linesByDoctor(waiting: readonly StaffEntry[]): Line[] {
  const groups = Map.groupBy(waitingLine(waiting), (entry) => entry.doctor.id);
  return [...groups.values()]
    .flatMap((entries) => (entries[0] ? [{ doctor: entries[0].doctor, entries }] : []))
    .toSorted((one, other) => byName(one.doctor.name, other.doctor.name));
}

function afterChange(queue: readonly StaffEntry[], change: DeskChange): readonly StaffEntry[] {
  const { action, entry, at, to, note } = change;
  const shown = queue.find((other) => other.id === entry.id);
  const waiting = shown?.status === 'waiting' ? shown : undefined;
  switch (shownEffect(action)) {
    case 'joins':
      return shown ? queue : withNewcomer(queue, { ...entry, notes: note ?? entry.notes });
    case 'enters':
      return waiting ? withCalled(queue, waiting, at) : queue;
    case 'moves':
      return waiting ? withMoved(queue, waiting, to ?? lineOf(queue, waiting).length) : queue;
    case 'is held':
      return shown ? withHeld(queue, shown, at) : queue;
    case 'returns':
      return waiting ? withReturned(queue, waiting, at) : queue;
    case 'leaves':
      return shown ? withoutEntry(queue, shown) : queue;
    case undefined:
      return queue;
  }
}

function withCalled(
  queue: readonly StaffEntry[],
  entry: StaffEntry,
  at: string,
): readonly StaffEntry[] {
  const called = { ...entry, status: 'in_progress' as const, position: 0, startedAt: at };
  return [called, ...withoutEntry(queue, entry)];
}

function withNewcomer(queue: readonly StaffEntry[], entry: StaffEntry): readonly StaffEntry[] {
  const position = lineOf(queue, entry).length + 1;
  return [...queue, { ...entry, status: 'waiting', position }];
}

function withoutEntry(queue: readonly StaffEntry[], entry: StaffEntry): readonly StaffEntry[] {
  return withLine(
    queue,
    entry,
    lineOf(queue, entry).filter((other) => other.id !== entry.id),
  ).filter((other) => other.id !== entry.id);
}

function withMoved(
  queue: readonly StaffEntry[],
  entry: StaffEntry,
  to: number,
): readonly StaffEntry[] {
  const others = lineOf(queue, entry).filter((other) => other.id !== entry.id);
  return withLine(queue, entry, others.toSpliced(to - 1, 0, entry));
}

/**
 * Puts a patient who missed the call on hold and keeps the place in line. If it is the first place,
 * the next patient who is present goes first.
 */
function withHeld(
  queue: readonly StaffEntry[],
  entry: StaffEntry,
  calledAt: string,
): readonly StaffEntry[] {
  const calls = (entry.hold?.calls ?? 0) + 1;
  const held = { ...entry, status: 'waiting' as const, hold: { calledAt, calls, backAt: null } };
  const line = lineOf(queue, entry);
  const at = line.findIndex((other) => other.id === entry.id);
  const rest = queue.filter((other) => other.id !== entry.id);
  return withLine(rest, entry, at === -1 ? [held, ...line] : line.with(at, held));
}

function withReturned(
  queue: readonly StaffEntry[],
  entry: StaffEntry,
  backAt: string,
): readonly StaffEntry[] {
  if (entry.hold === null) return queue;
  const line = lineOf(queue, entry);
  const place = placeOnReturn(line);
  const others = line.filter((other) => other.id !== entry.id);
  const returned = { ...entry, hold: { ...entry.hold, backAt } };
  return withLine(queue, entry, others.toSpliced(place - 1, 0, returned));
}

/**
 * Returns the queue with the doctor's waiting entries replaced by this line. The entries are
 * numbered 1…n.
 */
function withLine(
  queue: readonly StaffEntry[],
  { doctor }: StaffEntry,
  line: readonly StaffEntry[],
): readonly StaffEntry[] {
  const rest = queue.filter((entry) => entry.doctor.id !== doctor.id || entry.status !== 'waiting');
  const numbered = settled(line).map((entry, index) =>
    entry.position === index + 1 ? entry : { ...entry, position: index + 1 },
  );
  return [...rest, ...numbered];
}

function lineOf(queue: readonly StaffEntry[], { doctor }: StaffEntry): StaffEntry[] {
  return waitingLine(queue.filter((entry) => entry.doctor.id === doctor.id));
}
