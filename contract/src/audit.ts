/** The audit trail, as the hospital's administrators read it [guarantees, security 13]. */
import { z } from 'zod';
import { maxPageSize, namesShown, staffRoles } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { fieldMessages, instant, text, uuid } from './fields.ts';

const day = z.iso.date({ error: fieldMessages.day });

/** One thing that a member of the staff read, did or tried. */
export const auditEntry = z.object({
  id: z.int(),
  at: instant,
  person: z.object({ id: uuid, name: z.string() }),
  /** The operator has no account: the person's name is empty then. */
  role: z.enum([...staffRoles, 'operator']),
  action: z.string(),
  /** Whose data: the first few; `patientCount` says how many in all. */
  patients: z.array(z.object({ id: uuid, name: z.string() })).max(3),
  patientCount: z.int(),
  /** The network address of the caller. */
  address: z.string(),
  /** 'ok', or the code of the refusal. */
  outcome: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filter = {
  personId: uuid.optional(),
  action: text(100).optional(),
  /** Days of the hospital's calendar; both belong to the period. */
  from: day.optional(),
  to: day.optional(),
};

export const listAudit = endpoint({
  method: 'GET',
  path: '/hospital/audit',
  summary: "The hospital's audit trail, newest first; reading it is on record too",
  rows: ['API-26'],
  access: ['hospital_admin'],
  query: z.object({
    ...filter,
    /** Rows before this one: the `next` of the page before. */
    before: z.coerce.number({ error: fieldMessages.number }).int().positive().optional(),
    limit: z.coerce
      .number({ error: fieldMessages.number })
      .int({ error: fieldMessages.number })
      .min(1, { error: fieldMessages.number })
      .max(maxPageSize, { error: fieldMessages.number })
      .default(50),
  }),
  reply: z.object({
    entries: z.array(auditEntry).max(maxPageSize),
    /** null on the last page. */
    next: z.int().nullable(),
    timeZone: z.string(),
    /** Who and what there is to filter by. */
    people: z.array(z.object({ id: uuid, name: z.string() })).max(namesShown),
    actions: z.array(z.string()).max(namesShown),
  }),
  problems: ['forbidden'],
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/hospital/audit/csv',
  summary: 'The newest 10,000 rows of the audit trail that a filter lets through, as a table',
  rows: ['API-26'],
  access: ['hospital_admin'],
  query: z.object(filter),
  download: ['text/csv; charset=utf-8'],
  reply: z.unknown(),
  problems: ['forbidden'],
});

/** What came of checking the seals of the trail. */
export const auditCheck = z.object({
  /** Rows whose seal was checked, and rows too new to be sealed. */
  checked: z.int(),
  unsealed: z.int(),
  /** The first row that is not what was sealed, or is gone; null when all are as they were. */
  firstBroken: z.int().nullable(),
  /** The last seal, to be written down elsewhere; empty before the first. */
  lastSeal: z.string(),
});
export type AuditCheck = z.infer<typeof auditCheck>;

export const checkAudit = endpoint({
  method: 'GET',
  path: '/hospital/audit/check',
  summary: "Checks every seal of the hospital's audit trail, and shows one altered byte",
  rows: ['API-26'],
  access: ['hospital_admin'],
  reply: auditCheck,
  problems: ['forbidden'],
});
