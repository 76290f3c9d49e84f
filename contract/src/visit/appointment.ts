/** Appointments: the offered times of a doctor, booking one, and the day's list [APPT-1, PAT-8]. */
import { z } from 'zod';
import {
  appointmentStatuses,
  appointmentTimes,
  bookingSides,
  hospitalStandings,
  listShown,
  maxLength,
  maxPageSize,
} from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
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

/** A time on the hospital's clock, HH:MM. */
const time = z.enum(appointmentTimes, { error: fieldMessages.choice });

/** One offered time of a day; whoever holds a taken one is nobody else's business. */
export const slot = z.object({ time, startsAt: instant, isFree: z.boolean() });
export type Slot = z.infer<typeof slot>;

/** A booked visit as the patient and the hospital's staff see it. */
export const appointment = z.object({
  id: uuid,
  status: z.enum(appointmentStatuses),
  date: day,
  time: z.string(),
  startsAt: instant,
  /** The doctor's hours or days off no longer allow it: it is to be moved. */
  isOutsideHours: z.boolean(),
  bookedAt: instant,
  /** It is the day of the visit at the hospital, and the patient has not checked in. */
  canCheckIn: z.boolean(),
  /** From when the patient's own word is enough to check in; the desk and the door see for themselves. */
  checkInFrom: instant,
  /** Who gave it up; null unless cancelled. */
  cancelledBy: z.enum(bookingSides).nullable(),
  /** The hospital's word to the patient; null for none. */
  cancelReason: z.string().nullable(),
  patient: z.object({
    id: uuid,
    name: z.string(),
    /** The person's own, else that of the account. */
    phone: z.string().nullable(),
    /** Whose account the person came through; null for an own person and for a walk-in. */
    through: z.string().nullable(),
    /** Whether there is an account that can be told of changes. */
    hasAccount: z.boolean(),
    /** Whether the account has confirmed its email or its phone; true where the desk wrote it down. */
    isContactProved: z.boolean(),
    /** Whether the account has confirmed this phone; true where the desk wrote it down, or there is none. */
    isPhoneProved: z.boolean(),
  }),
  doctor: z.object({ id: uuid, name: z.string(), specialty: z.string(), department: z.string() }),
  hospital: z.object({
    id: uuid,
    name: z.string(),
    timeZone: z.string(),
    standing: z.enum(hospitalStandings).default('unconfirmed'),
  }),
});
export type Appointment = z.infer<typeof appointment>;

const desk = ['doctor', 'receptionist', 'hospital_admin'] as const;
const appointmentReply = z.object({ appointment });

export const getDoctorSlots = endpoint({
  method: 'GET',
  path: '/doctors/:id/slots',
  summary: "List a doctor's offered times of one day, today at the hospital if none is given",
  rows: ['APPT-1', 'PAT-8'],
  access: 'public',
  params: idParams,
  query: z.object({ date: dayGiven().optional() }),
  reply: z.object({
    date: day,
    /** Today at the hospital, and the last day that can be booked. */
    today: day,
    lastDay: day,
    timeZone: z.string(),
    /** None on a day that is over, too far ahead, or on which the hospital is closed. */
    slots: z.array(slot).max(appointmentTimes.length),
  }),
  problems: ['not_found'],
});

export const listNextSlots = endpoint({
  method: 'GET',
  path: '/hospitals/:id/next-slots',
  summary:
    "List the next free time of each of a hospital's doctors, of all that can be booked; a page of doctors",
  rows: ['APPT-1', 'PAT-8'],
  access: 'public',
  params: idParams,
  query: pageQuery,
  reply: z.object({
    timeZone: z.string(),
    /** Doctors without a free time, or who are Offline, are left out. */
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
  summary: 'Book one of the offered times; of several who want it, one gets it',
  rows: ['APPT-1', 'PAT-8'],
  access: ['patient'],
  status: 201,
  /** patientId: for whom; another account's person does not exist [PROF-1]. */
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

/** Of those that are over, at most. */
export const pastAppointmentsShown = 50;

export const listAppointments = endpoint({
  method: 'GET',
  path: '/appointments',
  summary:
    'List the own appointments: at most 100 to come, soonest first, and 50 others, latest first',
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
  summary: "Cancel the caller's own appointment; its time is free again",
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
    "Check in for an appointment: a place in the doctor's queue by the booked time, with no further approval",
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
  summary:
    'Leave the line that the check-in led to; the booking stands and can be checked in again',
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
    "List a day's appointments at the caller's hospital, by doctor and time; today and all if nothing else is given, a page at a time",
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

/** Somebody a hospital has had in a queue or has had a booking of, as its staff look for them. */
export const knownPatient = z.object({
  id: uuid,
  name: z.string(),
  /** The person's own, else those of the account. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Whose account the person came through; null for an own person and for a walk-in. */
  through: z.string().nullable(),
  /** Whether there is an account that can be told of a booking. */
  hasAccount: z.boolean(),
  /** Whether the account has confirmed this phone; true where the desk wrote it down, or there is none. */
  isPhoneProved: z.boolean(),
});
export type KnownPatient = z.infer<typeof knownPatient>;

/** Of those a search finds, at most. */
export const patientsFound = 20;

export const findKnownPatients = endpoint({
  method: 'POST',
  path: '/hospital/patients/find',
  summary:
    'Find patients that the hospital knows, by a part of the name, the phone or the email, at most 20',
  rows: ['APPT-1'],
  access: desk,
  body: z.object({ search: requiredText(maxLength.name) }),
  reply: z.object({ patients: z.array(knownPatient).max(patientsFound) }),
  problems: ['forbidden'],
});

/** A patient that the hospital knows, or the name of somebody without an account. */
export const bookedPatient = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('known'), id: uuid }),
    z.object({
      kind: z.literal('new'),
      name: requiredName(maxLength.name),
      /** Empty for none. */
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
  summary: "Book one of the offered times of one of the hospital's doctors for a patient",
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
  summary: "Cancel a patient's appointment, with a word to the patient where there is one",
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
  summary:
    "Check in a patient who has come on the day: a place in the doctor's queue by the booked time",
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
