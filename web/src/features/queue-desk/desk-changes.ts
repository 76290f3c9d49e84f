/**
 * What the staff has asked for and the server has not answered yet, laid over what the server last
 * said. Nothing is written into the cache before the answer, so a refusal has nothing to take back.
 */
import { placeOnReturn, settled } from '@baari/contract/line.ts';
import type { StaffEntry } from '@baari/contract/queue.ts';

interface About {
  readonly entry: StaffEntry;
}

export type DeskChange = About &
  (
    | { readonly kind: 'reject' | 'complete' | 'noShow' | 'remove' | 'note' | 'urgency' }
    | { readonly kind: 'approve'; readonly note: string }
    | { readonly kind: 'start' | 'hold' | 'back'; readonly at: string }
    | { readonly kind: 'move'; readonly to: number }
  );

/** A queue, or the waiting entries of several, as it will be once these changes are accepted. */
export function queueAfter(
  queue: readonly StaffEntry[],
  changes: readonly DeskChange[],
): readonly StaffEntry[] {
  return changes.reduce(afterChange, queue);
}

/** The requests that nobody has decided on yet. */
export function openRequests(
  pending: readonly StaffEntry[],
  changes: readonly DeskChange[],
): readonly StaffEntry[] {
  const decided = new Set(
    changes.filter(({ kind }) => kind === 'approve' || kind === 'reject').map(idOf),
  );
  return pending.filter((entry) => !decided.has(entry.id));
}

/** Those who wait, by place [QST-11]. */
export function waitingLine(queue: readonly StaffEntry[]): StaffEntry[] {
  return queue
    .filter((entry) => entry.status === 'waiting')
    .toSorted((one, other) => one.position - other.position);
}

/** Who is with the doctor. */
export function inConsultation(queue: readonly StaffEntry[]): StaffEntry | undefined {
  return queue.find((entry) => entry.status === 'in_progress');
}

export interface Line {
  readonly doctor: StaffEntry['doctor'];
  readonly entries: readonly StaffEntry[];
}

/** The waiting entries of a hospital, one line for each doctor, by the doctor's name [STAFF-3]. */
export function linesByDoctor(waiting: readonly StaffEntry[]): Line[] {
  const groups = Map.groupBy(waitingLine(waiting), (entry) => entry.doctor.id);
  return [...groups.values()]
    .flatMap((entries) => (entries[0] ? [{ doctor: entries[0].doctor, entries }] : []))
    .toSorted((one, other) => one.doctor.name.localeCompare(other.doctor.name));
}

function afterChange(queue: readonly StaffEntry[], change: DeskChange): readonly StaffEntry[] {
  const { entry } = change;
  const shown = queue.find((other) => other.id === entry.id);
  switch (change.kind) {
    case 'approve':
      return shown ? queue : withNewcomer(queue, { ...entry, notes: change.note });
    case 'start':
      if (shown?.status !== 'waiting') return queue;
      return [
        { ...shown, status: 'in_progress', position: 0, startedAt: change.at },
        ...withoutEntry(queue, shown),
      ];
    case 'move':
      return shown?.status === 'waiting' ? withMoved(queue, shown, change.to) : queue;
    case 'hold':
      return shown ? withHeld(queue, shown, change.at) : queue;
    case 'back':
      return shown?.status === 'waiting' ? withReturned(queue, shown, change.at) : queue;
    case 'noShow':
    case 'remove':
      return shown ? withoutEntry(queue, shown) : queue;
    case 'reject':
    case 'complete':
    case 'note':
    case 'urgency':
      return queue;
  }
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

/** Called and not there: on hold where the place is kept, behind somebody who can be called. */
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

/** The same queue with this line in place of the doctor's own, numbered 1…n. */
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

function idOf({ entry }: DeskChange): string {
  return entry.id;
}
