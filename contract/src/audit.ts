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

/** What can be wrong with a seal. */
export const brokenSeals = [
  /** The row is not what was sealed, or its seal was not made with the key. */
  'altered',
  /** The row or its seal was taken away. */
  'gone',
  /** It was sealed without the key, though there is one. */
  'no_key',
  /** It is not the seal that was written down elsewhere. */
  'anchor',
  /** Later seals were written down elsewhere than there are now. */
  'cut',
  /** A row without a seal stands among sealed ones. */
  'slipped_in',
] as const;
export type BrokenSeal = (typeof brokenSeals)[number];

/** A check of the seals of the trail: how far it has come, and what it found. */
export const auditCheck = z.object({
  /** 'stopped': it ended before it had seen all, and is to be started anew. */
  state: z.enum(['running', 'done', 'stopped']),
  askedAt: instant,
  finishedAt: instant.nullable(),
  /** Seals looked at by now, of so many when it was asked for. */
  checked: z.int(),
  total: z.int(),
  /** Rows too new to be sealed. */
  unsealed: z.int(),
  /** Rows sealed with a key that the server was not given: nothing can be said of them. */
  unknownKeys: z.int(),
  /** The first seal that does not fit, with the row's number where it is known; null when all do. */
  broken: z.object({ what: z.enum(brokenSeals), rowId: z.int().nullable() }).nullable(),
  /** The last seal looked at, to be written down elsewhere; empty before the first. */
  lastSeal: z.string(),
});
export type AuditCheck = z.infer<typeof auditCheck>;

/** null where none was asked for yet. */
const lastCheck = z.object({ check: auditCheck.nullable() });

export const getAuditCheck = endpoint({
  method: 'GET',
  path: '/hospital/audit/check',
  summary:
    "The last check of the seals of the hospital's audit trail: how far it is, what it found",
  rows: ['API-26'],
  access: ['hospital_admin'],
  reply: lastCheck,
  problems: ['forbidden'],
});

export const startAuditCheck = endpoint({
  method: 'POST',
  path: '/hospital/audit/check',
  summary: "Begins to check every seal of the hospital's audit trail, unless a check goes on",
  rows: ['API-26'],
  access: ['hospital_admin'],
  reply: lastCheck,
  problems: ['forbidden'],
});
