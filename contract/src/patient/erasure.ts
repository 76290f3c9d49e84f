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
  /**
   * The number of reports that the hospital keeps, and the name of the person whom they are about.
   */
  reports: z.int(),
  /** The day on which the hospital's last report about this person is deleted, YYYY-MM-DD. */
  until: z.iso.date(),
});
export type KeptAfterErasure = z.infer<typeof kept>;

const erasure = z.object({
  requestedAt: nullableInstant,
  /** The earliest time at which the data are erased; null without a request for erasure. */
  dueAt: nullableInstant,
  waitsFor: z.enum(erasureWaits).nullable(),
  /** The reports that hospitals would keep if the erasure happened now. */
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
    /**
     * The language of the page from which erasure is requested. Messages about the erasure use it
     * if the account has no language.
     */
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
  /** Whether the hospital also deletes old reports of patients who did not request erasure. */
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
