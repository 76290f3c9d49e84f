/**
 * The answers of the promised endpoints as an API key sees them: an allow-list of fields. Without
 * the scope `patients:read` a patient is a token, an age band and an urgency; with it, also a name
 * and contact details. What patients and staff write about a visit reaches no key [SEC-18].
 */
import { z } from 'zod';
import { lineShown, maxPageSize, maxSharedLines } from '../constants.ts';
import { colleague, listColleagues } from '../doctor/doctor.ts';
import type { EndpointName, endpoints } from '../endpoints.ts';
import { getAnalytics } from '../hospital/analytics.ts';
import { getOwnHospital, hospital } from '../hospital/hospital.ts';
import { keyed } from '../keyed.ts';
import { callNext, counter, finishAtPoint } from '../lines/counter.ts';
import { getJourney, listNextStops, planStops } from '../lines/journey.ts';
import { maxPoints } from '../lines/service-kinds.ts';
import { listLines, servicePoint, sharedLine } from '../lines/shared-line.ts';
import {
  type actionCalls,
  calledNames,
  getDayCounts,
  getDoctorQueue,
  getMoveEffect,
  goingOn,
  listPending,
  listVisitsOfDay,
  listWaiting,
  staffEntry,
  visitsOfDayShown,
} from '../queue/queue.ts';
import { queueActions } from '../queue/queue-actions.ts';
import {
  appointment,
  checkInForPatient,
  findKnownPatients,
  getDoctorSlots,
  knownPatient,
  listHospitalAppointments,
  listNextSlots,
  patientsFound,
} from '../visit/appointment.ts';
import { listEvents } from './public-events.ts';
import type { Scope } from './scopes.ts';

/** Ages in years, wide enough to tell nobody apart. */
export const ageBands = ['0-4', '5-14', '15-29', '30-44', '45-59', '60-74', '75+'] as const;
export type AgeBand = (typeof ageBands)[number];

/** The patient's age; null if the hospital does not know it, or its patient does not share it. */
const ageBand = z.enum(ageBands).nullable();

const keyPatient = staffEntry.shape.patient.pick({
  id: true,
  name: true,
  email: true,
  phone: true,
  through: true,
});

/** A queue entry as an API key sees it. */
export const keyEntry = z.object({
  ...staffEntry.pick({
    id: true,
    status: true,
    position: true,
    joinedAt: true,
    approvedAt: true,
    startedAt: true,
    endedAt: true,
    line: true,
    estimatedWaitTime: true,
    waitRange: true,
    call: true,
    urgency: true,
    cancelledBy: true,
    severalStops: true,
    visitId: true,
    token: true,
    checkedInAt: true,
    checkedInBy: true,
    hold: true,
    booking: true,
    dueAt: true,
    visitKind: true,
    point: true,
    queueVersion: true,
  }).shape,
  ageBand,
  doctor: staffEntry.shape.doctor.omit({ hospital: true }),
  hospital: staffEntry.shape.hospital.pick({ id: true, name: true, timeZone: true }),
});

/** An appointment as an API key sees it. */
const keyAppointment = appointment
  .omit({ cancelReason: true, patient: true })
  .extend({ ageBand, hospital: appointment.shape.hospital.omit({ standing: true }) });

const keyAppointmentPatient = appointment.shape.patient.pick({
  id: true,
  name: true,
  phone: true,
  through: true,
});

/** A service point as an API key sees it. */
export const keyPoint = servicePoint.omit({ by: true, staff: true });
/** A shared line as an API key sees it. */
export const keyLine = sharedLine.extend({ points: z.array(keyPoint).max(maxPoints) });

/** The answer of one promised endpoint, for a key without and with the scope `patients:read`. */
export interface KeyAnswer {
  readonly plain: z.ZodObject;
  readonly withPatients: z.ZodObject;
}

/** The parts that differ between the two views. */
interface Parts {
  readonly entry: z.ZodType;
  readonly appointment: z.ZodType;
}

const plain: Parts = { entry: keyEntry, appointment: keyAppointment };
/** The parts as a key with the scope `patients:read` sees them. */
export const withPatients: Parts = {
  entry: keyEntry.extend({ patient: keyPatient }),
  appointment: keyAppointment.extend({ patient: keyAppointmentPatient }),
};

function answer(make: (parts: Parts) => z.ZodObject): KeyAnswer {
  return { plain: make(plain), withPatients: make(withPatients) };
}

/** The answer of an endpoint that shows no patient. */
function same(reply: z.ZodObject): KeyAnswer {
  return { plain: reply, withPatients: reply };
}

const oneEntry = answer(({ entry }) => z.object({ queue: entry }));
const oneAppointment = answer((parts) => z.object({ appointment: parts.appointment }));
const entries = answer(({ entry }) => listWaiting.reply.extend({ queues: listOf(entry) }));

function listOf(entry: z.ZodType) {
  return z.array(entry).max(maxPoints + lineShown + maxPageSize);
}

type Endpoints = typeof endpoints;
/** The names of the endpoints that an API key may call. */
export type KeyedName = {
  [Name in EndpointName]: Endpoints[Name] extends { readonly key: Scope } ? Name : never;
}[EndpointName];
type KeyedActionName = Extract<keyof typeof actionCalls, KeyedName>;

const ofActions = keyed<Record<KeyedActionName, KeyAnswer>>(
  calledNames
    .filter((name) => 'key' in queueActions[name].call)
    .map((name) => [queueActions[name].call.name, oneEntry]),
);

/** The answers for keys. A promised endpoint that is missing here does not compile. */
const answers: Readonly<Record<KeyedName, KeyAnswer>> = {
  ...ofActions,
  updateEntry: oneEntry,
  getEntry: oneEntry,
  addWalkIn: oneEntry,
  callAgain: oneEntry,
  callNext: answer(({ entry }) => callNext.reply.extend({ queue: entry })),
  finishAtPoint: answer(({ entry }) =>
    finishAtPoint.reply.extend({ queue: entry, next: entry.nullable() }),
  ),
  listPending: answer(({ entry }) => listPending.reply.extend({ pendingQueues: listOf(entry) })),
  listWaiting: entries,
  listInside: entries,
  getDoctorQueue: answer(({ entry }) => getDoctorQueue.reply.extend({ queue: listOf(entry) })),
  listVisitsOfDay: answer(({ entry }) =>
    listVisitsOfDay.reply.extend({
      visits: listOf(entry),
      goingOn: z.array(goingOn.extend({ entry })).max(visitsOfDayShown),
    }),
  ),
  getDayCounts: same(getDayCounts.reply),
  getMoveEffect: same(getMoveEffect.reply),
  getCounter: answer(({ entry }) =>
    z.object({
      counter: counter.extend({
        point: keyPoint,
        line: keyLine,
        serving: entry.nullable(),
        waiting: listOf(entry),
        named: listOf(entry),
      }),
    }),
  ),
  setPointState: same(z.object({ line: keyLine })),
  getJourney: same(getJourney.reply),
  listNextStops: same(listNextStops.reply),
  sendOn: oneEntry,
  undoSendOn: oneEntry,
  planStops: same(planStops.reply),
  getDoctorSlots: same(getDoctorSlots.reply),
  listNextSlots: same(listNextSlots.reply),
  listHospitalAppointments: answer((parts) =>
    listHospitalAppointments.reply.extend({
      appointments: z.array(parts.appointment).max(maxPageSize),
    }),
  ),
  bookForPatient: oneAppointment,
  moveForPatient: oneAppointment,
  cancelForPatient: oneAppointment,
  checkInForPatient: answer((parts) =>
    checkInForPatient.reply.extend({ appointment: parts.appointment, queue: parts.entry }),
  ),
  findKnownPatients: same(
    findKnownPatients.reply.extend({
      patients: z
        .array(knownPatient.pick({ id: true, name: true, phone: true, email: true, through: true }))
        .max(patientsFound),
    }),
  ),
  listLines: same(listLines.reply.extend({ lines: z.array(keyLine).max(maxSharedLines) })),
  listColleagues: same(
    listColleagues.reply.extend({
      doctors: z
        .array(
          colleague.pick({
            id: true,
            name: true,
            specialty: true,
            department: true,
            status: true,
            breakUntil: true,
            room: true,
            currentQueue: true,
            line: true,
            waitIfJoinedNow: true,
          }),
        )
        .max(maxPageSize),
    }),
  ),
  getOwnHospital: same(
    getOwnHospital.reply.extend({
      hospital: hospital.pick({
        id: true,
        name: true,
        timeZone: true,
        departments: true,
        operating_hours: true,
        openNow: true,
      }),
    }),
  ),
  getAnalytics: same(getAnalytics.reply),
  listEvents: same(listEvents.reply),
};

export const keyedNames = Object.keys(answers) as readonly KeyedName[];

/** Whether an API key may call the endpoint with this name. */
export function isKeyed(name: EndpointName): name is KeyedName {
  return Object.hasOwn(answers, name);
}

/** The answer of a promised endpoint as a key with these scopes sees it. */
export function answerForKey(name: KeyedName, scopes: readonly Scope[]): z.ZodObject {
  const { plain: without, withPatients: whole } = answers[name];
  return scopes.includes('patients:read') ? whole : without;
}
