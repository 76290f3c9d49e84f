/**
 * The event that records a change of an entry. It contains the entry as it is right after the
 * change [INV-5].
 */
import type { EntryEventType } from '@baari/contract/constants.ts';
import type { LoggedAction } from '@baari/contract/keys/public-events.ts';
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

/** A queue entry as it is sent in its event. */
export interface PublishedEntry {
  readonly entry: StaffEntry;
  /** The names of the line in other languages, for the patient. */
  readonly names: NamesInEvent;
  /** The event's number in the log. */
  readonly eventId: number;
}

/** The queue entry as it is sent in the response to the caller. */
export interface EntryAnswer<A extends Actor | null> {
  readonly queue: EntryFor<A>;
}

/** The options for recording an event. */
interface EventRecording {
  /** What the event came from; null for a change that no action made, such as of a plan. */
  readonly action: LoggedAction | null;
  /** The other SQL statements of the change, which run in the same statement as the event. */
  readonly along?: readonly Sql[];
  /** The number of the event, if it was already reserved with `drawnNumber`. */
  readonly drawn?: number;
}

/** Records an event of an entry; `row` is the entry after the change. */
export async function recordEntryEvent(
  tx: Queryable,
  type: EntryEventType,
  row: EntryRow,
  now: Date,
  { action, along = [], drawn }: EventRecording,
): Promise<PublishedEntry> {
  const entry = staffEntryView(row, now);
  const names = namesOf(row);
  const event = {
    type,
    at: now,
    hospitalId: row.hospital_id,
    doctorId: row.line_id,
    entryId: row.id,
    accountId: row.account_id,
    action: action ?? undefined,
    body: { ...entry, ...names },
  };
  return { entry, names, eventId: await recordEvent(tx, event, along, drawn) };
}

/**
 * The response to the caller: the entry from the event, with the fields that the caller may see.
 */
export function answerOf<A extends Actor | null>(
  { actor, language }: Pick<Context<A>, 'actor' | 'language'>,
  { entry, names, eventId }: PublishedEntry,
): EntryAnswer<A> {
  const audience = actor !== null && isStaff(actor) ? 'staff' : 'patient';
  const answer = answerFrom({ ...entry, ...names }, audience, language);
  keepAsEvent(answer, { eventId, audience });
  // The type of the actor decides whether this is the view for staff or for the patient.
  return answer as EntryAnswer<A>;
}

/**
 * The entry in the body of a stored event, with the fields that one audience may see. Used to
 * answer a repeated request [INV-7].
 */
export function answerFrom(
  body: object,
  audience: 'staff' | 'patient',
  language: Language | undefined,
): object {
  // The body of an entry's event contains only the entry and the names of its line.
  const { lineNames, ...entry } = body as StaffEntry & NamesInEvent;
  if (audience === 'staff') return { queue: entry };
  return { queue: patientEntryOf(entryIn(entry, { lineNames }, language)) };
}
