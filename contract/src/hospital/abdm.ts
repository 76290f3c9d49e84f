/**
 * ABDM Scan & Register: India's health network. Patients scan the QR code of a counter with their
 * health app, share their profile, and get a place in line [API-37 … API-39].
 */
import { z } from 'zod';
import { queuePageSize } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, idParams, instant, nullableInstant, uuid } from '../fields.ts';
import { lineNames } from '../lines/line-names.ts';
import { patientFacts } from '../patient/patient.ts';

/** The most counters of a hospital. */
export const maxCounters = 100;
/** The longest code of a counter, by ABDM's rules. */
export const counterCodeMost = 20;

/** A QR code at a counter, and the line into which it puts patients. */
const counter = z.object({
  id: uuid,
  code: z.string().max(counterCodeMost),
  lineId: uuid,
  lineName: z.string(),
  /** The names of a shared line in other languages; null for a doctor. */
  lineNames: lineNames.nullable(),
  /** The text of the QR code. */
  url: z.url(),
  madeAt: instant,
});
export type AbdmCounter = z.infer<typeof counter>;

const settings = z.object({
  /** Whether the operator has configured ABDM. Without it nothing arrives. */
  isOffered: z.boolean(),
  /** The hospital's id in the Health Facility Registry; null while it takes no part. */
  hipId: z.string().nullable(),
  /** When ABDM last called for this hospital, exact to ten seconds. */
  lastCallbackAt: nullableInstant,
  counters: z.array(counter).max(maxCounters),
});
export type AbdmSettings = z.infer<typeof settings>;

const hipIdGiven = z
  .string({ error: fieldMessages.required })
  .trim()
  .min(1, { error: fieldMessages.required })
  .max(60, { error: fieldMessages.tooLong })
  .regex(/^[A-Za-z0-9](?:[\w@-]*[A-Za-z0-9])?$/u, { error: fieldMessages.choice });

const ofAdmins = { rows: ['API-37'], access: ['hospital_admin'] } as const;

export const getAbdm = endpoint({
  ...ofAdmins,
  method: 'GET',
  path: '/hospital/abdm',
  summary: "Get the hospital's settings of ABDM Scan & Register, with its counters",
  reply: settings,
  problems: ['forbidden'],
});

export const saveAbdm = endpoint({
  ...ofAdmins,
  method: 'PUT',
  path: '/hospital/abdm',
  summary: "Set the hospital's id in the Health Facility Registry, or take no part in ABDM",
  reachesOutside: true,
  body: z.object({ hipId: hipIdGiven.nullable() }),
  example: { hipId: 'IN2810014366' },
  reply: settings,
  problems: ['forbidden', 'not_in_practice', 'hip_id_taken', 'hospital_not_confirmed'],
});

export const addAbdmCounter = endpoint({
  ...ofAdmins,
  method: 'POST',
  path: '/hospital/abdm/counters',
  summary: "Make the QR code of a counter that puts patients into a doctor's or a shared line",
  status: 201,
  body: z.object({ lineId: uuid }),
  reply: settings,
  problems: ['forbidden', 'not_found', 'too_many_counters'],
});

export const removeAbdmCounter = endpoint({
  ...ofAdmins,
  method: 'DELETE',
  path: '/hospital/abdm/counters/:id',
  summary: 'End the QR code of a counter at once',
  params: idParams,
  reply: settings,
  problems: ['forbidden', 'not_found'],
});

/** Whether ABDM has got the token: not yet, yes, or it was given up. */
export const abdmAnswers = ['waiting', 'sent', 'failed'] as const;

/** What a patient shared at a counter, as the desk sees it. */
const share = z.object({
  id: uuid,
  at: instant,
  /** null if no place was made. */
  place: z
    .object({
      entryId: uuid,
      token: z.string(),
      patient: patientFacts,
      /** A known patient who may be the same person; null if there is none, or after a merge. */
      like: patientFacts.nullable(),
    })
    .nullable(),
  /** The code of the reason for which no place was made; null with a place. */
  refusal: z.string().nullable(),
  /** null for a counter that does not exist any more. */
  line: z.object({ name: z.string(), names: lineNames.nullable() }).nullable(),
  answer: z.enum(abdmAnswers),
});
export type AbdmShare = z.infer<typeof share>;

const inbox = z.object({
  /** Today's, newest first, without those that were dismissed. */
  shares: z.array(share).max(queuePageSize),
});
export type AbdmInbox = z.infer<typeof inbox>;

const ofDesk = { rows: ['API-39'], access: ['receptionist', 'hospital_admin'] } as const;

export const getAbdmPart = endpoint({
  ...ofDesk,
  method: 'GET',
  path: '/hospital/abdm/part',
  summary: 'Get whether the hospital takes part in ABDM Scan & Register',
  reply: z.object({ takesPart: z.boolean() }),
  problems: ['forbidden'],
});

export const listAbdmShares = endpoint({
  ...ofDesk,
  method: 'GET',
  path: '/hospital/abdm/shares',
  summary: 'List what patients shared at the counters today, with their tokens',
  reply: inbox,
  problems: ['forbidden'],
});

export const dismissAbdmShare = endpoint({
  ...ofDesk,
  method: 'POST',
  path: '/hospital/abdm/shares/:id/dismissal',
  summary: 'Take a share off the list; the place stays',
  params: idParams,
  reply: inbox,
  problems: ['forbidden', 'not_found'],
});
