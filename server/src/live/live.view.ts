/** Turns a logged event into the frames of each audience [EV-1, EV-2, EV-11, SEC-18]. */
import { type PublishedAssessment, assessmentInLog } from '@baari/contract/visit/assessment.ts';
import { type EntryEventType, entryEventTypes } from '@baari/contract/constants.ts';
import { doctor } from '@baari/contract/doctor/doctor.ts';
import type { LiveEvent } from '@baari/contract/events.ts';
import {
  lastChange,
  type PatientEntry,
  type StaffEntry,
  staffEntry,
} from '@baari/contract/queue/queue.ts';
import { namesInEvent } from '@baari/contract/lines/line-names.ts';
import { publishedLine } from '@baari/contract/lines/shared-line.ts';
import type { Language } from '@baari/contract/languages.ts';
import { publishedIn } from '../assessments/assessments.view.ts';
import { type FrameId, formatCursor } from '../platform/events/cursor.rules.ts';
import type { LoggedEvent } from '../platform/events/event-log.store.ts';
import { entryIn } from '../queue/reads/line-names.view.ts';
import { patientEntryOf } from '../queue/queue.view.ts';

/** One frame of the stream: a data line of JSON, ended by a blank line. */
export function frame(event: LiveEvent, at?: FrameId): string {
  const id = at === undefined ? '' : `id: ${formatCursor(at)}\n`;
  return `${id}data: ${JSON.stringify(event)}\n\n`;
}

const { shape } = staffEntry;

/**
 * The entry as stored in the log has the fields that staff see; any other field is a bug. Fields that an older event
 * lacks get empty values.
 */
const loggedEntry = staffEntry.extend({
  ...withEmptyDefaults(shape),
  hospital: shape.hospital.extend({
    standing: shape.hospital.shape.standing.default('unconfirmed'),
    opening: shape.hospital.shape.opening.default(null),
  }),
  // A newer process may log actions that this one does not know.
  lastChange: lastChange.nullable().default(null).catch(null),
  patient: shape.patient.extend({
    through: shape.patient.shape.through.default(null),
    isContactProved: shape.patient.shape.isContactProved.default(true),
    isPhoneProved: shape.patient.shape.isPhoneProved.default(true),
  }),
  doctor: shape.doctor.extend({
    breakUntil: shape.doctor.shape.breakUntil.default(null),
    room: shape.doctor.shape.room.default(null),
    service: shape.doctor.shape.service.default(null),
    status: shape.doctor.shape.status.default('Available'),
  }),
});

interface AnyField {
  safeParse(value: unknown): { readonly success: boolean };
  default(value: unknown): object;
}

/**
 * The same fields with defaults: a missing field becomes null, false or an empty list if its type allows that.
 */
function withEmptyDefaults(fields: typeof shape): typeof shape {
  const all: Readonly<Record<string, AnyField>> = fields;
  const defaults = Object.entries(all).flatMap(([name, field]) => {
    const empty = [null, false, []].find((value) => field.safeParse(value).success);
    return empty === undefined ? [] : [[name, field.default(empty)] as const];
  });
  // The defaults change the input type only, and not the output type.
  return { ...fields, ...Object.fromEntries(defaults) };
}

/**
 * The frames for staff. An approval is one event with two frames: the first removes the entry from the
 * pending list, the second adds it to the doctor's queue [EV-3, EV-5]. Both have the event's id, the first
 * marked as part 1. A reader that `received` part 1 gets only the second. Alert signs are in this language,
 * or in all by default [ASSESS-2].
 */
export function staffFrames(logged: LoggedEvent, language?: Language, received?: FrameId): string {
  if (isOfLine(logged)) {
    return frame({ type: 'line_updated', data: publishedLine.parse(logged.body) }, logged.cursor);
  }
  if (isOfAssessment(logged)) {
    return frame(
      { type: 'assessment_updated', data: publishedIn(assessmentOf(logged), language) },
      logged.cursor,
    );
  }
  if (logged.entryId === null) return doctorFrame(logged);
  const { type, entry } = entryEventOf(logged);
  if (type !== 'queue_approved') return frame({ type, data: entry }, logged.cursor);
  const first: FrameId = { ...logged.cursor, part: 1 };
  const isSent = received !== undefined && formatCursor(received) === formatCursor(first);
  const approved = isSent ? '' : frame({ type, data: entry }, first);
  return approved + frame({ type: 'queue_joined', data: entry }, logged.cursor);
}

/** Events of a shared line and its points, for staff only. */
export function isOfLine({ type }: LoggedEvent): boolean {
  return type === 'line_updated';
}

/** Events of answers before a visit, for staff only. */
export function isOfAssessment({ type }: LoggedEvent): boolean {
  return type === 'assessment_updated';
}

function assessmentOf({ body }: LoggedEvent): PublishedAssessment {
  return assessmentInLog.parse(body).told;
}

/** The frames for the patient of the entry, with line names in this language where they exist. */
export function patientFrames(logged: LoggedEvent, language?: Language): string {
  const { type } = entryEventOf(logged);
  return frame({ type, data: patientEntryIn(logged, language) }, logged.cursor);
}

/** The frame for everybody who watches a doctor: the public view. */
export function doctorFrame(logged: LoggedEvent): string {
  return frame({ type: 'doctor_updated', data: doctor.parse(logged.body) }, logged.cursor);
}

/** The entry in an event, in the form for its patient. */
export function patientEntryIn(logged: LoggedEvent, language?: Language): PatientEntry {
  const { entry } = entryEventOf(logged);
  return patientEntryOf(entryIn(entry, namesInEvent.parse(logged.body), language));
}

function entryEventOf(logged: LoggedEvent): { type: EntryEventType; entry: StaffEntry } {
  const type = entryEventTypes.find((known) => known === logged.type);
  if (type === undefined)
    throw new Error(`The log holds an event of no known type: ${logged.type}`);
  return { type, entry: loggedEntry.parse(logged.body) };
}

/** A visit, or its answers, that an event shows to staff. */
export interface ShownEntry {
  readonly what: 'line' | 'answers';
  readonly id: string;
  readonly doctorId: string;
  readonly patientId: string;
}

/** The visit that an event shows to staff; undefined for an event about a doctor. */
export function shownIn(logged: LoggedEvent): ShownEntry | undefined {
  if (isOfAssessment(logged)) {
    const { visitId, patient } = assessmentOf(logged).assessment;
    return { what: 'answers', id: visitId, doctorId: logged.doctorId, patientId: patient.id };
  }
  if (logged.entryId === null) return undefined;
  const { entry } = entryEventOf(logged);
  return { what: 'line', id: entry.id, doctorId: logged.doctorId, patientId: entry.patient.id };
}
