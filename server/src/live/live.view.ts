/**
 * Turns an event of the event log into the text that each audience receives [EV-1, EV-2, EV-11,
 * SEC-18].
 */
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
import { followUpInLog } from '@baari/contract/visit/follow-up.ts';
import { handOffsInLog } from '@baari/contract/visit/hand-offs.ts';
import { sharingInLog } from '@baari/contract/visit/shared-place.ts';
import { vitalsInLog } from '@baari/contract/visit/vitals.ts';
import { namesInEvent } from '@baari/contract/lines/line-names.ts';
import { publishedLine } from '@baari/contract/lines/shared-line.ts';
import type { Language } from '@baari/contract/languages.ts';
import { publishedIn } from '../assessments/assessments.view.ts';
import { type FrameId, formatCursor } from '../platform/events/cursor.rules.ts';
import type { LoggedEvent } from '../platform/events/event-log.store.ts';
import { entryIn } from '../queue/reads/line-names.view.ts';
import { patientEntryOf } from '../queue/queue.view.ts';

/** The text of one event of the live stream: a data line of JSON, followed by a blank line. */
export function frame(event: LiveEvent, at?: FrameId): string {
  const id = at === undefined ? '' : `id: ${formatCursor(at)}\n`;
  return `${id}data: ${JSON.stringify(event)}\n\n`;
}

const { shape } = staffEntry;

/**
 * Checks an entry from the event log. It must have the fields that staff see; any other field is a
 * bug. Fields that an older event lacks get empty values.
 */
const loggedEntry = staffEntry.extend({
  ...withEmptyDefaults(shape),
  hospital: shape.hospital.extend({
    standing: shape.hospital.shape.standing.default('unconfirmed'),
    opening: shape.hospital.shape.opening.default(null),
  }),
  // A newer server process may log actions that this process does not know.
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
 * Gives each field a default: null, false or an empty list, if the field's type allows one of them.
 */
function withEmptyDefaults(fields: typeof shape): typeof shape {
  const all: Readonly<Record<string, AnyField>> = fields;
  const defaults = Object.entries(all).flatMap(([name, field]) => {
    const empty = [null, false, []].find((value) => field.safeParse(value).success);
    return empty === undefined ? [] : [[name, field.default(empty)] as const];
  });
  // The defaults change the input type of the fields, but not their output type.
  return { ...fields, ...Object.fromEntries(defaults) };
}

/**
 * The text of an event for staff. An approval is logged as one event but sent as two parts: the
 * first removes the entry from the pending list, the second adds it to the doctor's queue [EV-3,
 * EV-5]. Both parts have the event's id, and the id of the first is marked as part 1. A reader that
 * has `received` part 1 gets only the second. The names of emergency signs are in the given
 * language, or in all languages if no language is given [ASSESS-2].
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
  if (isOfVitals(logged)) {
    const { vitals } = vitalsInLog.parse(logged.body);
    return frame({ type: 'vitals_updated', data: vitals }, logged.cursor);
  }
  if (isOfHandOffs(logged)) {
    const { handOffs } = handOffsInLog.parse(logged.body);
    return frame({ type: 'hand_offs_updated', data: handOffs }, logged.cursor);
  }
  if (isOfFollowUp(logged)) {
    const { followUp } = followUpInLog.parse(logged.body);
    return frame({ type: 'follow_up_updated', data: followUp }, logged.cursor);
  }
  if (isOfSharing(logged)) {
    const { sharing } = sharingInLog.parse(logged.body);
    return frame({ type: 'sharing_updated', data: sharing }, logged.cursor);
  }
  if (logged.entryId === null) return doctorFrame(logged);
  const { type, entry } = entryEventOf(logged);
  if (type !== 'queue_approved') return frame({ type, data: entry }, logged.cursor);
  const first: FrameId = { ...logged.cursor, part: 1 };
  const isSent = received !== undefined && formatCursor(received) === formatCursor(first);
  const approved = isSent ? '' : frame({ type, data: entry }, first);
  return approved + frame({ type: 'queue_joined', data: entry }, logged.cursor);
}

/**
 * Whether an event is about a shared line or its service points. Only staff receive such events.
 */
export function isOfLine({ type }: LoggedEvent): boolean {
  return type === 'line_updated';
}

/** Whether an event is about a patient's answers before a visit. Only staff receive such events. */
export function isOfAssessment({ type }: LoggedEvent): boolean {
  return type === 'assessment_updated';
}

/** Whether an event is about a patient's vital signs. Only staff receive such events. */
export function isOfVitals({ type }: LoggedEvent): boolean {
  return type === 'vitals_updated';
}

/** Whether an event is about hand-off notes. Only staff receive such events. */
export function isOfHandOffs({ type }: LoggedEvent): boolean {
  return type === 'hand_offs_updated';
}

/** Whether an event is about the follow-up of a visit. Only staff receive such events. */
export function isOfFollowUp({ type }: LoggedEvent): boolean {
  return type === 'follow_up_updated';
}

/** Whether an event is about the shared links of a visit. Only staff receive such events. */
export function isOfSharing({ type }: LoggedEvent): boolean {
  return type === 'sharing_updated';
}

function assessmentOf({ body }: LoggedEvent): PublishedAssessment {
  return assessmentInLog.parse(body).told;
}

/**
 * The text of an event for the patient of the entry. Line names are in this language if the line
 * has a name in it.
 */
export function patientFrames(logged: LoggedEvent, language?: Language): string {
  const { type } = entryEventOf(logged);
  return frame({ type, data: patientEntryIn(logged, language) }, logged.cursor);
}

/**
 * The text of an event for everybody who watches a doctor. It contains only public data of the
 * doctor.
 */
export function doctorFrame(logged: LoggedEvent): string {
  return frame({ type: 'doctor_updated', data: doctor.parse(logged.body) }, logged.cursor);
}

/** The queue entry in an event, with the fields that its patient may see. */
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

/** A visit, or the answers before a visit, that an event shows to staff. */
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
