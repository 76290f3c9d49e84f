/**
 * A doctor's queue in the form of the application's rows: the waiting entries in order, the patient
 * with the doctor, and the doctor's status and when it began. The simulation writes everything to
 * these rows, so that the application knows no more than in an installation. Times are minutes
 * since the simulation began.
 */

import type { DoctorStatus } from '../../contract/src/constants.ts';
import { isAway, orderAfter, placeOnReturn, settled } from '../../contract/src/queue/line.ts';
import type { VisitKind } from './fate.ts';

export interface EntryRecord {
  readonly id: string;
  readonly waitingSince: number;
  readonly kind: VisitKind | null;
  /**
   * The visit kind that the patient stated. The next field: for how many visits of usual length
   * this visit counts.
   */
  readonly saidKind: VisitKind | null;
  countsAs: number;
  checkedInAt: number | null;
  startedAt: number | null;
  endedAt: number | null;
  /** When the patient was first called, whether the patient came or not. */
  firstCalledAt: number | null;
  status: 'waiting' | 'in_progress' | 'completed' | 'no_show' | 'cancelled';
  hold: { readonly calledAt: number; readonly backAt: number | null } | null;
}

export interface LineRecord {
  /** The waiting entries in queue order. */
  line: readonly EntryRecord[];
  readonly entries: Map<string, EntryRecord>;
  inside: EntryRecord | undefined;
  /** The entry that was completed last. */
  last: EntryRecord | undefined;
  status: DoctorStatus;
  statusSince: number | null;
  breakUntil: number | null;
  /**
   * When the first patient of the day was called in, whether that patient came or not. The next
   * field: the same for the latest patient.
   */
  firstCallAt: number | null;
  lastCallAt: number | null;
  /** A version number that increases with each change of the queue. */
  version: number;
}

export function openRecord(): LineRecord {
  return {
    line: [],
    entries: new Map(),
    inside: undefined,
    last: undefined,
    status: 'Available',
    statusSince: null,
    breakUntil: null,
    firstCallAt: null,
    lastCallAt: null,
    version: 0,
  };
}

export function placeOf({ line }: LineRecord, id: string): number {
  return line.findIndex((entry) => entry.id === id) + 1;
}

export function nextToCall({ line }: LineRecord): EntryRecord | undefined {
  const [first] = line;
  return first === undefined || isAway(first) ? undefined : first;
}

/**
 * Functions that change the queue's rows in the same way as the application does after an event.
 */
export const writes = {
  joined(record: LineRecord, entry: EntryRecord): void {
    record.version += 1;
    record.entries.set(entry.id, entry);
    record.line = settled([...record.line, entry]);
  },
  /**
   * Puts a patient at the front of the queue, but behind earlier urgent patients and behind
   * patients who returned after a missed call.
   */
  putInFront(record: LineRecord, id: string, place: number): void {
    record.version += 1;
    record.line = orderAfter(record.line, id, place);
  },
  started(record: LineRecord, id: string, at: number): EntryRecord {
    record.version += 1;
    const entry = entryOf(record, id);
    record.line = settled(record.line.filter((other) => other !== entry));
    entry.status = 'in_progress';
    entry.startedAt = at;
    record.inside = entry;
    noteCall(record, entry, at);
    return entry;
  },
  completed(record: LineRecord, at: number): void {
    record.version += 1;
    const { inside } = record;
    if (inside === undefined) return;
    inside.status = 'completed';
    inside.endedAt = at;
    record.last = inside;
    record.inside = undefined;
  },
  missed(record: LineRecord, id: string, at: number): EntryRecord {
    record.version += 1;
    const entry = entryOf(record, id);
    entry.hold = { calledAt: at, backAt: null };
    record.line = settled(record.line);
    noteCall(record, entry, at);
    return entry;
  },
  cameBack(record: LineRecord, id: string, at: number): void {
    record.version += 1;
    const entry = entryOf(record, id);
    if (entry.hold === null) return;
    const others = record.line.filter((other) => other !== entry);
    const place = placeOnReturn(others);
    entry.hold = { ...entry.hold, backAt: at };
    record.line = others.toSpliced(place - 1, 0, entry);
  },
  ended(record: LineRecord, id: string, how: 'no_show' | 'cancelled', at: number): EntryRecord {
    record.version += 1;
    const entry = entryOf(record, id);
    entry.status = how;
    entry.endedAt = at;
    record.line = settled(record.line.filter((other) => other !== entry));
    return entry;
  },
  presence(record: LineRecord, status: DoctorStatus, until: number | null, at: number): void {
    record.version += 1;
    record.status = status;
    record.breakUntil = until;
    record.statusSince = at;
  },
};

function noteCall(record: LineRecord, entry: EntryRecord, at: number): void {
  entry.firstCalledAt ??= at;
  record.firstCallAt ??= at;
  record.lastCallAt = at;
}

function entryOf(record: LineRecord, id: string): EntryRecord {
  const entry = record.entries.get(id);
  if (entry === undefined) throw new Error(`There is no entry ${id} in this line.`);
  return entry;
}
