/** The event of an entry's change: one event with the entry as it is right after [INV-5]. */
import type { EntryEventType } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { Sql } from 'sql-template-tag';
import type { Actor } from '../platform/actor.ts';
import { isStaff } from '../platform/actor.ts';
import { keepAsEvent } from '../platform/http/kept-answer.ts';
import type { Queryable } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/event-log.store.ts';
import type { EntryRow } from './queue.store.ts';
import { type EntryFor, patientEntryOf, staffEntryView } from './queue.view.ts';

/** An entry as sent in its event. */
export interface ToldEntry {
  readonly entry: StaffEntry;
  readonly eventId: number;
}

/** The entry as sent to the caller. */
export interface EntryAnswer<A extends Actor | null> {
  readonly queue: EntryFor<A>;
}

/**
 * Records an event of an entry, and the change's other writes in the same statement. `row` is the
 * entry after the change; `drawn` is the event's number if already drawn (`drawnNumber`).
 */
export async function recordEntryEvent(
  tx: Queryable,
  type: EntryEventType,
  row: EntryRow,
  now: Date,
  along: readonly Sql[] = [],
  drawn?: number,
): Promise<ToldEntry> {
  const entry = staffEntryView(row, now);
  const event = {
    type,
    at: now,
    hospitalId: row.hospital_id,
    doctorId: row.doctor_id,
    entryId: row.id,
    accountId: row.account_id,
    body: entry,
  };
  return { entry, eventId: await recordEvent(tx, event, along, drawn) };
}

/** The answer to the caller: the event's entry, limited to the caller's view. */
export function answerOf<A extends Actor | null>(
  actor: A,
  { entry, eventId }: ToldEntry,
): EntryAnswer<A> {
  const audience = actor !== null && isStaff(actor) ? 'staff' : 'patient';
  const answer = answerFrom(entry, audience);
  keepAsEvent(answer, { eventId, audience });
  // The view was chosen by the actor's type.
  return answer as EntryAnswer<A>;
}

/** The answer of a stored event for one audience, for a repeated request [INV-7]. */
export function answerFrom(body: object, audience: 'staff' | 'patient'): object {
  // Events of entries always hold an entry.
  const entry = body as StaffEntry;
  return { queue: audience === 'staff' ? entry : patientEntryOf(entry) };
}
