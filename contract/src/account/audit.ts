/** The audit trail: what it may name, and how the hospital's administrators read it [SEC-13, API-26]. */
import { z } from 'zod';
import { maxLength, maxPageSize, namesShown, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { dayGiven, fieldMessages, instant, text, uuid } from '../fields.ts';
import { queueAuditActions } from '../queue/queue-actions.ts';

/** What the operator does with a hospital, in that hospital's own trail [SEC-20]. */
const operatorAuditActions = [
  'confirm hospital',
  'allow hospital',
  'close hospital',
  'reopen hospital',
] as const;
export type OperatorAuditAction = (typeof operatorAuditActions)[number];

/** Stands for the operator, who has no account in the installation. */
export const operatorPersonId = '00000000-0000-0000-0000-000000000000';

const otherChanges = [
  // Asked for by a call that says no status there is.
  'change status',
  'add walk-in',
  'put a known patient in a line',
  'add a family',
  'merge records',
  'take a merge back',
  'make ticket',
  'book appointment',
  'move appointment',
  'cancel appointment',
  'check in appointment',
  'write assessment',
  'acknowledge assessment alert',
  'write report',
  "upload report's file",
  'add doctor',
  'edit doctor',
  'deactivate doctor',
  'reactivate doctor',
  'change doctor status',
  'set room',
  'save doctor profile',
  'save doctor settings',
  'save schedule',
  'add day off',
  'remove day off',
  'invite doctor',
  'invite staff',
  'withdraw invitation',
  'accept invitation',
  'create hospital',
  'save hospital',
  'rename department',
  'approve applicant',
  'reject applicant',
  'change role',
  'remove member',
  'change two-factor policy',
  'change time without use',
  'change retention',
  'change summaries',
  'change the end of the day',
  'show kept times',
  'close the day',
  'undo closing the day',
  'change who reads reports',
  'open reports in an emergency',
  'look at emergency access',
  'add screen',
  'change doctor photo',
  'remove doctor photo',
  'edit screen',
  'revoke screen',
  'renew door code',
  'add lines',
  'edit line',
  'open or close a line',
  'remove line',
  'add service point',
  'rename service point',
  'remove service point',
  'assign staff to service point',
  'open or close a service point',
  'call once more',
  'send on',
  'take sending on back',
  'plan stops',
  ...operatorAuditActions,
] as const;

const reads = [
  'read entry',
  'read pending requests',
  'read waiting patients',
  'read who is inside',
  "read today's visits",
  "read doctor's queue",
  "read patient's queue",
  'read counter',
  'read journey',
  'read line live',
  'read past visits',
  'read appointments',
  'read appointments outside the hours',
  'find patients',
  'look for a known patient',
  'look at a merge',
  'read merges',
  'read patients',
  'read reports',
  'read report',
  "download report's file",
  'print report',
  'read emergency access',
  'read shared profile',
  'read assessment',
  'read assessment form',
  'print questions',
  'read assessments',
  'read ratings',
  'read analytics',
  'export analytics',
  'replay day',
  'read audit trail',
  'export audit trail',
  'check audit trail',
  'open live stream',
] as const;

/** Getting in, and what one gets in with. */
const signIns = [
  'sign in',
  'begin to act here',
  'switch hospital',
  'prove who one is',
  'end sessions',
  'reset password',
  'change password',
  'add passkey',
  'remove passkey',
  'turn on two-factor',
  'turn off two-factor',
  'renew recovery codes',
  'change own email',
  'change own phone',
  'remove own phone',
  'link google',
  'unlink google',
  'link hospital sign-in',
  'unlink hospital sign-in',
  'remove every way in',
] as const;

/** A call that is on record only when it is refused, such as one for patients. */
const refusedCalls = ['make another call'] as const;

/**
 * Every name that a row of the trail may have, by what it is. A name that is missing here does not
 * compile where it is written, and one without words in a language does not compile there.
 */
export const auditActionsByKind = {
  change: [...queueAuditActions, ...otherChanges],
  read: reads,
  'sign-in': signIns,
  refused: refusedCalls,
} as const;
export type AuditKind = keyof typeof auditActionsByKind;
export type AuditAction = (typeof auditActionsByKind)[AuditKind][number];

export const auditKinds = ['change', 'read', 'sign-in', 'refused'] as const satisfies AuditKind[];
export const auditActions = auditKinds.flatMap(
  (kind): readonly AuditAction[] => auditActionsByKind[kind],
);

/** What an administrator looks at: one kind, or everything. */
export const auditViews = ['changes', 'reads', 'sign-ins', 'everything'] as const;
export type AuditView = (typeof auditViews)[number];

/** How somebody came in. */
const signInWays = [
  'password',
  'phone',
  'google',
  'hospital',
  'passkey',
  'authenticator',
  'recovery code',
  'other',
] as const;
export type SignInWay = (typeof signInWays)[number];

/** What of a hospital, a doctor or settings was changed: the names, not what stood there. */
const auditFields = [
  'name',
  'type',
  'address',
  'city',
  'state',
  'zip_code',
  'phone',
  'email',
  'website',
  'departments',
  'operating_hours',
  'takesRequestsShut',
  'checkInMinutes',
  'timeZone',
  'position',
  'specialty',
  'department',
  'experience',
  'qualifications',
  'languages',
  'about',
  'defaultStatus',
  'breakAfter',
  'breakMinutes',
  'tellRequests',
  'tellCheckIns',
  'tellByMail',
  'doctors',
] as const;

/** What a row keeps besides: never a patient's data, which the row names by id alone. */
const auditDetails = z
  .strictObject({
    /** The account whose standing it is about. */
    personId: uuid,
    doctorId: uuid,
    screenId: uuid,
    /** A role, a status, a department, or on and off, before and after. */
    from: text(maxLength.name),
    to: text(maxLength.name),
    fields: z.array(z.enum(auditFields)).max(auditFields.length),
    way: z.enum(signInWays),
    /** The name of the call, where the action does not say which. */
    call: z.string(),
    /** Told once more by an Idempotency-Key: nothing was done anew. */
    isReplay: z.literal(true),
  })
  .partial();
export type AuditDetails = z.infer<typeof auditDetails>;

const named = z.object({ id: uuid, name: z.string() });

/** One thing that a member of the staff read, did or tried. */
export const auditEntry = z.object({
  id: z.int(),
  at: instant,
  /** The operator has no account: the person's name is empty then. */
  person: named,
  role: z.enum([...staffRoles, 'operator']),
  /** null for a name that is no longer given; `recordedAs` has it. */
  action: z.enum(auditActions).nullable(),
  recordedAs: z.string(),
  /** Whose data: the first few; `patientCount` says how many in all. */
  patients: z.array(named).max(3),
  patientCount: z.int(),
  /** Of what the row keeps besides: whom and what it is about, with the names of today. */
  about: z.object({
    person: named.nullable(),
    doctor: named.nullable(),
    screen: named.nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    fields: z.array(z.enum(auditFields)).max(auditFields.length),
    way: z.enum(signInWays).nullable(),
    call: z.string().nullable(),
    isReplay: z.boolean(),
  }),
  /** The network address of the caller. */
  address: z.string(),
  /** 'ok', or the code of the refusal. */
  outcome: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filter = {
  view: z.enum(auditViews, { error: fieldMessages.choice }).default('everything'),
  personId: uuid.optional(),
  action: z.enum(auditActions, { error: fieldMessages.choice }).optional(),
  /** Days of the hospital's calendar; both belong to the period. */
  from: dayGiven().optional(),
  to: dayGiven().optional(),
};

export const listAudit = endpoint({
  method: 'GET',
  path: '/hospital/audit',
  summary: "List the hospital's audit trail, newest first; reading it is on record too",
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
    actions: z.array(z.enum(auditActions)).max(auditActions.length),
  }),
  problems: ['forbidden'],
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/hospital/audit/csv',
  summary:
    'Export the newest 10,000 rows of the audit trail that a filter lets through, as a table',
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
    "Get the last check of the seals of the hospital's audit trail: how far it is, what it found",
  rows: ['API-26'],
  access: ['hospital_admin'],
  reply: lastCheck,
  problems: ['forbidden'],
});

export const startAuditCheck = endpoint({
  method: 'POST',
  path: '/hospital/audit/check',
  summary: "Start a check of every seal of the hospital's audit trail, unless one is running",
  rows: ['API-26'],
  access: ['hospital_admin'],
  reply: lastCheck,
  problems: ['forbidden'],
});
