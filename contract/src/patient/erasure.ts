/** Erasure of an account's data, and how long hospitals keep their records [PROF-1, SEC-14]. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { fieldMessages, instant, nullableInstant } from '../fields.ts';
import { languages } from '../languages.gen.ts';
import { seen } from '../seen.ts';

/** Days within which a request for erasure can be withdrawn. */
export const erasureGraceDays = 7;

/** Replaces the name of an erased patient. */
export const erasedPatient = 'Erased patient';

/** Years a hospital keeps reports; Indian law requires at least three. */
export const recordsKeptYears = { least: 1, most: 30, usual: 3 } as const;

/**
 * What delays an erasure: an open entry or visit, an upcoming appointment, or work at a hospital.
 */
export const erasureWaits = ['visit', 'appointment', 'work'] as const;
export type ErasureWait = (typeof erasureWaits)[number];

const kept = z.object({
  hospital: z.string(),
  /** The number of reports, and the name of the person they are about. */
  reports: z.int(),
  /** The day on which the last report is deleted, YYYY-MM-DD. */
  until: z.iso.date(),
});
export type KeptAfterErasure = z.infer<typeof kept>;

const erasure = z.object({
  requestedAt: nullableInstant,
  /** The earliest time of erasure; null without a request. */
  dueAt: nullableInstant,
  waitsFor: z.enum(erasureWaits).nullable(),
  /** What would be kept if the erasure happened now. */
  keeps: z.array(kept).max(500),
});
export type Erasure = z.infer<typeof erasure>;

export const getErasure = endpoint({
  method: 'GET',
  path: '/profile/erasure',
  summary: 'Get whether erasure was requested, when it happens, and what must be kept',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  reply: z.object({ erasure }),
  problems: ['forbidden'],
});

export const requestErasure = endpoint({
  method: 'POST',
  path: '/profile/erasure',
  summary: 'Request erasure after seven days; a second request changes nothing',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  needsProof: true,
  body: z.object({
    /** The page's language; used for messages about the erasure if the account has none. */
    language: z.enum(languages, { error: fieldMessages.choice }).optional(),
  }),
  status: 202,
  reply: z.object({ requestedAt: instant, dueAt: instant }),
  problems: ['invalid_request', 'forbidden', 'proof_required', 'too_many_messages'],
});

export const withdrawErasure = endpoint({
  method: 'DELETE',
  path: '/profile/erasure',
  summary: 'Withdraw the request for erasure; nothing was erased yet',
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
  /** Whether old reports of patients without an erasure request are deleted too. */
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
