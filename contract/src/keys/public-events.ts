/**
 * The events that a hospital's own systems read [API-29]: their public names, their content and
 * the dated versions of that content. An action without a public name does not compile.
 */
import { z } from 'zod';
import { appointmentStatuses, doctorStatuses, queueStatuses } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, instant, uuid } from '../fields.ts';
import { answerSchema } from './answer-schema.ts';
import type { ActionName } from '../queue/queue-actions.ts';

/** The changes of an entry that are not actions of the queue. */
export type EntryBeginning = 'request' | 'join' | 'call_again';
/** Every change of an entry that the event log records. */
export type LoggedAction = ActionName | EntryBeginning;

/** The public name of each action on an entry. */
export const eventOfAction = {
  request: 'place.requested',
  join: 'place.joined',
  approve: 'place.approved',
  reject: 'place.rejected',
  start: 'place.called',
  call_again: 'place.called_again',
  hold: 'place.held',
  back: 'place.back',
  move: 'place.moved',
  move_up: 'place.moved',
  move_down: 'place.moved',
  to_end: 'place.moved',
  go_later: 'place.moved',
  run_late: 'place.delayed',
  transfer: 'place.transferred',
  complete: 'place.completed',
  no_show: 'place.no_show',
  leave: 'place.left',
  take_back: 'place.left',
  remove: 'place.removed',
  close: 'place.closed',
  bring_back: 'place.restored',
  check_in: 'place.checked_in',
  undo_check_in: 'place.check_in_undone',
  note: 'place.noted',
  write_note: 'place.noted',
  urgency: 'place.urgency_changed',
  interpreter: 'place.interpreter_changed',
  say_over: 'place.over_reported',
} as const satisfies Record<LoggedAction, `place.${string}`>;

/**
 * The changes of an appointment. A missed appointment is not among them, because nothing is written
 * when its day ends.
 */
export type AppointmentChange =
  | 'book'
  | 'move'
  | 'cancel'
  | 'confirm'
  | 'check_in'
  | 'undo_check_in'
  | 'offer';

/** The public name of each change of an appointment. */
export const eventOfAppointment = {
  book: 'appointment.booked',
  move: 'appointment.moved',
  cancel: 'appointment.cancelled',
  confirm: 'appointment.confirmed',
  check_in: 'appointment.checked_in',
  undo_check_in: 'appointment.check_in_undone',
  offer: 'appointment.offered',
} as const satisfies Record<AppointmentChange, `appointment.${string}`>;

/** The other changes that have a public name. */
export const otherEvents = [
  'doctor.available',
  'doctor.away',
  'line.opened',
  'line.closed',
  'day.ended',
  'alert.raised',
  'alert.seen',
] as const;

type PlaceEvent = (typeof eventOfAction)[LoggedAction];
type AppointmentEvent = (typeof eventOfAppointment)[AppointmentChange];
type OtherEvent = (typeof otherEvents)[number];
export type PublicEventType = PlaceEvent | AppointmentEvent | OtherEvent;

export const publicEventTypes: readonly PublicEventType[] = [
  ...new Set<PublicEventType>([
    ...Object.values(eventOfAction),
    ...Object.values(eventOfAppointment),
    ...otherEvents,
  ]),
];

/** The type and the possible statuses of each subject. An event's name begins with the subject. */
const subjects = {
  place: { type: 'entry', statuses: queueStatuses },
  appointment: { type: 'appointment', statuses: [...appointmentStatuses, 'offered'] },
  doctor: { type: 'doctor', statuses: doctorStatuses },
  line: { type: 'line', statuses: ['open', 'closed'] },
  day: { type: 'line', statuses: ['ended'] },
  alert: { type: 'visit', statuses: ['raised', 'seen'] },
} as const satisfies Record<string, Subject>;
type SubjectName = keyof typeof subjects;
type SubjectType = (typeof subjects)[SubjectName]['type'] | 'offer';

interface Subject {
  readonly type: string;
  readonly statuses: readonly string[];
}

/** The type of an event's subject, for example `entry` for `place.called`. */
export function subjectOf(type: PublicEventType): SubjectType {
  // An offer of an earlier time may go to a patient without an appointment.
  return type === eventOfAppointment.offer ? 'offer' : subjects[nameOf(type)].type;
}

function nameOf(type: PublicEventType): SubjectName {
  // The part before the dot names the subject, for example `place` in `place.called`.
  return type.slice(0, type.indexOf('.')) as SubjectName;
}

/** The versions of the events' content. Each breaking change adds a version, named by its date. */
export const eventVersions = ['2026-12-01'] as const;
/** The default version. It never changes, so that existing programs continue to work. */
export const firstEventVersion = eventVersions[0];

const subjectTypes = ['entry', 'appointment', 'offer', 'doctor', 'line', 'visit'] as const;

const shape = {
  /** The event's id, which never changes. */
  id: z.string().max(40),
  type: z.enum(publicEventTypes),
  /** When the event became readable. */
  timestamp: instant,
  data: z.object({
    /** What changed. `version` grows with each later event of the same subject. */
    subject: z.object({ type: z.enum(subjectTypes), id: uuid, version: z.int() }),
    hospital: uuid,
    /** The doctor's own line or the shared line. */
    line: uuid.nullable(),
    token: z.string().nullable(),
    /** The status of the subject right after the change. */
    status: z.string(),
    /** When the change was made. */
    at: instant,
  }),
};

/** An event as a hospital's own system reads it. */
export const publicEvent = z.object(shape);
export type PublicEvent = z.infer<typeof publicEvent>;

/** The content of the events of one type, in the version of 2026-12-01. */
export function eventSchemaOf(type: PublicEventType): z.ZodObject {
  return z.object({
    ...shape,
    type: z.literal(type),
    data: shape.data.extend({
      subject: shape.data.shape.subject.extend({ type: z.literal(subjectOf(type)) }),
      status: z.enum(subjects[nameOf(type)].statuses),
    }),
  });
}

/** The JSON Schema of every type of one version, by the name of the type. */
export function eventSchemas(version: (typeof eventVersions)[number]): object {
  const types = publicEventTypes.map((type) => [type, answerSchema(eventSchemaOf(type))] as const);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Events of Baari, version ${version}`,
    oneOf: publicEventTypes.map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(types),
  };
}

/** The number of events in one answer: the maximum and the default. */
export const eventsAtOnce = { most: 200, usual: 100 } as const;
/** The longest time that a call may wait for an event, in seconds. */
export const longestWait = 25;
/** The number of days after which events are deleted. */
export const eventsKeptDays = 30;

/** A number in a query: digits only, within these limits. */
function whole(least: number, most: number, usual: number) {
  return z.coerce
    .number({ error: fieldMessages.choice })
    .int({ error: fieldMessages.choice })
    .min(least, { error: fieldMessages.choice })
    .max(most, { error: fieldMessages.choice })
    .default(usual);
}

/** A position in the events. Callers must not interpret it. */
const cursor = z.string().regex(/^c[0-9a-z]{1,11}$/u, { error: fieldMessages.choice });

const types = z
  .string()
  .max(1500)
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(publicEventTypes, { error: fieldMessages.choice })).min(1));

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  key: 'events:read',
  summary:
    "List the changes at the caller's hospital after a cursor, oldest first. Without `after`, the answer contains no events, only the newest cursor",
  rows: ['API-29'],
  access: ['hospital_admin'],
  mayTakeMs: 40_000,
  query: z.object({
    /** The `next` of the last answer. */
    after: cursor.optional(),
    /** Names of events, separated by commas; all events if it is left out. */
    types: types.optional(),
    limit: whole(1, eventsAtOnce.most, eventsAtOnce.usual),
    /** The seconds to wait for an event if there is none yet. */
    wait: whole(0, longestWait, 0),
    /** The version of the events' content. */
    version: z.enum(eventVersions, { error: fieldMessages.choice }).default(firstEventVersion),
  }),
  reply: z.object({
    events: z.array(publicEvent).max(eventsAtOnce.most),
    /** The cursor for the next call; also given if there were no events. */
    next: z.string().max(12),
  }),
  problems: ['forbidden', 'events_gone', 'too_many_requests'],
});
