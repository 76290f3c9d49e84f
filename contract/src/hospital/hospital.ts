/**
 * Schemas of hospitals: the public data, creating a hospital, and the data for the hospital's own
 * staff.
 */
import { z } from 'zod';
import {
  checkInMinutes,
  defaultOperatingHours,
  defaultPageSize,
  hospitalVerifications,
  hospitalTypes,
  maxDepartments,
  maxLength,
  maxPageSize,
} from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  email,
  fieldMessages,
  idParams,
  instant,
  nullableInstant,
  phone,
  queryFlag,
  requiredName,
  requiredText,
  text,
  uuid,
  website,
  weekHours,
} from '../fields.ts';
import { languages } from '../languages.gen.ts';
import { signedInUser } from '../account/identity.ts';
import { opening } from './opening.ts';
import { departments, specialties } from './specialties.ts';

const hours = z.union([
  z.string(),
  z.record(
    z.string(),
    z.union([
      z.string(),
      z.object({ open: z.string(), close: z.string(), closed: z.boolean().optional() }),
    ]),
  ),
]);
/** Every accepted form of operating hours: a text, or day → text or {open, close} [ENT-3]. */
export type OperatingHours = z.infer<typeof hours>;

/** A hospital's public data: only counts, no patient data [ENT-3, PAT-3, ROLE-5]. */
export const hospital = z.object({
  id: uuid,
  name: z.string(),
  type: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  phone: z.string(),
  email: z.string(),
  website: z.string().nullable(),
  departments: z.array(z.string()).max(maxDepartments),
  operating_hours: hours,
  /** IANA name; decides what "today" and "open now" mean. */
  timeZone: z.string(),
  /** The city and state of the hospital, as "City, State" [ENT-3]. */
  location: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  rating: z.number(),
  ratingCount: z.int(),
  doctorCount: z.int(),
  availableDoctorCount: z.int(),
  /** People waiting or with a doctor now. */
  patientCount: z.int(),
  /** `available` while at least one doctor is Available. */
  status: z.enum(['available', 'unavailable']),
  openNow: z.boolean(),
  opening,
  /** Whether patients may request a place while the hospital is closed. */
  takesRequestsShut: z.boolean(),
  /** How many minutes before a booked time patients may check in. */
  checkInMinutes: z.int(),
  /** The languages of the hospital's screens; the first is its main language. */
  languages: z
    .array(z.enum(languages))
    .max(languages.length)
    .default([...languages]),
  /** Whether the hospital's page on the accuracy of its forecasts is public. */
  showsKeptTimes: z.boolean().default(false),
  /** The hospital's verification status, set by the operator. A missing value means unconfirmed. */
  standing: z.enum(hospitalVerifications).default('unconfirmed'),
  /**
   * The distance in kilometres from the position in the query; null when the query has no position.
   */
  distanceKm: z.number().nullable(),
  created_by: uuid.nullable(),
  created_at: instant,
  updated_at: nullableInstant,
});
export type Hospital = z.infer<typeof hospital>;

/**
 * The creation wizard's payload; only the identity provider receives the password [WIZ-5, WIZ-9].
 */
export const hospitalCreation = z.object({
  hospitalName: requiredName(maxLength.name),
  hospitalType: z.enum(hospitalTypes, { error: fieldMessages.choice }),
  address: requiredName(maxLength.line),
  city: requiredName(maxLength.name),
  state: requiredName(maxLength.name),
  zipCode: requiredText(20),
  phone,
  email,
  website: z.union([website, z.literal('')]).optional(),
  departments: z
    .array(requiredName(maxLength.name))
    .max(maxDepartments, { error: fieldMessages.tooMany })
    .default([]),
  operatingHours: weekHours.default(defaultOperatingHours),
  adminFirstName: requiredName(maxLength.name),
  adminLastName: requiredName(maxLength.name),
  adminEmail: email,
  adminPhone: z.union([phone, z.literal('')]).optional(),
});
export type HospitalCreation = z.infer<typeof hospitalCreation>;

/** A name the time-zone database knows, such as Asia/Kolkata. */
const timeZone = z.string().refine(isTimeZone, { error: fieldMessages.choice });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // Intl throws only for an unknown name.
    return false;
  }
}

/** The latitude or longitude of the hospital in degrees. While it is null, no distance is shown. */
function degrees(limit: number) {
  return z
    .number({ error: fieldMessages.number })
    .min(-limit, { error: fieldMessages.number })
    .max(limit, { error: fieldMessages.number })
    .nullable();
}

/** All fields of a hospital that its own administrators edit [HPROF-1, HPROF-2]. */
export const hospitalUpdate = z.object({
  name: requiredName(maxLength.name),
  type: z.enum(hospitalTypes, { error: fieldMessages.choice }),
  address: requiredName(maxLength.line),
  city: requiredName(maxLength.name),
  state: requiredName(maxLength.name),
  zip_code: requiredText(20),
  phone,
  email,
  website: z.union([website, z.literal('')]),
  departments: z
    .array(requiredName(maxLength.name))
    .max(maxDepartments, { error: fieldMessages.tooMany }),
  operating_hours: weekHours,
  timeZone,
  latitude: degrees(90),
  longitude: degrees(180),
  /** Whether patients may request a place while the hospital is closed. Unchanged if left out. */
  takesRequestsShut: z.boolean({ error: fieldMessages.choice }).optional(),
  /** How many minutes before a booked time patients may check in. Unchanged if left out. */
  checkInMinutes: z
    .int({ error: fieldMessages.number })
    .min(checkInMinutes.least, { error: fieldMessages.number })
    .max(checkInMinutes.most, { error: fieldMessages.number })
    .optional(),
  /**
   * The languages of the hospital's screens; the first is the main language. Unchanged if left out.
   */
  languages: z
    .array(z.enum(languages, { error: fieldMessages.choice }))
    .min(1, { error: fieldMessages.choice })
    .max(languages.length, { error: fieldMessages.tooMany })
    .optional(),
});
export type HospitalUpdate = z.infer<typeof hospitalUpdate>;

/**
 * The update of a hospital. `seen` detects that somebody else saved the hospital meanwhile. Without
 * `seen`, the save overwrites the other person's changes.
 */
const hospitalSave = hospitalUpdate.extend({
  /** `updated_at` when the form was opened; a save based on an older version is refused. */
  seen: z.iso.datetime({ error: fieldMessages.choice }).nullable().optional(),
});
export type HospitalSave = z.infer<typeof hospitalSave>;

/**
 * The filters of the hospital list. To get the next page, the client sends the `nextPage` of the
 * last response.
 */
export const hospitalSearch = z.object({
  search: text(maxLength.name).optional(),
  department: z.enum(departments, { error: fieldMessages.choice }).optional(),
  specialty: z.enum(specialties, { error: fieldMessages.choice }).optional(),
  openNow: queryFlag.optional(),
  latitude: z.coerce.number({ error: fieldMessages.number }).min(-90).max(90).optional(),
  longitude: z.coerce.number({ error: fieldMessages.number }).min(-180).max(180).optional(),
  limit: z.coerce
    .number({ error: fieldMessages.number })
    .int()
    .min(1, { error: fieldMessages.number })
    .max(maxPageSize, { error: fieldMessages.number })
    .default(defaultPageSize),
  page: z.coerce
    .number({ error: fieldMessages.number })
    .int()
    .min(1, { error: fieldMessages.number })
    .max(10_000, { error: fieldMessages.number })
    .default(1),
});
export type HospitalSearch = z.infer<typeof hospitalSearch>;

export const listHospitals = endpoint({
  method: 'GET',
  path: '/hospitals',
  summary:
    'List hospitals, confirmed ones first, then by distance when a position is given, else by name',
  rows: ['API-23', 'PAT-2', 'PAT-3'],
  access: 'public',
  query: hospitalSearch,
  reply: z.object({
    hospitals: z.array(hospital).max(maxPageSize),
    total: z.int(),
    page: z.int(),
    /** null on the last page. */
    nextPage: z.int().nullable(),
  }),
  problems: [],
});

export const getHospital = endpoint({
  method: 'GET',
  path: '/hospitals/:id',
  summary: 'Get one hospital',
  rows: ['API-24'],
  access: 'public',
  params: idParams,
  reply: z.object({ hospital }),
  problems: ['not_found'],
});

export const createHospital = endpoint({
  method: 'POST',
  path: '/auth/create-hospital',
  summary: 'Create a hospital; the caller becomes its administrator',
  rows: ['API-18', 'WIZ-5', 'WIZ-9', 'ROLE-6'],
  access: 'signed-in',
  status: 201,
  body: hospitalCreation,
  reply: z.object({ hospital, user: signedInUser }),
  problems: ['email_not_verified', 'email_mismatch', 'already_staff'],
});

export const getOwnHospital = endpoint({
  method: 'GET',
  path: '/hospital',
  summary: 'Get the hospital the caller works for',
  rows: ['API-19'],
  access: ['doctor', 'receptionist', 'hospital_admin'],
  key: 'lines:read',
  reply: z.object({ hospital }),
  problems: ['forbidden'],
});

/**
 * A hospital's verification as its own staff see it. `unconfirmed`: not verified, but listed.
 * `waiting`: listed only once the operator confirms it. `held`: hidden, since it resembles a
 * confirmed hospital.
 */
const ownVerifications = ['confirmed', 'unconfirmed', 'waiting', 'held', 'closed'] as const;
const ownVerification = z.object({
  state: z.enum(ownVerifications),
  /** The operator's message to the staff of a closed hospital. */
  closeReason: z.string().nullable(),
});
export type OwnVerification = z.infer<typeof ownVerification>;

export const getOwnStanding = endpoint({
  method: 'GET',
  path: '/hospital/standing',
  summary: "Get whether patients can find the caller's hospital, and if not, why",
  rows: ['SEC-20', 'API-26'],
  access: ['doctor', 'receptionist', 'hospital_admin'],
  reply: z.object({ standing: ownVerification }),
  problems: ['forbidden'],
});

export const saveOwnHospital = endpoint({
  method: 'PUT',
  path: '/hospital',
  summary: "Save the caller's hospital as a whole",
  rows: ['HPROF-1', 'HPROF-2', 'API-26'],
  access: ['hospital_admin'],
  body: hospitalSave,
  reply: z.object({ hospital }),
  reachesOutside: true,
  problems: ['forbidden', 'hospital_changed', 'department_in_use', 'not_in_practice'],
});
