/** A logged event as the frames each audience receives [EV-1, EV-2, EV-11]. */
import type { LiveEvent } from '@baari/contract/events.ts';
import { liveEvent } from '@baari/contract/events.ts';
import { type Cursor, formatCursor } from '../platform/cursor.rules.ts';
import type { LoggedEvent } from '../platform/event-log.store.ts';
import { forPatient } from '../queue/queue.view.ts';

/** One frame of the stream: a data line of JSON, ended by a blank line. */
export function frame(event: LiveEvent, cursor?: Cursor): string {
  const id = cursor === undefined ? '' : `id: ${formatCursor(cursor)}\n`;
  return `${id}data: ${JSON.stringify(event)}\n\n`;
}

/** What the log keeps is what was sent; anything else in it is a bug. */
function wireEvent(event: LoggedEvent): LiveEvent {
  return liveEvent.parse({ type: event.type, data: event.body });
}

/**
 * For the hospital's staff. An approval is also a joining: the first frame takes the entry off the
 * pending list, the second puts it in the doctor's queue [EV-3, EV-5].
 */
export function staffFrames(logged: LoggedEvent): string {
  const event = wireEvent(logged);
  if (event.type !== 'queue_approved') return frame(event, logged.cursor);
  return frame(event) + frame({ ...event, type: 'queue_joined' }, logged.cursor);
}

/** For the patient whose entry it is. */
export function patientFrames(logged: LoggedEvent): string {
  const event = wireEvent(logged);
  return isEntryEvent(event)
    ? frame({ ...event, data: forPatient(event.data) }, logged.cursor)
    : frame(event, logged.cursor);
}

export type EntryEvent = Extract<LiveEvent, { data: { queueVersion: number } }>;

export function isEntryEvent(event: LiveEvent): event is EntryEvent {
  return 'queueVersion' in event.data;
}

/** The entry an event tells of; undefined for a doctor's status. */
export function entryOf(logged: LoggedEvent): EntryEvent['data'] | undefined {
  const event = wireEvent(logged);
  return isEntryEvent(event) ? event.data : undefined;
}

/** A visit as one event tells staff of it. */
export interface ShownEntry {
  readonly id: string;
  readonly doctorId: string;
  readonly patientId: string;
}

/** Whose visit staff are shown by an event; nobody's by one that tells of a doctor. */
export function shownIn(logged: LoggedEvent): ShownEntry | undefined {
  const entry = entryOf(logged);
  if (entry === undefined) return undefined;
  return { id: entry.id, doctorId: logged.doctorId, patientId: entry.patient.id };
}
