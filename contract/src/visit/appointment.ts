/** Appointments: a doctor's offered times, booking one, and the day's list [APPT-1, PAT-8]. */
import { z } from 'zod';
import {
  appointmentStatuses,
  bookingSides,
  hospitalVerifications,
  listShown,
  maxLength,
  maxPageSize,
  maxSharedLines,
  visitKinds,
} from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  clockTime,
  day,
  dayGiven,
  fieldMessages,
  idParams,
  instant,
  nextPage,
  pageQuery,
  phone,
  requiredName,
  requiredText,
  text,
  uuid,
  visitKindGiven,
} from '../fields.ts';
import { serviceKinds } from '../lines/service-kinds.ts';
import { forWhom } from '../patient/person.ts';
import { beyondGiven } from '../lines/requests-taken.ts';
import { patientEntry, staffEntry } from '../queue/queue.ts';

/** A time on the hospital's clock, HH:MM. The server refuses a time that is not offered. */
const time = clockTime;

/** The most slots that one day can have: as many slots of 5 minutes as fit into 24 hours. */
const maxSlotsADay = 288;
/**
 * The most walk-in periods of one day. A timetable can have 40 sessions, and each may be a walk-in
 * period.
 */
const maxOpenHours = 40;

/** One offered time of a day. It does not say who has booked it. */
export const slot = z.object({
  time,
  startsAt: instant,
  /** How many minutes the visit lasts. */
  minutes: z.int(),
  /** How many patients can book this time in all. */
  places: z.int(),
  /** How many more patients can book this time. */
  free: z.int(),
  isFree: z.boolean(),
  /** How many of the free places only the desk can book. */
  reserved: z.int().default(0),
});
export type Slot = z.infer<typeof slot>;

export const confirmations = ['not_asked', 'asked', 'confirmed'] as const;

/** A booked visit as the patient and the hospital's staff see it. */
export const appointment = z.object({
  id: uuid,
  status: z.enum(appointmentStatuses),
  date: day,
  time: z.string(),
  startsAt: instant,
  /**
   * The kind of visit that was stated. null if none was stated, or from a server process of an
   * older release.
   */
  visitKind: z.enum(visitKinds).nullable().default(null),
  /**
   * Whether the appointment must be moved, because its time is now outside the doctor's hours or on
   * a day off.
   */
  isOutsideHours: z.boolean(),
  bookedAt: instant,
  /**
   * Whether the patient can check in: today is the day of the visit, and the patient has not
   * checked in.
   */
  canCheckIn: z.boolean(),
  /**
   * The time from which patients may check in on their own. This limit does not apply at the desk
   * or with the door code.
   */
  checkInFrom: instant,
  /** Who cancelled the appointment; null unless it was cancelled. */
  cancelledBy: z.enum(bookingSides).nullable(),
  /** The hospital's message to the patient about the cancellation; null for none. */
  cancelReason: z.string().nullable(),
  /** Whether a reminder has asked the patient to confirm the booking, and whether it is confirmed. */
  confirmation: z.enum(confirmations).default('not_asked'),
  patient: z.object({
    id: uuid,
    name: z.string(),
    /** The patient's own phone; if there is none, the account's phone. */
    phone: z.string().nullable(),
    /**
     * The name of the account holder if the patient belongs to another person's account; null for
     * account holders and walk-ins.
     */
    through: z.string().nullable(),
    /** Whether the patient has an account, so that Baari can notify the patient of changes. */
    hasAccount: z.boolean(),
    /** Whether the account's email or phone is verified; true for a contact entered by the desk. */
    isContactProved: z.boolean(),
    /**
     * Whether the account's phone is verified. It is also true for a phone number that the desk
     * entered, and for a patient without a phone.
     */
    isPhoneProved: z.boolean(),
  }),
  doctor: z.object({
    id: uuid,
    name: z.string(),
    specialty: z.string(),
    department: z.string(),
    /** The kind of the shared line; null if the appointment is with a doctor [LINE-6]. */
    service: z.enum(serviceKinds).nullable().default(null),
  }),
  hospital: z.object({
    id: uuid,
    name: z.string(),
    timeZone: z.string(),
    standing: z.enum(hospitalVerifications).default('unconfirmed'),
  }),
});
export type Appointment = z.infer<typeof appointment>;

const desk = ['doctor', 'receptionist', 'hospital_admin'] as const;
const appointmentReply = z.object({ appointment });

export const getDoctorSlots = endpoint({
  method: 'GET',
  path: '/doctors/:id/slots',
  summary:
    "List the offered times of one day of a doctor or a shared line, by default of the hospital's today",
  rows: ['APPT-1', 'PAT-8', 'LINE-6'],
  access: 'public',
  key: 'appointments:read',
  params: idParams,
  /**
   * visitKind: the kind of visit for which times are searched. Without it, times for a visit of the
   * usual length are searched.
   */
  query: z.object({ date: dayGiven().optional(), visitKind: visitKindGiven }),
  reply: z.object({
    date: day,
    /** The current date on the hospital's calendar, and the last day that can be booked. */
    today: day,
    lastDay: day,
    timeZone: z.string(),
    /**
     * The offered times of the day. The list is empty on a past day, on a day too far ahead, or
     * when the hospital is closed.
     */
    slots: z.array(slot).max(maxSlotsADay),
    /** Whether the length of a visit on this day depends on the kind of visit. */
    variesByKind: z.boolean().default(false),
    /** The hours of the day in which the doctor sees patients without a booked time. */
    openHours: z
      .array(z.object({ from: clockTime, to: clockTime, places: z.int().optional() }))
      .max(maxOpenHours),
    /**
     * The next day with a free time, if this day has none. null if this day has one, or if no later
     * day has one.
     */
    nextFreeDay: day.nullable(),
  }),
  problems: ['not_found'],
});

export const listNextSlots = endpoint({
  method: 'GET',
  path: '/hospitals/:id/next-slots',
  summary:
    "List the next free time of each of a hospital's doctors, one page of doctors at a time, and of its shared lines",
  rows: ['APPT-1', 'PAT-8', 'LINE-6'],
  access: 'public',
  key: 'appointments:read',
  params: idParams,
  query: pageQuery,
  reply: z.object({
    timeZone: z.string(),
    /**
     * The next free time of each doctor. Doctors who are Offline or have no free time are left out.
     */
    nextSlots: z
      .array(z.object({ doctorId: uuid, date: day, time, startsAt: instant }))
      .max(maxPageSize),
    /**
     * The next free time of each shared line in which patients can book from home. Sent on the
     * first page only.
     */
    nextLineSlots: z
      .array(z.object({ lineId: uuid, date: day, time, startsAt: instant }))
      .max(maxSharedLines)
      .default([]),
    next: nextPage,
  }),
  problems: ['not_found'],
});

export const bookAppointment = endpoint({
  method: 'POST',
  path: '/appointments',
  summary: 'Book an offered time of a doctor or a shared line; of several who want it, one gets it',
  rows: ['APPT-1', 'PAT-8', 'LINE-6'],
  access: ['patient'],
  status: 201,
  /**
   * doctorId: a doctor, or a shared line that accepts requests from home. patientId: the patient; a
   * person who belongs to another account is answered with `not_found` [PROF-1].
   */
  body: z.object({
    doctorId: uuid,
    date: dayGiven(),
    time,
    visitKind: visitKindGiven,
    patientId: forWhom,
  }),
  reply: appointmentReply,
  problems: [
    'forbidden',
    'not_found',
    'doctor_not_available',
    'line_closed',
    'hospital_closed',
    'slot_not_offered',
    'slot_taken',
    'held_for_somebody',
    'already_booked',
    'booked_at_that_time',
    'too_many_bookings',
    'contact_unproved',
  ],
});

/** The most past appointments in one API response. */
export const pastAppointmentsShown = 50;

export const listAppointments = endpoint({
  method: 'GET',
  path: '/appointments',
  summary:
    "List the caller's appointments: at most 100 upcoming, soonest first, and 50 others, latest first",
  rows: ['APPT-1'],
  access: ['patient'],
  reply: z.object({
    upcoming: z.array(appointment).max(listShown),
    past: z.array(appointment).max(pastAppointmentsShown),
    /** How many open requests for a free time belong to no booking. */
    requestsWithoutBooking: z.int().min(0).default(0),
  }),
  problems: ['forbidden'],
});

/** Why a patient's appointment cannot be moved to another time. */
export const moveProblems = [
  'doctor_not_available',
  'line_closed',
  'hospital_closed',
  'slot_not_offered',
  'slot_taken',
  'held_for_somebody',
  'already_booked',
  'booked_at_that_time',
  'appointment_over',
] as const;

export const rescheduleAppointment = endpoint({
  method: 'POST',
  path: '/appointments/:id/reschedule',
  summary:
    "Move the caller's own appointment to another offered time of the same doctor or shared line",
  rows: ['APPT-1'],
  access: ['patient'],
  params: idParams,
  body: z.object({ date: dayGiven(), time }),
  reply: appointmentReply,
  problems: ['forbidden', 'not_found', ...moveProblems],
});

export const cancelAppointment = endpoint({
  method: 'DELETE',
  path: '/appointments/:id',
  summary: "Cancel the caller's own appointment; its time becomes free",
  rows: ['APPT-1'],
  access: ['patient'],
  params: idParams,
  reply: appointmentReply,
  problems: ['forbidden', 'not_found', 'appointment_over'],
});

export const checkIn = endpoint({
  method: 'POST',
  path: '/appointments/:id/check-in',
  summary:
    'Check in for an appointment, which joins its line by the booked time without further approval',
  rows: ['APPT-1'],
  access: ['patient'],
  params: idParams,
  reply: z.object({ appointment, queue: patientEntry }),
  problems: [
    'forbidden',
    'not_found',
    'appointment_over',
    'not_the_day',
    'too_early_to_check_in',
    'already_in_queue',
    'doctor_not_available',
    'line_closed',
    'hospital_closed',
  ],
});

export const takeBackCheckIn = endpoint({
  method: 'DELETE',
  path: '/appointments/:id/check-in',
  summary: 'Leave the line that the check-in joined; the booking stays and can be checked in again',
  rows: ['APPT-1'],
  access: ['patient'],
  params: idParams,
  reply: z.object({ appointment, queue: patientEntry }),
  problems: ['forbidden', 'not_found', 'not_checked_in', 'illegal_transition', 'appointment_over'],
});

export const listHospitalAppointments = endpoint({
  method: 'GET',
  path: '/hospital/appointments',
  summary:
    "List a day's appointments at the caller's hospital, by doctor and time, a page at a time; by default all of today",
  rows: ['APPT-1'],
  access: desk,
  key: 'appointments:read',
  query: pageQuery.extend({ date: dayGiven().optional(), doctorId: uuid.optional() }),
  reply: z.object({
    date: day,
    today: day,
    appointments: z.array(appointment).max(maxPageSize),
    next: nextPage,
  }),
  problems: ['forbidden'],
});

export const listOutsideHours = endpoint({
  method: 'GET',
  path: '/hospital/appointments/outside',
  summary: "List the next 100 appointments that the doctors' hours or days off no longer allow",
  rows: ['APPT-1', 'DOC-1'],
  access: desk,
  query: z.object({ doctorId: uuid.optional() }),
  /** hasMore: whether there are later appointments that this response leaves out. */
  reply: z.object({ appointments: z.array(appointment).max(listShown), hasMore: z.boolean() }),
  problems: ['forbidden'],
});

/** A patient with an entry or a booking at a hospital, as its staff search for them. */
export const knownPatient = z.object({
  id: uuid,
  name: z.string(),
  /** The patient's own phone; if there is none, the account's phone. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /**
   * The name of the account holder if the patient belongs to another person's account; null for
   * account holders and walk-ins.
   */
  through: z.string().nullable(),
  /** Whether the patient has an account, so that Baari can notify the patient of a booking. */
  hasAccount: z.boolean(),
  /**
   * Whether the account's phone is verified. It is also true for a phone number that the desk
   * entered, and for a patient without a phone.
   */
  isPhoneProved: z.boolean(),
});
export type KnownPatient = z.infer<typeof knownPatient>;

/** The most patients that one search returns. */
export const patientsFound = 20;

export const findKnownPatients = endpoint({
  method: 'POST',
  path: '/hospital/patients/find',
  summary:
    'Find known patients of the hospital by part of the name, the phone or the email, at most 20',
  rows: ['APPT-1'],
  access: desk,
  key: 'patients:read',
  body: z.object({ search: requiredText(maxLength.name) }),
  reply: z.object({ patients: z.array(knownPatient).max(patientsFound) }),
  problems: ['forbidden'],
});

/** The patient for whom the desk books: a known patient, or somebody without an account by name. */
export const bookedPatient = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('known'), id: uuid }),
    z.object({
      kind: z.literal('new'),
      name: requiredName(maxLength.name),
      /** The phone; empty if there is none. */
      phone: z.union([phone, z.literal('')]),
    }),
  ],
  { error: fieldMessages.choice },
);
export type BookedPatient = z.infer<typeof bookedPatient>;

/**
 * Why the desk books a time that is held for another patient. Without a reason the booking is
 * refused.
 */
const overHoldGiven = beyondGiven;

const changesByStaff = ['forbidden', 'not_found', 'appointment_over'] as const;

export const bookForPatient = endpoint({
  method: 'POST',
  path: '/hospital/appointments',
  summary: "Book an offered time of one of the hospital's doctors or shared lines for a patient",
  rows: ['APPT-1', 'LINE-6'],
  access: desk,
  key: 'appointments:write',
  status: 201,
  body: z.object({
    doctorId: uuid,
    date: dayGiven(),
    time,
    visitKind: visitKindGiven,
    patient: bookedPatient,
    overHold: overHoldGiven,
  }),
  reply: appointmentReply,
  problems: [
    'forbidden',
    'not_found',
    'hospital_closed',
    'slot_not_offered',
    'slot_taken',
    'held_for_somebody',
    'already_booked',
    'booked_at_that_time',
  ],
});

export const moveForPatient = endpoint({
  method: 'POST',
  path: '/hospital/appointments/:id/reschedule',
  summary: "Move a patient's appointment to another offered time of the same doctor or shared line",
  rows: ['APPT-1'],
  access: desk,
  key: 'appointments:write',
  params: idParams,
  body: z.object({ date: dayGiven(), time, overHold: overHoldGiven }),
  reply: appointmentReply,
  problems: [
    ...changesByStaff,
    'doctor_not_available',
    'line_closed',
    'hospital_closed',
    'slot_not_offered',
    'slot_taken',
    'held_for_somebody',
    'already_booked',
    'booked_at_that_time',
  ],
});

export const cancelForPatient = endpoint({
  method: 'POST',
  path: '/hospital/appointments/:id/cancel',
  summary: "Cancel a patient's appointment, with an optional message",
  rows: ['APPT-1'],
  access: desk,
  key: 'appointments:write',
  params: idParams,
  body: z.object({ reason: text(maxLength.line).optional() }),
  reply: appointmentReply,
  problems: changesByStaff,
});

export const checkInForPatient = endpoint({
  method: 'POST',
  path: '/hospital/appointments/:id/check-in',
  summary:
    'Check in the patient of an appointment today, who joins the line at the place of the booked time',
  rows: ['APPT-1', 'ARR-1'],
  access: desk,
  key: 'appointments:write',
  params: idParams,
  reply: z.object({ appointment, queue: staffEntry }),
  problems: [
    ...changesByStaff,
    'not_the_day',
    'already_in_queue',
    'doctor_not_available',
    'line_closed',
    'hospital_closed',
  ],
});
