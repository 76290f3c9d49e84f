/** Which staff of a hospital may read medical reports, and emergency access to reports [SEC-25]. */
import { z } from 'zod';
import { maxLength, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  after,
  fieldMessages,
  idParams,
  instant,
  nextPage,
  nullableInstant,
  text,
  uuid,
} from '../fields.ts';
import { seen } from '../seen.ts';

/** Days after a visit for which the doctor counts as treating the patient. */
export const treatmentDays = 365;

const choice = z.boolean({ error: fieldMessages.choice });

/**
 * Which roles may read every report of the hospital. Doctors without this right read their own
 * reports and those of patients they treat. Receptionists without it only see that a report exists.
 */
const reportReaders = z.object({
  doctors: choice,
  receptionists: choice,
  administrators: choice,
});
export type ReportReaders = z.infer<typeof reportReaders>;

export const getReportReaders = endpoint({
  method: 'GET',
  path: '/hospitals/me/report-readers',
  summary: "Get which roles read every report of the hospital's patients",
  rows: ['API-26'],
  access: ['hospital_admin'],
  reply: z.object({ readers: reportReaders }),
  problems: ['forbidden'],
});

export const setReportReaders = endpoint({
  method: 'PUT',
  path: '/hospitals/me/report-readers',
  summary: 'Set which roles read every report; takes effect with the next request',
  rows: ['API-26'],
  access: ['hospital_admin'],
  needsProof: true,
  body: reportReaders.extend({ seen: seen(reportReaders) }),
  reply: z.object({ readers: reportReaders }),
  problems: ['forbidden', 'proof_required', 'changed_meanwhile'],
});

/** Why a member of staff opens a patient's reports in an emergency. */
export const emergencyKinds = ['life_at_risk', 'cannot_ask', 'cover', 'other'] as const;
export type EmergencyKind = (typeof emergencyKinds)[number];

/**
 * Minutes for which the patient's reports stay open to the person who opened them in an emergency.
 */
export const emergencyMinutes = 30;
/** Minimum characters of the reason for an emergency access, so that one word is refused. */
export const emergencyReasonLength = 10;

const emergencyRoles = ['doctor', 'hospital_admin'] as const;

export const emergencyGiven = z.object({
  kind: z.enum(emergencyKinds, { error: fieldMessages.choice }),
  reason: text(maxLength.line).min(emergencyReasonLength, { error: fieldMessages.reason }),
});
export type EmergencyGiven = z.infer<typeof emergencyGiven>;

export const openInEmergency = endpoint({
  method: 'POST',
  path: '/hospital/patients/:id/emergency-access',
  summary: `Open a patient's reports here for ${emergencyMinutes} minutes, with a reason that administrators and the patient read`,
  rows: ['RPT-1', 'API-26'],
  access: emergencyRoles,
  params: idParams,
  status: 201,
  body: emergencyGiven,
  reply: z.object({ access: z.object({ id: uuid, endsAt: instant }) }),
  problems: ['forbidden', 'not_found'],
});

/** The most emergency accesses on one page. */
export const emergenciesShown = 50;

const emergencyAccess = z.object({
  id: uuid,
  /** The person who opened the reports; empty if the account was deleted. */
  person: z.object({ id: uuid, name: z.string() }),
  role: z.enum(staffRoles),
  patient: z.object({ id: uuid, name: z.string() }),
  kind: z.enum(emergencyKinds),
  /** The reason given for the emergency access; empty once the patient's data were erased. */
  reason: z.string(),
  openedAt: instant,
  endsAt: instant,
  lookedAt: nullableInstant,
  /** The administrator who reviewed the emergency access; null until it has been reviewed. */
  lookedBy: z.string().nullable(),
});
export type EmergencyAccess = z.infer<typeof emergencyAccess>;

export const listEmergencies = endpoint({
  method: 'GET',
  path: '/hospital/emergency-access',
  summary: 'List emergency accesses to reports, latest first, 50 at a time',
  rows: ['API-26'],
  access: ['hospital_admin'],
  query: z.object({ after }),
  reply: z.object({
    emergencies: z.array(emergencyAccess).max(emergenciesShown),
    /** The id after which the next page starts; null on the last page. */
    next: nextPage,
    timeZone: z.string(),
  }),
  problems: ['forbidden'],
});

export const countEmergencies = endpoint({
  method: 'GET',
  path: '/hospital/emergency-access/count',
  summary: 'Count the emergency accesses that no administrator has reviewed',
  rows: ['API-26'],
  access: ['hospital_admin'],
  reply: z.object({ unseen: z.int().min(0) }),
  problems: ['forbidden'],
});

export const lookAtEmergency = endpoint({
  method: 'POST',
  path: '/hospital/emergency-access/:id/look',
  summary:
    'Mark an emergency access as reviewed, not your own while there are other administrators; the first reviewer stays recorded',
  rows: ['API-26'],
  access: ['hospital_admin'],
  params: idParams,
  reply: z.object({ emergency: emergencyAccess }),
  problems: ['forbidden', 'not_found', 'own_emergency'],
});
