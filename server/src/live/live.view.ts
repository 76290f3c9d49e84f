/** Turns a logged event into the frames of each audience [EV-1, EV-2, EV-11, SEC-18]. */
import { type AssessmentTold, assessmentInLog } from '@baari/contract/visit/assessment.ts';
import { type EntryEventType, entryEventTypes } from '@baari/contract/constants.ts';
import { doctor } from '@baari/contract/doctor/doctor.ts';
import type { LiveEvent } from '@baari/contract/events.ts';
import {
  lastChange,
  type PatientEntry,
  type StaffEntry,
  staffEntry,
} from '@baari/contract/queue/queue.ts';
import { lineTold } from '@baari/contract/lines/shared-line.ts';
import type { Language } from '@baari/contract/languages.ts';
import { toldIn } from '../assessments/assessments.view.ts';
import { type FrameId, formatCursor } from '../platform/events/cursor.rules.ts';
import type { LoggedEvent } from '../platform/events/event-log.store.ts';
import { patientEntryOf } from '../queue/queue.view.ts';

/** One frame of the stream: a data line of JSON, ended by a blank line. */
export function frame(event: LiveEvent, at?: FrameId): string {
  const id = at === undefined ? '' : `id: ${formatCursor(at)}\n`;
  return `${id}data: ${JSON.stringify(event)}\n\n`;
}

const { shape } = staffEntry;

/**
 * The log holds an entry as staff see it; anything else in it is a bug. The defaults are for events from
 * before a field existed.
 */
const loggedEntry = staffEntry.extend({
  token: shape.token.default(null),
  checkedInAt: shape.checkedInAt.default(null),
  checkedInBy: shape.checkedInBy.default(null),
  line: shape.line.default(null),
  call: shape.call.default(null),
  saidOver: shape.saidOver.default(null),
  hold: shape.hold.default(null),
  closed: shape.closed.default(null),
  moved: shape.moved.default(null),
  point: shape.point.default(null),
  booking: shape.booking.default(null),
  placeChanges: shape.placeChanges.default([]),
  dueAt: shape.dueAt.default(null),
  urgencyChange: shape.urgencyChange.default(null),
  delay: shape.delay.default(null),
  visitKind: shape.visitKind.default(null),
  severalStops: shape.severalStops.default(false),
  visitId: shape.visitId.default(null),
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

/**
 * The frames for staff. An approval is one event with two frames: the first removes the entry from the
 * pending list, the second adds it to the doctor's queue [EV-3, EV-5]. Both have the event's id, the first
 * marked as part 1. A reader that `received` part 1 gets only the second. Alert signs are in this language,
 * or in all by default [ASSESS-2].
 */
export function staffFrames(logged: LoggedEvent, language?: Language, received?: FrameId): string {
  if (isOfLine(logged)) {
    return frame({ type: 'line_updated', data: lineTold.parse(logged.body) }, logged.cursor);
  }
  if (isOfAssessment(logged)) {
    return frame(
      { type: 'assessment_updated', data: toldIn(assessmentOf(logged), language) },
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

function assessmentOf({ body }: LoggedEvent): AssessmentTold {
  return assessmentInLog.parse(body).told;
}

/** The frames for the entry's patient. */
export function patientFrames(logged: LoggedEvent): string {
  const { type, entry } = entryEventOf(logged);
  return frame({ type, data: patientEntryOf(entry) }, logged.cursor);
}

/** The frame for everybody who watches a doctor: the public view. */
export function doctorFrame(logged: LoggedEvent): string {
  return frame({ type: 'doctor_updated', data: doctor.parse(logged.body) }, logged.cursor);
}

/** The event's entry as its patient sees it. */
export function patientEntryIn(logged: LoggedEvent): PatientEntry {
  return patientEntryOf(entryEventOf(logged).entry);
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
