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

/** The id of the operator in the audit trail; the operator has no account in this installation. */
export const operatorPersonId = '00000000-0000-0000-0000-000000000000';

/** The id of ABDM in the audit trail, whose patients get places by scanning a QR code [API-38]. */
export const abdmPersonId = '00000000-0000-4000-8000-0000000000ab';

const otherChanges = [
  // Recorded when an API call asks for a doctor status that does not exist.
  'change status',
  'add walk-in',
  'put a known patient in a line',
  'add a family',
  'merge records',
  'take a merge back',
  'make ticket',
  'share place',
  'stop sharing place',
  'make calendar',
  'end calendar',
  'book appointment',
  'move appointment',
  'confirm appointment',
  'set reminders',
  'cancel appointment',
  'check in appointment',
  'record earlier wish',
  'end earlier wish',
  'release held place',
  'write assessment',
  'acknowledge assessment alert',
  'record vital signs',
  'strike out vital signs',
  'set follow-up',
  'take follow-up back',
  'write hand-off note',
  'correct hand-off note',
  'strike out hand-off note',
  'tick hand-off note',
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
  'send test message',
  'invite staff',
  'withdraw invitation',
  'accept invitation',
  'create hospital',
  'make practice hospital',
  'end practice hospital',
  'start exercise',
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
  'change vital signs recorded',
  'change names in calendars',
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
  'renew screen link',
  'renew door code',
  'make API key',
  'revoke API key',
  'set public keys of API key',
  'make FHIR subscription',
  'remove FHIR subscription',
  'make webhook',
  'change webhook',
  'remove webhook',
  'reveal webhook secret',
  'rotate webhook secret',
  'test webhook',
  'resend webhook events',
  'register through ABDM',
  'save ABDM settings',
  'add ABDM counter',
  'remove ABDM counter',
  'dismiss ABDM share',
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
  'read earlier times',
  'read ABDM shares',
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
  'read vital signs',
  'read follow-up',
  'read shared links',
  'read calendar',
  'read FHIR records',
  'read hand-off notes',
  'read ratings',
  'read analytics',
  'export analytics',
  'replay day',
  'read audit trail',
  'export audit trail',
  'check audit trail',
  'open live stream',
] as const;

/** The audit actions of signing in, and of changing an account's ways to sign in. */
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

/**
 * The audit action of API calls that are recorded only when the server refuses them. An example is
 * an endpoint for patients that a member of staff calls.
 */
const refusedCalls = ['make another call'] as const;

/**
 * Every action that a row of the audit trail may have, grouped by kind. A new action must be in
 * this list and have a text in every language, or the code does not compile.
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

/**
 * The filters with which an administrator reads the audit trail: one kind of action, or everything.
 */
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

/**
 * Details recorded when staff add a patient to a line that has reached its limit: the reason, the
 * limit and the patient's number among those counted [QST-1].
 */
const beyondLimit = z.strictObject({
  reason: z.enum(beyondReasons),
  limit: z.enum(requestStates),
  /**
   * The patient's number among those counted, and the limit, such as 41 of 40. Both are null if the
   * limit is the time of the last request.
   */
  number: z.int().nullable(),
  most: z.int().nullable(),
});
export type BeyondLimit = z.infer<typeof beyondLimit>;

/**
 * Further details of a row of the audit trail. They never hold patient data, because the row names
 * patients by id alone.
 */
const auditDetails = z
  .strictObject({
    /** The account whose role or membership was changed. */
    personId: uuid,
    doctorId: uuid,
    screenId: uuid,
    keyId: uuid,
    /** The value before and after the change: a role, a status, a department, or on and off. */
    from: text(maxLength.name),
    to: text(maxLength.name),
    fields: z.array(z.enum(auditFields)).max(auditFields.length),
    way: z.enum(signInWays),
    beyond: beyondLimit,
    /** Why the desk booked a time that was held for another patient. */
    overHold: z.enum(beyondReasons),
    /** The name of the endpoint, where the action does not identify it. */
    call: z.string(),
    /**
     * The server repeated its stored answer for a repeated Idempotency-Key and did nothing again.
     */
    isReplay: z.literal(true),
  })
  .partial();
export type AuditDetails = z.infer<typeof auditDetails>;

const named = z.object({ id: uuid, name: z.string() });

/** The action that the row of the audit trail records. */
export const auditAction = z.enum(auditActions, { error: fieldMessages.choice });

/** One row of the trail: what a member of staff read, changed or tried. */
export const auditEntry = z.object({
  id: z.int(),
  at: instant,
  /** The person, or the API key. The name is empty for the operator and ABDM, which have no account. */
  person: named,
  role: z.enum([...staffRoles, 'operator', 'key', 'abdm']),
  /** null for an action that no longer exists; `recordedAs` holds its name. */
  action: auditAction.nullable(),
  recordedAs: z.string(),
  /**
   * The first three patients whom the recorded action concerns; `patientCount` is the number of all
   * of them.
   */
  patients: z.array(named).max(3),
  patientCount: z.int(),
  /**
   * Further details of the row of the audit trail. People and things have the names that they have
   * today.
   */
  about: z.object({
    person: named.nullable(),
    doctor: named.nullable(),
    screen: named.nullable(),
    key: named.nullable().default(null),
    from: z.string().nullable(),
    to: z.string().nullable(),
    fields: z.array(z.enum(auditFields)).max(auditFields.length),
    way: z.enum(signInWays).nullable(),
    beyond: beyondLimit.nullable(),
    overHold: z.enum(beyondReasons).nullable(),
    call: z.string().nullable(),
    isReplay: z.boolean(),
  }),
  /** The network address of the device that made the API call. */
  address: z.string(),
  /** The outcome of the API call: 'ok', or the error code of the refusal. */
  outcome: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filter = {
  view: z.enum(auditViews, { error: fieldMessages.choice }).default('everything'),
  personId: uuid.optional(),
  action: auditAction.optional(),
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
    /**
     * Returns only rows of the audit trail with an id below this one. The value is `next` of the
     * previous page.
     */
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
    /** The people and patients that the administrator can choose as filters of the audit trail. */
    people: z.array(z.object({ id: uuid, name: z.string() })).max(namesShown),
    actions: z.array(auditAction).max(auditActions.length),
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

/**
 * The faults that a check can find in the keyed hashes (HMAC) of the trail's rows. Such a hash is
 * called a seal.
 */
export const brokenSeals = [
  /** The row does not match its keyed hash, or the hash was not made with the key. */
  'altered',
  /** The row or its keyed hash was deleted. */
  'gone',
  /** The row's hash was made without the key, although a key is configured. */
  'no_key',
  /** The keyed hash differs from the one that a person noted down outside the server. */
  'anchor',
  /** A person noted down a later keyed hash outside the server than the last one that is stored. */
  'cut',
  /** A row without a keyed hash is between rows that have one. */
  'slipped_in',
] as const;
export type BrokenSeal = (typeof brokenSeals)[number];

/** A check of the keyed hashes of the trail's rows: its progress and its result. */
export const auditCheck = z.object({
  /** 'stopped': the check ended early and must be started again. */
  state: z.enum(['running', 'done', 'stopped']),
  askedAt: instant,
  finishedAt: instant.nullable(),
  /** Keyed hashes checked so far, out of the total at the start of the check. */
  checked: z.int(),
  total: z.int(),
  /** The number of rows that are too new to have a keyed hash. */
  unsealed: z.int(),
  /**
   * The number of rows whose hash was made with a key that the server does not have. Such rows
   * cannot be checked.
   */
  unknownKeys: z.int(),
  /** The first faulty hash, with its row number where known; null when all hashes are intact. */
  broken: z.object({ what: z.enum(brokenSeals), rowId: z.int().nullable() }).nullable(),
  /**
   * The last keyed hash that was checked, to be noted down outside the server. Empty before the
   * first.
   */
  lastSeal: z.string(),
});
export type AuditCheck = z.infer<typeof auditCheck>;

/** The last check of the audit trail's keyed hashes; null if no check was ever started. */
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
