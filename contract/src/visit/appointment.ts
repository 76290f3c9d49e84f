/** Appointments: a doctor's offered times, booking one, and the day's list [APPT-1, PAT-8]. */
import { z } from 'zod';
import {
  appointmentStatuses,
  bookingSides,
  hospitalVerifications,
  listShown,
  maxLength,
  maxPageSize,
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
import { forWhom } from '../patient/person.ts';
import { patientEntry, staffEntry } from '../queue/queue.ts';

/** A time on the hospital's clock, HH:MM; the server refuses one that is not offered. */
const time = clockTime;

/** The most slots of one day: a whole day of the shortest slots, 5 minutes each. */
const maxSlotsADay = 288;
/** The most open hours of one day: as many as a timetable has sessions. */
const maxOpenHours = 40;

/** One offered time of a day; who booked a taken one stays private. */
export const slot = z.object({
  time,
  startsAt: instant,
  /** How long the visit lasts. */
  minutes: z.int(),
  /** How many patients can book this time. */
  places: z.int(),
  /** The places that are left. */
  free: z.int(),
  isFree: z.boolean(),
});
export type Slot = z.infer<typeof slot>;

/** A booked visit as the patient and the hospital's staff see it. */
export const appointment = z.object({
  id: uuid,
  status: z.enum(appointmentStatuses),
  date: day,
  time: z.string(),
  startsAt: instant,
  /**
   * Whether the doctor's hours or days off now exclude the time, so that the appointment must be moved.
   */
  isOutsideHours: z.boolean(),
  bookedAt: instant,
  /**
   * Whether the patient can check in: it is the day of the visit at the hospital, and there was no check-in.
   */
  canCheckIn: z.boolean(),
  /**
   * The time from which patients may check in on their own. The desk and the door code are not limited.
   */
  checkInFrom: instant,
  /** Who cancelled it; null unless cancelled. */
  cancelledBy: z.enum(bookingSides).nullable(),
  /** The hospital's message to the patient; null for none. */
  cancelReason: z.string().nullable(),
  patient: z.object({
    id: uuid,
    name: z.string(),
    /** The person's own phone, else the account's. */
    phone: z.string().nullable(),
    /**
     * The account that the person belongs to; null for an account's own person and for a walk-in.
     */
    through: z.string().nullable(),
    /** Whether an account exists that can be notified of changes. */
    hasAccount: z.boolean(),
    /** Whether the account's email or phone is verified; true for a contact entered by the desk. */
    isContactProved: z.boolean(),
    /**
     * Whether the account's phone is verified; true for one entered by the desk, or without a
     * phone.
     */
    isPhoneProved: z.boolean(),
  }),
  doctor: z.object({ id: uuid, name: z.string(), specialty: z.string(), department: z.string() }),
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
  summary: "List a doctor's offered times of one day, by default the hospital's today",
  rows: ['APPT-1', 'PAT-8'],
  access: 'public',
  params: idParams,
  query: z.object({ date: dayGiven().optional() }),
  reply: z.object({
    date: day,
    /** The hospital's today, and the last day that can be booked. */
    today: day,
    lastDay: day,
    timeZone: z.string(),
    /** The offered times; empty on a past day, too far ahead, or when the hospital is closed. */
    slots: z.array(slot).max(maxSlotsADay),
    /** The hours in which the doctor sees patients without a booked time. */
    openHours: z.array(z.object({ from: clockTime, to: clockTime })).max(maxOpenHours),
    /** The next day with a free time, if this day has none; null if it has one or none follows. */
    nextFreeDay: day.nullable(),
  }),
  problems: ['not_found'],
});

export const listNextSlots = endpoint({
  method: 'GET',
  path: '/hospitals/:id/next-slots',
  summary: "List the next free time of each of a hospital's doctors, one page of doctors at a time",
  rows: ['APPT-1', 'PAT-8'],
  access: 'public',
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
    next: nextPage,
  }),
  problems: ['not_found'],
});

export const bookAppointment = endpoint({
  method: 'POST',
  path: '/appointments',
  summary: 'Book an offered time; of several who want it, one gets it',
  rows: ['APPT-1', 'PAT-8'],
  access: ['patient'],
  status: 201,
  /** patientId: the patient; a person of another account is not found [PROF-1]. */
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
    'hospital_closed',
    'slot_not_offered',
    'slot_taken',
    'already_booked',
    'booked_at_that_time',
    'too_many_bookings',
    'contact_unproved',
  ],
});

/** The most past appointments in one answer. */
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
  }),
  problems: ['forbidden'],
});

export const rescheduleAppointment = endpoint({
  method: 'POST',
  path: '/appointments/:id/reschedule',
  summary: "Move the caller's own appointment to another offered time of the same doctor",
  rows: ['APPT-1'],
  access: ['patient'],
  params: idParams,
  body: z.object({ date: dayGiven(), time }),
  reply: appointmentReply,
  problems: [
    'forbidden',
    'not_found',
    'doctor_not_available',
    'hospital_closed',
    'slot_not_offered',
    'slot_taken',
    'already_booked',
    'booked_at_that_time',
    'appointment_over',
  ],
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
    "Check in for an appointment, which joins the doctor's line by the booked time without further approval",
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
  /** hasMore: there are others, later. */
  reply: z.object({ appointments: z.array(appointment).max(listShown), hasMore: z.boolean() }),
  problems: ['forbidden'],
});

/** A patient with an entry or a booking at a hospital, as its staff search for them. */
export const knownPatient = z.object({
  id: uuid,
  name: z.string(),
  /** The person's own phone, else the account's. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** The account that the person belongs to; null for an account's own person and for a walk-in. */
  through: z.string().nullable(),
  /** Whether an account exists that can be notified of a booking. */
  hasAccount: z.boolean(),
  /**
   * Whether the account's phone is verified; true for one entered by the desk, or without a phone.
   */
  isPhoneProved: z.boolean(),
});
export type KnownPatient = z.infer<typeof knownPatient>;

/** The most patients in one search. */
export const patientsFound = 20;

export const findKnownPatients = endpoint({
  method: 'POST',
  path: '/hospital/patients/find',
  summary:
    'Find known patients of the hospital by part of the name, the phone or the email, at most 20',
  rows: ['APPT-1'],
  access: desk,
  body: z.object({ search: requiredText(maxLength.name) }),
  reply: z.object({ patients: z.array(knownPatient).max(patientsFound) }),
  problems: ['forbidden'],
});

/** A known patient, or the name of somebody without an account. */
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

const changesByStaff = ['forbidden', 'not_found', 'appointment_over'] as const;

export const bookForPatient = endpoint({
  method: 'POST',
  path: '/hospital/appointments',
  summary: "Book an offered time of one of the hospital's doctors for a patient",
  rows: ['APPT-1'],
  access: desk,
  status: 201,
  body: z.object({
    doctorId: uuid,
    date: dayGiven(),
    time,
    visitKind: visitKindGiven,
    patient: bookedPatient,
  }),
  reply: appointmentReply,
  problems: [
    'forbidden',
    'not_found',
    'hospital_closed',
    'slot_not_offered',
    'slot_taken',
    'already_booked',
    'booked_at_that_time',
  ],
});

export const moveForPatient = endpoint({
  method: 'POST',
  path: '/hospital/appointments/:id/reschedule',
  summary: "Move a patient's appointment to another offered time of the same doctor",
  rows: ['APPT-1'],
  access: desk,
  params: idParams,
  body: z.object({ date: dayGiven(), time }),
  reply: appointmentReply,
  problems: [
    ...changesByStaff,
    'doctor_not_available',
    'hospital_closed',
    'slot_not_offered',
    'slot_taken',
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
  params: idParams,
  body: z.object({ reason: text(maxLength.line).optional() }),
  reply: appointmentReply,
  problems: changesByStaff,
});

export const checkInForPatient = endpoint({
  method: 'POST',
  path: '/hospital/appointments/:id/check-in',
  summary: "Check in a patient who came on the day, joining the doctor's line by the booked time",
  rows: ['APPT-1', 'ARR-1'],
  access: desk,
  params: idParams,
  reply: z.object({ appointment, queue: staffEntry }),
  problems: [
    ...changesByStaff,
    'not_the_day',
    'already_in_queue',
    'doctor_not_available',
    'hospital_closed',
  ],
});
