/** Reads entries from the event log, where they are stored in a packed form. */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type pg from 'pg';
import { readSaid } from '../../platform/events/event-log.store.ts';
import type { Tables } from '../../platform/database/schema.gen.ts';

export interface EntryInLog {
  readonly type: string;
  readonly id: string;
  readonly doctorId: string;
  readonly entry: StaffEntry;
}

interface InLog {
  readonly type: string;
  readonly entry_id: string | null;
  readonly doctor_id: string;
  readonly body: object | null;
}

/** Reads all events, in the order of the log. */
export async function eventsInLog(db: Pick<pg.Pool, 'query'>): Promise<InLog[]> {
  const { rows } = await db.query<Tables['event'] & { body: object | null }>(
    'select * from event order by transaction_id, id',
  );
  return rows.map((row) => ({ ...row, body: readSaid(row) }));
}

/** Reads the events about entries. */
export async function entriesInLog(db: Pick<pg.Pool, 'query'>): Promise<EntryInLog[]> {
  return (await eventsInLog(db)).flatMap(({ type, entry_id, doctor_id, body }) => {
    // The body of a queue event is the entry in the form that staff see.
    const entry = body as StaffEntry;
    return entry_id === null ? [] : [{ type, id: entry_id, doctorId: doctor_id, entry }];
  });
}

/** Reads the events of one entry. */
export async function publishedOf(db: Pick<pg.Pool, 'query'>, id: string): Promise<EntryInLog[]> {
  return (await entriesInLog(db)).filter((answered) => answered.id === id);
}

/** The versions of doctors' lines that occur in more than one event. */
export function publishedTwice(answered: readonly EntryInLog[]): string[] {
  const versions = answered.map(({ doctorId, entry }) => `${doctorId} ${entry.queueVersion}`);
  return versions.filter((version, at) => versions.indexOf(version) !== at);
}

/** The last state in the log of each entry, by the entry's id. */
export function lastPublished(answered: readonly EntryInLog[]): Map<string, StaffEntry> {
  const last = new Map<string, StaffEntry>();
  for (const { id, entry } of answered) {
    if ((last.get(id)?.queueVersion ?? -1) < entry.queueVersion) last.set(id, entry);
  }
  return last;
}
