/** Having oneself erased, and how long hospitals keep their records [PROF-1, SEC-14]. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, instant, nullableInstant } from '../fields.ts';
import { languages } from '../languages.gen.ts';
import { seen } from '../seen.ts';

/** Days in which a request for erasure can be taken back. */
export const erasureGraceDays = 7;

/** Stands for the name of somebody who was erased. */
export const erasedPatient = 'Erased patient';

/** Years that a hospital keeps reports: three are what India asks for at least. */
export const recordsKeptYears = { least: 1, most: 30, usual: 3 } as const;

/** What an erasure waits for: a place in a line or a visit, an appointment to come, or work at a hospital. */
export const erasureWaits = ['visit', 'appointment', 'work'] as const;
export type ErasureWait = (typeof erasureWaits)[number];

const kept = z.object({
  hospital: z.string(),
  /** How many, with the name of whom they are about. */
  reports: z.int(),
  /** The day on which the last of them goes, YYYY-MM-DD. */
  until: z.iso.date(),
});
export type KeptAfterErasure = z.infer<typeof kept>;

const erasure = z.object({
  requestedAt: nullableInstant,
  /** When it is carried out at the earliest; null when nobody asked. */
  dueAt: nullableInstant,
  waitsFor: z.enum(erasureWaits).nullable(),
  /** What would stay if it were carried out now. */
  keeps: z.array(kept).max(500),
});
export type Erasure = z.infer<typeof erasure>;

export const getErasure = endpoint({
  method: 'GET',
  path: '/profile/erasure',
  summary: 'Get whether erasure was requested, when it is carried out, and what has to stay',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  reply: z.object({ erasure }),
  problems: ['forbidden'],
});

export const requestErasure = endpoint({
  method: 'POST',
  path: '/profile/erasure',
  summary: 'Ask for erasure, carried out after seven days; asked twice, it stays one request',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  needsProof: true,
  body: z.object({
    /** Of the page: what is written about it to somebody who chose none is in this one. */
    language: z.enum(languages, { error: fieldMessages.choice }).optional(),
  }),
  status: 202,
  reply: z.object({ requestedAt: instant, dueAt: instant }),
  problems: ['invalid_request', 'forbidden', 'proof_required', 'too_many_messages'],
});

export const withdrawErasure = endpoint({
  method: 'DELETE',
  path: '/profile/erasure',
  summary: 'Take the request for erasure back; nothing was erased yet',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  reply: z.object({ erasure }),
  problems: ['forbidden'],
});

const retention = z.object({
  recordsKeptYears: z
    .number({ error: fieldMessages.number })
    .int({ error: fieldMessages.number })
    .min(recordsKeptYears.least, { error: fieldMessages.number })
    .max(recordsKeptYears.most, { error: fieldMessages.number }),
  /** Whether reports of patients who did not ask for erasure go after that time, too. */
  removesOldReports: z.boolean({ error: fieldMessages.choice }),
});
export type Retention = z.infer<typeof retention>;

export const getRetention = endpoint({
  method: 'GET',
  path: '/hospitals/me/retention',
  summary: 'Get how long the hospital keeps reports, and how many are older',
  rows: ['API-26'],
  access: ['hospital_admin'],
  reply: z.object({ retention, oldReports: z.int() }),
  problems: ['forbidden'],
});

export const setRetention = endpoint({
  method: 'PUT',
  path: '/hospitals/me/retention',
  summary: 'Set how long the hospital keeps reports',
  rows: ['API-26'],
  access: ['hospital_admin'],
  needsProof: true,
  body: retention.extend({ seen: seen(retention) }),
  reply: z.object({ retention, oldReports: z.int() }),
  problems: ['forbidden', 'proof_required', 'changed_meanwhile'],
});
