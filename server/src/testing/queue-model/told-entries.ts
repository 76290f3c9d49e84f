/** What the event log tells of entries, which lies there packed. */
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

/** Every event, in the order of the log. */
export async function eventsInLog(db: Pick<pg.Pool, 'query'>): Promise<InLog[]> {
  const { rows } = await db.query<Tables['event'] & { body: object | null }>(
    'select * from event order by transaction_id, id',
  );
  return rows.map((row) => ({ ...row, body: readSaid(row) }));
}

/** Those that tell of an entry. */
export async function entriesInLog(db: Pick<pg.Pool, 'query'>): Promise<EntryInLog[]> {
  return (await eventsInLog(db)).flatMap(({ type, entry_id, doctor_id, body }) => {
    // Only entries are told by the events of entries.
    const entry = body as StaffEntry;
    return entry_id === null ? [] : [{ type, id: entry_id, doctorId: doctor_id, entry }];
  });
}

/** The events of one entry. */
export async function toldOf(db: Pick<pg.Pool, 'query'>, id: string): Promise<EntryInLog[]> {
  return (await entriesInLog(db)).filter((told) => told.id === id);
}

/** Versions of a line that were told more than once. */
export function toldTwice(told: readonly EntryInLog[]): string[] {
  const versions = told.map(({ doctorId, entry }) => `${doctorId} ${entry.queueVersion}`);
  return versions.filter((version, at) => versions.indexOf(version) !== at);
}

/** What each entry was said to be by the latest version that told of it. */
export function lastTold(told: readonly EntryInLog[]): Map<string, StaffEntry> {
  const last = new Map<string, StaffEntry>();
  for (const { id, entry } of told) {
    if ((last.get(id)?.queueVersion ?? -1) < entry.queueVersion) last.set(id, entry);
  }
  return last;
}
