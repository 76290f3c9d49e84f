/**
 * The doctor's public data, adding a doctor, and changing a doctor's status [ENT-4, DST-1, VAL-3].
 */
import { z } from 'zod';
import {
  defaultTimeZone,
  doctorStatuses,
  doctorStatusUpdates,
  hospitalVerifications,
  maxExperienceYears,
  maxLength,
  maxPageSize,
  maxRoomName,
} from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  clockTime,
  email,
  fieldMessages,
  idParams,
  instant,
  nameText,
  nextPage,
  nullableInstant,
  pageQuery,
  phone,
  requiredName,
  text,
  uuid,
} from '../fields.ts';
import { hospital } from '../hospital/hospital.ts';
import { opening } from '../hospital/opening.ts';
import { seen } from '../seen.ts';
import { specialties } from '../hospital/specialties.ts';
import { requestsTaken, takesRequests } from '../lines/requests-taken.ts';
import { announcedLine, wait } from '../queue/wait.ts';
import { visitMinutesBounds } from './visit-minutes.ts';

/**
 * How accurate the wait forecasts shown to patients were. `of`: the number of forecasts. `kept`:
 * patients called by the upper end of the forecast range. `inside`: patients called within the
 * range [QST-12].
 */
export const heldTimes = z.object({ kept: z.int(), of: z.int(), inside: z.int().optional() });
export type HeldTimes = z.infer<typeof heldTimes>;

/** The public data of a doctor, with live counts [ENT-4, PAT-7]. */
export const doctor = z.object({
  id: uuid,
  name: z.string(),
  specialty: z.string(),
  department: z.string(),
  status: z.enum(doctorStatuses),
  /**
   * The announced time at which the doctor's break ends and patients are accepted again; null
   * without a break [DOC-2].
   */
  breakUntil: nullableInstant.default(null),
  /**
   * The room patients go to, such as Room 4, in the hospital's own words; null while unset
   * [ROOM-1].
   */
  room: z.string().nullable().default(null),
  hospital_id: uuid,
  /**
   * The hospital's verification status. Patients see a warning for an unconfirmed hospital. A
   * hidden hospital accepts no patients.
   */
  hospitalStanding: z.enum(hospitalVerifications).default('unconfirmed'),
  /** Whether the hospital is open now; null where the sender of the data does not know it. */
  opening: opening.nullable().default(null),
  /** Whether patients may request a place in the doctor's line while the hospital is closed. */
  takesRequestsShut: z.boolean().default(true),
  /** Whether the limits of the doctor's line allow another request now. */
  requests: requestsTaken.default(takesRequests),
  /** The hospital's time zone, in which the doctor's times are given. */
  timeZone: z.string().default(defaultTimeZone),
  created_at: instant,
  rating: z.number(),
  ratingCount: z.int(),
  /** Years of experience. */
  experience: z.int(),
  image: z.string().nullable(),
  /** People waiting for this doctor or in consultation now. */
  currentQueue: z.int(),
  /** The number of consultations that the doctor has completed at this hospital. */
  totalPatients: z.int(),
  /** Mean minutes from approval to the call over the last 14 days; 0 without visits. */
  averageWaitTime: z.int(),
  /** State of the doctor's line; null in events of older releases [INV-16]. */
  line: announcedLine.nullable().default(null),
  /** The wait forecast for a patient who is approved now; null while no forecast is possible. */
  waitIfJoinedNow: wait.nullable(),
  /**
   * The state of the line for a patient who is approved now. It differs from the line's own state
   * if the working hours may end before this patient is called.
   */
  lineIfJoinedNow: announcedLine.nullable().default(null),
  /**
   * How accurate the doctor's latest wait forecasts were, at most 100 of them. It is null if there
   * are fewer than 50 forecasts. Events from older releases lack `inside`.
   */
  promises: heldTimes.nullable(),
});
export type Doctor = z.infer<typeof doctor>;

/** A doctor as colleagues see them, with contact details. */
export const colleague = doctor.extend({
  email: z.string(),
  phone: z.string(),
  /**
   * Whether the doctor has an account. It is false until the doctor has accepted the invitation and
   * signed in.
   */
  hasAccount: z.boolean(),
  /**
   * The usual minutes of a visit, as stated by the hospital; null means the usual minutes of the
   * specialty [QST-12].
   */
  visitMinutes: z.int().nullable().default(null),
});
export type Colleague = z.infer<typeof colleague>;

/**
 * The query for a page of doctors. `search` matches part of a name, also as it sounds in another
 * script.
 */
const doctorPageQuery = pageQuery.extend({ search: text(maxLength.name).optional() });

export const listHospitalDoctors = endpoint({
  method: 'GET',
  path: '/hospitals/:id/doctors',
  summary: "List a hospital's doctors by name, one page at a time",
  rows: ['API-25', 'PAT-5'],
  access: 'public',
  params: idParams,
  query: doctorPageQuery,
  reply: z.object({ doctors: z.array(doctor).max(maxPageSize), next: nextPage }),
  problems: ['not_found'],
});

export const getDoctor = endpoint({
  method: 'GET',
  path: '/doctors/:id',
  summary: 'Get one doctor',
  rows: ['API-26', 'ROUTE-16'],
  access: 'public',
  params: idParams,
  reply: z.object({ doctor }),
  problems: ['not_found'],
});

export const listColleagues = endpoint({
  method: 'GET',
  path: '/hospital/doctors',
  summary: "List the doctors of the caller's hospital by name, one page at a time",
  rows: ['API-20', 'ADM-2'],
  access: ['doctor', 'receptionist', 'hospital_admin'],
  key: 'lines:read',
  query: doctorPageQuery,
  reply: z.object({ doctors: z.array(colleague).max(maxPageSize), next: nextPage }),
  problems: ['forbidden'],
});

const visitMinutes = z
  .int({ error: fieldMessages.number })
  .min(visitMinutesBounds.least, { error: fieldMessages.number })
  .max(visitMinutesBounds.most, { error: fieldMessages.number });

export const newDoctor = z.object({
  name: requiredName(maxLength.name),
  email,
  phone,
  specialty: z.enum(specialties, { error: fieldMessages.choice }),
  department: requiredName(maxLength.name),
  /**
   * The usual minutes of a visit, from one call to the next; null means the usual minutes of the
   * specialty [QST-12].
   */
  visitMinutes: visitMinutes.nullable().optional(),
});
export type NewDoctor = z.infer<typeof newDoctor>;

export const addDoctor = endpoint({
  method: 'POST',
  path: '/hospital/doctors',
  summary: "Add a doctor to the caller's hospital; a new department is added to its list",
  rows: ['API-20', 'VAL-3'],
  access: ['hospital_admin'],
  status: 201,
  body: newDoctor,
  reply: z.object({ doctor: colleague }),
  reachesOutside: true,
  problems: [
    'not_in_practice',
    'too_many_departments',
    'too_many_messages',
    'hospital_closed',
    'forbidden',
    'doctor_exists',
  ],
});

/** All fields of a doctor that an administrator edits [ADM-2]. */
export const doctorEdit = newDoctor.extend({
  /** Years of experience. */
  experience: z
    .int({ error: fieldMessages.number })
    .min(0, { error: fieldMessages.number })
    .max(maxExperienceYears, { error: fieldMessages.number }),
});
export type DoctorEdit = z.infer<typeof doctorEdit>;

/** The fields that an administrator edits, as the server returns them. */
const doctorRecord = colleague
  .pick({
    name: true,
    email: true,
    phone: true,
    specialty: true,
    department: true,
    experience: true,
    visitMinutes: true,
  })
  .partial({ visitMinutes: true });

export const editDoctor = endpoint({
  method: 'PUT',
  path: '/hospital/doctors/:id',
  summary: 'Edit a doctor; a new email withdraws the invitation sent to the old one',
  rows: ['ADM-2'],
  access: ['hospital_admin'],
  params: idParams,
  body: doctorEdit.extend({ seen: seen(doctorRecord) }),
  reply: z.object({ doctor: colleague }),
  reachesOutside: true,
  problems: [
    'not_in_practice',
    'too_many_departments',
    'forbidden',
    'not_found',
    'doctor_exists',
    'changed_meanwhile',
  ],
});

export const listFormerColleagues = endpoint({
  method: 'GET',
  path: '/hospital/former-doctors',
  summary: "List the deactivated doctors of the caller's hospital, one page at a time",
  rows: ['ADM-2'],
  access: ['hospital_admin'],
  query: pageQuery,
  reply: z.object({ doctors: z.array(colleague).max(maxPageSize), next: nextPage }),
  problems: ['forbidden'],
});

/** What happens to the waiting patients and requests of a doctor who leaves [DAY-2]. */
export const patientsAnswer = z.object({
  /**
   * keep: the patients stay in line; move: they go to another doctor; close: their entries are
   * closed.
   */
  what: z.enum(['keep', 'move', 'close'], { error: fieldMessages.choice }),
  /**
   * The doctor to whom the patients are moved; by default the first free doctor of the department.
   */
  doctorId: uuid.optional(),
  /** A message to the patients whose entries are closed. */
  word: text(maxLength.note).optional(),
});
export type PatientsAnswer = z.infer<typeof patientsAnswer>;

export const deactivateDoctor = endpoint({
  method: 'POST',
  path: '/hospital/doctors/:id/deactivate',
  summary:
    'Deactivate a doctor: remove them from every list and end their access; the history stays, and appointments on request',
  rows: ['ADM-2', 'SEC-6'],
  access: ['hospital_admin'],
  params: idParams,
  body: z.object({
    /**
     * Whether the doctor's upcoming appointments stay booked. If true, staff will contact the
     * patients.
     */
    keepAppointments: z.boolean({ error: fieldMessages.choice }).default(false),
    /**
     * What happens to the doctor's waiting patients and requests. While there are any, deactivating
     * the doctor is refused unless they are moved or closed. With `keep`, deactivating is also
     * refused while a visit has a planned step with this doctor [LINE-3]. Without this field, such
     * visits skip the step with this doctor.
     */
    patients: patientsAnswer.optional(),
  }),
  reply: z.object({ doctor: colleague }),
  problems: [
    'forbidden',
    'not_found',
    'doctor_has_patients',
    'doctor_is_planned',
    'doctor_has_appointments',
    'already_there',
    'doctor_not_available',
    'no_free_doctor',
  ],
});

export const reactivateDoctor = endpoint({
  method: 'POST',
  path: '/hospital/doctors/:id/reactivate',
  summary: 'Reactivate a doctor, Offline at first; a new invitation is mailed',
  rows: ['ADM-2', 'ROLE-8'],
  access: ['hospital_admin'],
  params: idParams,
  reply: z.object({ doctor: colleague }),
  problems: ['too_many_messages', 'hospital_closed', 'forbidden', 'not_found'],
});

export const renameDepartment = endpoint({
  method: 'POST',
  path: '/hospital/departments/rename',
  summary: "Rename a department of the caller's hospital; its doctors keep their assignment",
  rows: ['HPROF-1'],
  access: ['hospital_admin'],
  body: z.object({ from: requiredName(maxLength.name), to: requiredName(maxLength.name) }),
  reply: z.object({ hospital }),
  problems: ['forbidden', 'not_found', 'department_exists'],
});

export const setDoctorStatus = endpoint({
  method: 'PUT',
  path: '/hospital/doctors/:id/status',
  summary:
    "Set a doctor's status, with the end of a break; doctors only their own, a receptionist only offline",
  rows: ['API-21', 'DST-1', 'DOC-2', 'DAY-2'],
  access: ['doctor', 'receptionist', 'hospital_admin'],
  params: idParams,
  body: z.object({
    status: z.enum(doctorStatusUpdates, { error: fieldMessages.choice }),
    /**
     * For the statuses Busy and Offline: when the doctor is Available again, at most one day ahead.
     */
    breakUntil: z.iso.datetime({ error: fieldMessages.breakEnd }).optional(),
    /**
     * Instead of `breakUntil`: a number of minutes from now by the server's clock, since a device's clock may be wrong.
     */
    breakMinutes: z
      .int(fieldMessages.breakEnd)
      .min(1, fieldMessages.breakEnd)
      .max(24 * 60, fieldMessages.breakEnd)
      .optional(),
    /**
     * Instead of `breakUntil`: the next moment when the hospital's clock shows this time, HH:MM.
     */
    breakClock: clockTime.optional(),
    /**
     * What happens to the doctor's waiting patients if the new status is offline. By default they
     * stay in line.
     */
    patients: patientsAnswer.optional(),
    /**
     * For the status offline: the doctor does not come today, so the working hours that begin later
     * today do not make the doctor Available.
     */
    isAllDay: z.boolean({ error: fieldMessages.choice }).optional(),
  }),
  reply: z.object({ doctor: colleague }),
  problems: [
    'forbidden',
    'not_found',
    'doctor_deactivated',
    'already_there',
    'doctor_not_available',
    'no_free_doctor',
  ],
});

export const setDoctorRoom = endpoint({
  method: 'PUT',
  path: '/hospital/doctors/:id/room',
  summary:
    "Set the room of a doctor's patients, such as Room 4, or clear it with a blank; doctors only their own, the desk any",
  rows: ['ROOM-1'],
  access: ['doctor', 'receptionist', 'hospital_admin'],
  params: idParams,
  body: z.object({ room: nameText(maxRoomName) }),
  reply: z.object({ doctor: colleague }),
  problems: ['forbidden', 'not_found', 'doctor_deactivated'],
});
