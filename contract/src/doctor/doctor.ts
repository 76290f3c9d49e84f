/** Doctors: what the public sees, adding one, and the status [ENT-4, DST-1, VAL-3]. */
import { z } from 'zod';
import {
  defaultTimeZone,
  doctorStatuses,
  doctorStatusUpdates,
  hospitalStandings,
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
import { lineTold, wait } from '../queue/wait.ts';

/** Of the waits that were told: how many were called before the upper end, and how many within the range [QST-12]. */
export const heldTimes = z.object({ kept: z.int(), of: z.int(), inside: z.int().optional() });
export type HeldTimes = z.infer<typeof heldTimes>;

/** A doctor as anyone may see one; the counts are real [ENT-4, PAT-7]. */
export const doctor = z.object({
  id: uuid,
  name: z.string(),
  specialty: z.string(),
  department: z.string(),
  status: z.enum(doctorStatuses),
  /** When an announced break is over and patients are taken again; null without one [DOC-2]. */
  breakUntil: nullableInstant.default(null),
  /** Where patients go in, such as Room 4, in the hospital's own words; null while nobody has said [ROOM-1]. */
  room: z.string().nullable().default(null),
  hospital_id: uuid,
  /** The hospital's: patients are told of one that is not confirmed, and none that is hidden takes any. */
  hospitalStanding: z.enum(hospitalStandings).default('unconfirmed'),
  /** The hospital's; null where whoever tells does not know. */
  opening: opening.nullable().default(null),
  /** Whether a place may be asked for while the hospital is shut. */
  takesRequestsShut: z.boolean().default(true),
  /** The hospital's, in which the doctor's times are meant. */
  timeZone: z.string().default(defaultTimeZone),
  created_at: instant,
  rating: z.number(),
  ratingCount: z.int(),
  /** Years. */
  experience: z.int(),
  image: z.string().nullable(),
  /** People waiting for this doctor or in consultation now. */
  currentQueue: z.int(),
  /** Consultations completed here so far. */
  totalPatients: z.int(),
  /** Minutes from being approved to being called, mean of the last 14 days; 0 without visits. */
  averageWaitTime: z.int(),
  /** What the line is doing; null in events from before it was told [INV-16]. */
  line: lineTold.nullable().default(null),
  /** What someone who is approved now should expect; null while nobody can say. */
  waitIfJoinedNow: wait.nullable(),
  /**
   * Of the latest waits that were told, at most 100: how many were called before the upper end, and how
   * many within the range; null below 50. `inside` is missing in events from before it was counted.
   */
  promises: heldTimes.nullable(),
});
export type Doctor = z.infer<typeof doctor>;

/** A doctor as colleagues see one, with the contact details. */
export const colleague = doctor.extend({
  email: z.string(),
  phone: z.string(),
  /** False until the doctor has accepted the invitation and signed in. */
  hasAccount: z.boolean(),
});
export type Colleague = z.infer<typeof colleague>;

/** A page of doctors; `search`: of those whose name holds it, or sounds like it in another script. */
const doctorPageQuery = pageQuery.extend({ search: text(maxLength.name).optional() });

export const listHospitalDoctors = endpoint({
  method: 'GET',
  path: '/hospitals/:id/doctors',
  summary: "List a hospital's doctors by name, a page at a time",
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
  summary: "List the doctors of the caller's hospital by name, a page at a time",
  rows: ['API-20', 'ADM-2'],
  access: ['doctor', 'receptionist', 'hospital_admin'],
  query: doctorPageQuery,
  reply: z.object({ doctors: z.array(colleague).max(maxPageSize), next: nextPage }),
  problems: ['forbidden'],
});

export const newDoctor = z.object({
  name: requiredName(maxLength.name),
  email,
  phone,
  specialty: z.enum(specialties, { error: fieldMessages.choice }),
  department: requiredName(maxLength.name),
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
  problems: [
    'too_many_departments',
    'too_many_messages',
    'hospital_closed',
    'forbidden',
    'doctor_exists',
  ],
});

/** What an administrator writes of a doctor, whole [ADM-2]. */
export const doctorEdit = newDoctor.extend({
  /** Years. */
  experience: z
    .int({ error: fieldMessages.number })
    .min(0, { error: fieldMessages.number })
    .max(maxExperienceYears, { error: fieldMessages.number }),
});
export type DoctorEdit = z.infer<typeof doctorEdit>;

/** The same as it is read. */
const doctorRecord = colleague.pick({
  name: true,
  email: true,
  phone: true,
  specialty: true,
  department: true,
  experience: true,
});

export const editDoctor = endpoint({
  method: 'PUT',
  path: '/hospital/doctors/:id',
  summary: 'Edit a doctor; a new email withdraws an invitation to the old one',
  rows: ['ADM-2'],
  access: ['hospital_admin'],
  params: idParams,
  body: doctorEdit.extend({ seen: seen(doctorRecord) }),
  reply: z.object({ doctor: colleague }),
  problems: [
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
  summary: "List the deactivated doctors of the caller's hospital, a page at a time",
  rows: ['ADM-2'],
  access: ['hospital_admin'],
  query: pageQuery,
  reply: z.object({ doctors: z.array(colleague).max(maxPageSize), next: nextPage }),
  problems: ['forbidden'],
});

/** What becomes of those who wait for a doctor who goes, or have asked [DAY-2]. */
export const patientsAnswer = z.object({
  /** They stay in line; moved to another doctor; closed. */
  what: z.enum(['keep', 'move', 'close'], { error: fieldMessages.choice }),
  /** To whom they are moved; the first free one of the department unless told. */
  doctorId: uuid.optional(),
  /** To those who are closed. */
  word: text(maxLength.note).optional(),
});
export type PatientsAnswer = z.infer<typeof patientsAnswer>;

export const deactivateDoctor = endpoint({
  method: 'POST',
  path: '/hospital/doctors/:id/deactivate',
  summary:
    'Take a doctor out of every list and end what its person may do here; the history stays, and appointments if so wished',
  rows: ['ADM-2', 'SEC-6'],
  access: ['hospital_admin'],
  params: idParams,
  body: z.object({
    /** Appointments to come stay booked, and somebody will speak with the patients. */
    keepAppointments: z.boolean({ error: fieldMessages.choice }).default(false),
    /**
     * Those who wait or have asked; refused while there are any unless they are moved or closed. Kept, it is refused as
     * well while somebody plans to come later [LINE-3]; with nothing said, these go on to their next stop.
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
  summary:
    'Let a deactivated doctor practise again, Offline at first; an invitation is mailed anew',
  rows: ['ADM-2', 'ROLE-8'],
  access: ['hospital_admin'],
  params: idParams,
  reply: z.object({ doctor: colleague }),
  problems: ['too_many_messages', 'hospital_closed', 'forbidden', 'not_found'],
});

export const renameDepartment = endpoint({
  method: 'POST',
  path: '/hospital/departments/rename',
  summary: "Rename a department of the caller's hospital; its doctors follow",
  rows: ['HPROF-1'],
  access: ['hospital_admin'],
  body: z.object({ from: requiredName(maxLength.name), to: requiredName(maxLength.name) }),
  reply: z.object({ hospital }),
  problems: ['forbidden', 'not_found', 'department_exists'],
});

export const setDoctorStatus = endpoint({
  method: 'PUT',
  path: '/hospital/doctors/:id/status',
  summary: "Set a doctor's status, for a break with its end; a doctor only their own",
  rows: ['API-21', 'DST-1', 'DOC-2'],
  access: ['doctor', 'hospital_admin'],
  params: idParams,
  body: z.object({
    status: z.enum(doctorStatusUpdates, { error: fieldMessages.choice }),
    /** With busy and offline: Available again at this time, at most a day from now. */
    breakUntil: z.iso.datetime({ error: fieldMessages.breakEnd }).optional(),
    /** Instead: so many minutes from now, as the server's clock goes. A device's may be wrong. */
    breakMinutes: z
      .int(fieldMessages.breakEnd)
      .min(1, fieldMessages.breakEnd)
      .max(24 * 60, fieldMessages.breakEnd)
      .optional(),
    /** Instead: when the hospital's clock shows this next, HH:MM. */
    breakClock: clockTime.optional(),
    /** With offline: those who wait stay in line unless told otherwise. */
    patients: patientsAnswer.optional(),
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
    "Say where a doctor's patients go in, such as Room 4; blank takes it back. A doctor only their own, the desk each",
  rows: ['ROOM-1'],
  access: ['doctor', 'receptionist', 'hospital_admin'],
  params: idParams,
  body: z.object({ room: nameText(maxRoomName) }),
  reply: z.object({ doctor: colleague }),
  problems: ['forbidden', 'not_found', 'doctor_deactivated'],
});
