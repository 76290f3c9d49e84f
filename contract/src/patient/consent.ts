/** What a patient lets a hospital do beyond what care itself needs, by purpose [SEC-26, PROF-1]. */
import { z } from 'zod';
import { staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, instant, nullableInstant, uuid } from '../fields.ts';
import { maxEmergencyContacts, profileUpdate } from './profile.ts';
import { emergencyKinds } from '../visit/report-access.ts';

/**
 * `profile`: the hospital's doctors and administrators see the profile; `messages`: it sends word while one
 * waits and reminders of bookings. What care needs is not asked for: symptoms, name and contact as
 * given with a visit, the reports of whoever treats, and word of what the hospital itself changed. `summaries`:
 * a language model sums up what was answered before a visit; named where the hospital has turned that on,
 * or where something was said of it.
 */
export const consentPurposes = ['profile', 'messages', 'summaries'] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/** What holds while the patient has said nothing: messages follow the channels that were chosen. */
export const isGivenUntold: Readonly<Record<ConsentPurpose, boolean>> = {
  profile: false,
  messages: true,
  summaries: false,
};

/** Changes of one purpose that are shown, at most; the export has them all. */
export const consentChangesShown = 5;
/** Hospitals in one answer, at most. */
export const consentHospitalsShown = 100;
/** Emergencies in one answer, at most. */
export const ownEmergenciesShown = 20;

const consent = z.object({
  purpose: z.enum(consentPurposes),
  isGiven: z.boolean(),
  /** When the patient last said so; null where nothing was ever said. */
  saidAt: nullableInstant,
  /** The latest first. */
  changes: z.array(z.object({ isGiven: z.boolean(), at: instant })).max(consentChangesShown),
});
export type Consent = z.infer<typeof consent>;

const hospitalConsents = z.object({
  hospital: z.object({ id: uuid, name: z.string() }),
  consents: z.array(consent).max(consentPurposes.length),
});
export type HospitalConsents = z.infer<typeof hospitalConsents>;

/** That reports were opened in an emergency, as the patient is told of it. */
const ownEmergency = z.object({
  id: uuid,
  hospitalName: z.string(),
  /** Whose reports. */
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
  summary: 'List what each hospital of the caller may do, and who opened reports in an emergency',
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

/** What a hospital sees of a profile that is shared with it. */
const sharedProfile = z.object({
  dateOfBirth: z.string(),
  gender: profileUpdate.shape.gender,
  /** Of the account that the patient belongs to. */
  emergencyContacts: z
    .array(z.object({ name: z.string(), phone: z.string(), relation: z.string() }))
    .max(maxEmergencyContacts),
  insurance: z.object({ provider: z.string(), policyNumber: z.string(), groupNumber: z.string() }),
});
export type SharedProfile = z.infer<typeof sharedProfile>;

export const getSharedProfile = endpoint({
  method: 'GET',
  path: '/hospital/patients/:id/profile',
  summary: "Get a patient's profile; null where it is not shared with this hospital",
  rows: ['PROF-1', 'CONS-2'],
  access: ['doctor', 'hospital_admin'],
  params: idParams,
  reply: z.object({ profile: sharedProfile.nullable() }),
  problems: ['forbidden', 'not_found'],
});
