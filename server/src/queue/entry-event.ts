/** The event of an entry's change: one event with the entry as it is right after [INV-5]. */
import type { EntryEventType } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { NamesInEvent } from '@baari/contract/lines/line-names.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { Sql } from 'sql-template-tag';
import type { Actor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { isStaff } from '../platform/actor.ts';
import { keepAsEvent } from '../platform/http/kept-answer.ts';
import type { Queryable } from '../platform/database/database.ts';
import { recordEvent } from '../platform/events/event-log.store.ts';
import { entryIn, namesOf } from './reads/line-names.view.ts';
import type { EntryRow } from './queue.store.ts';
import { type EntryFor, patientEntryOf, staffEntryView } from './queue.view.ts';

/** An entry as sent in its event. */
export interface PublishedEntry {
  readonly entry: StaffEntry;
  /** The line's names in other languages, for the patient. */
  readonly names: NamesInEvent;
  /** The event's number in the log. */
  readonly eventId: number;
}

/** The entry as sent to the caller. */
export interface EntryAnswer<A extends Actor | null> {
  readonly queue: EntryFor<A>;
}

/** The options for recording an event. */
interface EventRecording {
  /** The change's other writes, in the same statement. */
  readonly along?: readonly Sql[];
  /** The event's number if already drawn (`drawnNumber`). */
  readonly drawn?: number;
}

/** Records an event of an entry; `row` is the entry after the change. */
export async function recordEntryEvent(
  tx: Queryable,
  type: EntryEventType,
  row: EntryRow,
  now: Date,
  { along = [], drawn }: EventRecording = {},
): Promise<PublishedEntry> {
  const entry = staffEntryView(row, now);
  const names = namesOf(row);
  const event = {
    type,
    at: now,
    hospitalId: row.hospital_id,
    doctorId: row.doctor_id,
    entryId: row.id,
    accountId: row.account_id,
    body: { ...entry, ...names },
  };
  return { entry, names, eventId: await recordEvent(tx, event, along, drawn) };
}

/** The answer to the caller: the event's entry, limited to the caller's view. */
export function answerOf<A extends Actor | null>(
  { actor, language }: Pick<Context<A>, 'actor' | 'language'>,
  { entry, names, eventId }: PublishedEntry,
): EntryAnswer<A> {
  const audience = actor !== null && isStaff(actor) ? 'staff' : 'patient';
  const answer = answerFrom({ ...entry, ...names }, audience, language);
  keepAsEvent(answer, { eventId, audience });
  // The view was chosen by the actor's type.
  return answer as EntryAnswer<A>;
}

/**
 * The entry in a stored event's body, as one audience sees it. Used to answer a repeated request [INV-7].
 */
export function answerFrom(
  body: object,
  audience: 'staff' | 'patient',
  language: Language | undefined,
): object {
  // Events of entries contain nothing but an entry and names.
  const { lineNames, ...entry } = body as StaffEntry & NamesInEvent;
  if (audience === 'staff') return { queue: entry };
  return { queue: patientEntryOf(entryIn(entry, { lineNames }, language)) };
}
