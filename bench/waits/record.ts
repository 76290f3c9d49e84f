/**
 * A doctor's line as the product's rows: the waiting entries in order, the running one, the status and its beginning. The
 * simulated clinic writes only here, so the product knows no more than it would in an installation. Times are minutes
 * since the simulation began.
 */

import type { DoctorStatus } from '../../contract/src/constants.ts';
import { isAway, orderAfter, placeOnReturn, settled } from '../../contract/src/queue/line.ts';
import type { VisitKind } from './fate.ts';

export interface EntryRecord {
  readonly id: string;
  readonly waitingSince: number;
  readonly kind: VisitKind | null;
  /** The stated visit kind, and its weight in visits of usual length. */
  readonly saidKind: VisitKind | null;
  countsAs: number;
  checkedInAt: number | null;
  startedAt: number | null;
  endedAt: number | null;
  /** The first call, answered or not. */
  firstCalledAt: number | null;
  status: 'waiting' | 'in_progress' | 'completed' | 'no_show' | 'cancelled';
  hold: { readonly calledAt: number; readonly backAt: number | null } | null;
}

export interface LineRecord {
  /** The waiting entries in order. */
  line: readonly EntryRecord[];
  readonly entries: Map<string, EntryRecord>;
  inside: EntryRecord | undefined;
  /** The latest completed entry. */
  last: EntryRecord | undefined;
  status: DoctorStatus;
  statusSince: number | null;
  breakUntil: number | null;
  /** The first and the latest call of the day, answered or not. */
  firstCallAt: number | null;
  lastCallAt: number | null;
  /** Increases with each write. */
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

/** The rows that the product writes for an event. */
export const writes = {
  joined(record: LineRecord, entry: EntryRecord): void {
    record.version += 1;
    record.entries.set(entry.id, entry);
    record.line = settled([...record.line, entry]);
  },
  /** The desk puts a patient behind earlier urgent and returned ones. */
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
