/** A patient's consents to a hospital beyond what care needs, by purpose [SEC-26, PROF-1]. */
import { z } from 'zod';
import { staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, instant, nullableInstant, uuid } from '../fields.ts';
import { maxEmergencyContacts, profileUpdate } from './profile.ts';
import { emergencyKinds } from '../visit/report-access.ts';

/**
 * `profile`: the hospital's doctors and administrators see the profile. `messages`: the hospital
 * sends messages while the patient waits, and reminders of bookings. `summaries`: a language model
 * summarises the patient's answers to the questions before a visit; listed where the hospital uses
 * it or the patient once decided.
 *
 * Care itself needs no consent. It uses symptoms, name and contact of a visit, and reports for the
 * treating doctor. The hospital's notices of changes need no consent either.
 */
export const consentPurposes = ['profile', 'messages', 'summaries'] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/**
 * Whether a consent counts as given before the patient decides. Messages then use the channels that
 * the patient chose.
 */
export const isGivenByDefault: Readonly<Record<ConsentPurpose, boolean>> = {
  profile: false,
  messages: true,
  summaries: false,
};

/** The most changes shown for one purpose; the data export contains all of them. */
export const consentChangesShown = 5;
/** The most hospitals in one API response that lists a patient's consents. */
export const consentHospitalsShown = 100;
/** The most emergency accesses in one API response. */
export const ownEmergenciesShown = 20;

const consent = z.object({
  purpose: z.enum(consentPurposes),
  isGiven: z.boolean(),
  /** When the patient last gave or withdrew this consent; null if the patient never decided. */
  saidAt: nullableInstant,
  /** The patient's decisions about this consent, newest first. */
  changes: z.array(z.object({ isGiven: z.boolean(), at: instant })).max(consentChangesShown),
});
export type Consent = z.infer<typeof consent>;

const hospitalConsents = z.object({
  hospital: z.object({ id: uuid, name: z.string() }),
  consents: z.array(consent).max(consentPurposes.length),
});
export type HospitalConsents = z.infer<typeof hospitalConsents>;

/** An emergency access to reports, as shown to the patient. */
const ownEmergency = z.object({
  id: uuid,
  hospitalName: z.string(),
  /** The patient whose reports were opened. */
  patientName: z.string(),
  role: z.enum(staffRoles),
  kind: z.enum(emergencyKinds),
  reason: z.string(),
  openedAt: instant,
});
export type OwnEmergency = z.infer<typeof ownEmergency>;

export const listConsents = endpoint({
  method: 'GET',
  path: '/profile/consents',
  summary:
    'List the consents of the caller to each hospital, and who opened reports in an emergency',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  reply: z.object({
    hospitals: z.array(hospitalConsents).max(consentHospitalsShown),
    emergencies: z.array(ownEmergency).max(ownEmergenciesShown),
  }),
  problems: ['forbidden'],
});

export const saveConsent = endpoint({
  method: 'PUT',
  path: '/profile/consents/:id',
  summary: 'Give or withdraw a consent to a hospital; takes effect with the next request',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  params: idParams,
  body: z.object({
    purpose: z.enum(consentPurposes, { error: fieldMessages.choice }),
    isGiven: z.boolean({ error: fieldMessages.choice }),
  }),
  reply: z.object({ hospital: hospitalConsents }),
  problems: ['forbidden', 'not_found'],
});

/** The part of a patient's profile that a hospital sees if the patient shares the profile. */
const sharedProfile = z.object({
  dateOfBirth: z.string(),
  gender: profileUpdate.shape.gender,
  /** The emergency contacts of the account that the patient belongs to. */
  emergencyContacts: z
    .array(z.object({ name: z.string(), phone: z.string(), relation: z.string() }))
    .max(maxEmergencyContacts),
  insurance: z.object({ provider: z.string(), policyNumber: z.string(), groupNumber: z.string() }),
});
export type SharedProfile = z.infer<typeof sharedProfile>;

export const getSharedProfile = endpoint({
  method: 'GET',
  path: '/hospital/patients/:id/profile',
  summary:
    "Get a patient's profile; null where it is not shared with this hospital or the patient has no account",
  rows: ['PROF-1', 'CONS-2'],
  access: ['doctor', 'hospital_admin'],
  params: idParams,
  reply: z.object({
    profile: sharedProfile.nullable(),
    /**
     * Whether the patient has an account. It is false for a walk-in, for example, who has no
     * profile to share.
     */
    hasAccount: z.boolean(),
  }),
  problems: ['forbidden', 'not_found'],
});
