/**
 * The audit trail: its actions and details, and how a hospital's administrators read it [SEC-13,
 * API-26].
 */
import { z } from 'zod';
import { maxLength, maxPageSize, namesShown, staffRoles } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { dayGiven, fieldMessages, instant, text, uuid } from '../fields.ts';
import { beyondReasons, requestStates } from '../lines/requests-taken.ts';
import { queueAuditActions } from '../queue/queue-actions.ts';

/** The operator's actions on a hospital, recorded in that hospital's own trail [SEC-20]. */
const operatorAuditActions = [
  'confirm hospital',
  'allow hospital',
  'close hospital',
  'reopen hospital',
] as const;
export type OperatorAuditAction = (typeof operatorAuditActions)[number];

/** The id that stands for the operator, who has no account in this installation. */
export const operatorPersonId = '00000000-0000-0000-0000-000000000000';

const otherChanges = [
  // Recorded when a call asks for a status that does not exist.
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
  'save timetable',
  'preview timetable',
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
  'set limits of a line',
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

/** Signing in, and changes to the means of signing in. */
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

/** A call that is recorded only when it is refused, such as a patients' call made by staff. */
const refusedCalls = ['make another call'] as const;

/**
 * Every action a row of the trail may have, by kind. Writing an action that is not listed does not
 * compile. An action without a text in some language does not compile either.
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

/** An administrator's filter: one kind of action, or everything. */
export const auditViews = ['changes', 'reads', 'sign-ins', 'everything'] as const;
export type AuditView = (typeof auditViews)[number];

/** The way somebody signed in. */
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

/** Names of changed fields of a hospital, a doctor or settings; their values are not kept. */
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
  'visitMinutes',
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
  'requestsADay',
  'lastRequestAt',
  'waitingAtOnce',
] as const;

/** Staff put somebody in a line beyond its limit: the limit, the patient's number of it, and why [QST-1]. */
const beyondLimit = z.strictObject({
  reason: z.enum(beyondReasons),
  limit: z.enum(requestStates),
  /** 41 of 40: the patient's number, and the limit; null for the time of the last request. */
  number: z.int().nullable(),
  most: z.int().nullable(),
});
export type BeyondLimit = z.infer<typeof beyondLimit>;

/** Further details of a row. They never hold patient data: the row names patients by id alone. */
const auditDetails = z
  .strictObject({
    /** The account whose role or membership was changed. */
    personId: uuid,
    doctorId: uuid,
    screenId: uuid,
    /** The value before and after the change: a role, a status, a department, or on and off. */
    from: text(maxLength.name),
    to: text(maxLength.name),
    fields: z.array(z.enum(auditFields)).max(auditFields.length),
    way: z.enum(signInWays),
    beyond: beyondLimit,
    /** The name of the endpoint, where the action does not identify it. */
    call: z.string(),
    /** The answer was replayed for a repeated Idempotency-Key; nothing was done again. */
    isReplay: z.literal(true),
  })
  .partial();
export type AuditDetails = z.infer<typeof auditDetails>;

const named = z.object({ id: uuid, name: z.string() });

/** One row of the trail: what a member of staff read, changed or tried. */
export const auditEntry = z.object({
  id: z.int(),
  at: instant,
  /** The person's name is empty for the operator, who has no account. */
  person: named,
  role: z.enum([...staffRoles, 'operator']),
  /** null for an action that no longer exists; `recordedAs` holds its name. */
  action: z.enum(auditActions).nullable(),
  recordedAs: z.string(),
  /** The first few patients concerned; `patientCount` is the total. */
  patients: z.array(named).max(3),
  patientCount: z.int(),
  /** Further details of the row, with today's names of the people and things concerned. */
  about: z.object({
    person: named.nullable(),
    doctor: named.nullable(),
    screen: named.nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    fields: z.array(z.enum(auditFields)).max(auditFields.length),
    way: z.enum(signInWays).nullable(),
    beyond: beyondLimit.nullable(),
    call: z.string().nullable(),
    isReplay: z.boolean(),
  }),
  /** The network address of the caller. */
  address: z.string(),
  /** 'ok', or the refusal's code. */
  outcome: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filter = {
  view: z.enum(auditViews, { error: fieldMessages.choice }).default('everything'),
  personId: uuid.optional(),
  action: z.enum(auditActions, { error: fieldMessages.choice }).optional(),
  /** First and last day of the period on the hospital's calendar, both included. */
  from: dayGiven().optional(),
  to: dayGiven().optional(),
};

export const listAudit = endpoint({
  method: 'GET',
  path: '/hospital/audit',
  summary: "List the hospital's audit trail, newest first; reading it is recorded too",
  rows: ['API-26'],
  access: ['hospital_admin'],
  query: z.object({
    ...filter,
    /** Rows before this id: the `next` of the previous page. */
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
    /** People and patients to offer as filters. */
    people: z.array(z.object({ id: uuid, name: z.string() })).max(namesShown),
    actions: z.array(z.enum(auditActions)).max(auditActions.length),
  }),
  problems: ['forbidden'],
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/hospital/audit/csv',
  summary: 'Export the newest 10,000 audit trail rows that match a filter, as a table',
  rows: ['API-26'],
  access: ['hospital_admin'],
  query: z.object(filter),
  download: ['text/csv; charset=utf-8'],
  reply: z.unknown(),
  problems: ['forbidden'],
});

/** What can be wrong with a seal. */
export const brokenSeals = [
  /** The row does not match its seal, or the seal was not made with the key. */
  'altered',
  /** The row or its seal was deleted. */
  'gone',
  /** The row was sealed without the key, although a key is configured. */
  'no_key',
  /** The seal differs from the one that was written down outside the server. */
  'anchor',
  /** A later seal than the last stored one was written down outside the server. */
  'cut',
  /** A row without a seal lies between sealed rows. */
  'slipped_in',
] as const;
export type BrokenSeal = (typeof brokenSeals)[number];

/** A check of the trail's seals: its progress and its result. */
export const auditCheck = z.object({
  /** 'stopped': the check ended early and must be started again. */
  state: z.enum(['running', 'done', 'stopped']),
  askedAt: instant,
  finishedAt: instant.nullable(),
  /** Seals checked so far, out of the total at the start of the check. */
  checked: z.int(),
  total: z.int(),
  /** Rows too new to be sealed. */
  unsealed: z.int(),
  /** Rows sealed with a key that the server does not have; they cannot be checked. */
  unknownKeys: z.int(),
  /** The first broken seal, with its row number where known; null when all seals are intact. */
  broken: z.object({ what: z.enum(brokenSeals), rowId: z.int().nullable() }).nullable(),
  /** The last seal checked, to be written down outside the server; empty before the first. */
  lastSeal: z.string(),
});
export type AuditCheck = z.infer<typeof auditCheck>;

/** The last check; null if none was ever started. */
const lastCheck = z.object({ check: auditCheck.nullable() });

export const getAuditCheck = endpoint({
  method: 'GET',
  path: '/hospital/audit/check',
  summary: "Get the progress and the result of the last check of the audit trail's seals",
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
