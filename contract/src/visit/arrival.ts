/** People at the hospital: walk-ins, tickets, the code at the door and the kiosk [ARR-2, ARR-4, ARR-5]. */
import { z } from 'zod';
import {
  defaultUrgency,
  hospitalStandings,
  listShown,
  maxLength,
  openStatuses,
  urgencies,
} from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  fieldMessages,
  idParams,
  instant,
  linkSecret,
  phone,
  requiredName,
  requiredText,
  text,
  uuid,
  visitKindGiven,
} from '../fields.ts';
import { genders } from '../patient/person.ts';
import { patientEntry, staffEntry } from '../queue/queue.ts';
import { lineTold, waitRange } from '../queue/wait.ts';
import { screenLanguages } from '../hospital/screen.ts';

const desk = ['doctor', 'receptionist', 'hospital_admin'] as const;

/** Whole years, as the patient says. */
export const ageGiven = z
  .int({ error: fieldMessages.number })
  .min(0, { error: fieldMessages.number })
  .max(120, { error: fieldMessages.number });

/** What the desk writes of somebody new: what it asked for, and what tells two of one name apart. */
export const newcomer = z.object({
  name: requiredName(maxLength.name),
  phone: z.union([phone, z.literal('')]).optional(),
  age: ageGiven.optional(),
  gender: z.union([z.enum(genders, { error: fieldMessages.choice }), z.literal('')]).optional(),
});

/**
 * Into which line and for what: a doctor's, a shared one or, without either, that of the first free doctor
 * of a department.
 */
export const intoLine = {
  doctorId: uuid.optional(),
  lineId: uuid.optional(),
  department: requiredName(maxLength.name).optional(),
  urgency: z.enum(urgencies, { error: fieldMessages.choice }).default(defaultUrgency),
  visitKind: visitKindGiven,
  symptoms: text(maxLength.symptoms).optional(),
};

interface WithWhom {
  readonly doctorId?: string | undefined;
  readonly lineId?: string | undefined;
  readonly department?: string | undefined;
}

const linesNamed = ['doctorId', 'lineId', 'department'] as const;

/** Of whom it is said with whom, in one way only. */
export function withOneLine<Schema extends z.ZodType<WithWhom>>(schema: Schema): Schema {
  return schema.superRefine((given, context) => {
    const [first, second] = linesNamed.filter((name) => given[name] !== undefined);
    if (first === undefined) {
      context.addIssue({ code: 'custom', message: fieldMessages.required, path: ['doctorId'] });
    } else if (second !== undefined) {
      context.addIssue({ code: 'custom', message: fieldMessages.choice, path: [second] });
    }
  });
}

/** Somebody at the desk who has no account; an empty phone is none [ARR-2]. */
export const walkIn = withOneLine(z.object({ ...newcomer.shape, ...intoLine }));
export type WalkIn = z.infer<typeof walkIn>;

export const addWalkIn = endpoint({
  method: 'POST',
  path: '/hospital/walk-ins',
  summary: "Put somebody without an account at the end of a doctor's queue, checked in",
  rows: ['ARR-2'],
  access: desk,
  status: 201,
  body: walkIn,
  reply: z.object({ queue: staffEntry }),
  problems: [
    'forbidden',
    'not_found',
    'doctor_not_available',
    'line_closed',
    'nobody_available',
    'hospital_closed',
  ],
});

/** Where a ticket's page is, for its printed code; whoever has the address may look. */
export const ticket = z.object({
  url: z.url(),
  token: z.string(),
  expiresAt: instant,
});
export type Ticket = z.infer<typeof ticket>;

export const makeTicket = endpoint({
  method: 'POST',
  path: '/queues/:id/ticket',
  summary: 'Make a new secret address of the page that shows how far an entry has come',
  rows: ['ARR-4'],
  access: ['patient', ...desk],
  status: 201,
  isSecret: true,
  params: idParams,
  reply: z.object({ ticket }),
  problems: ['not_found', 'illegal_transition'],
});

/** The path of a ticket's page; the secret follows. */
export const ticketPath = '/t/';

export const checkInAtDoor = endpoint({
  method: 'POST',
  path: '/hospitals/:id/arrivals',
  summary:
    "Check in whatever the caller's people have open or booked today, by the code at the door",
  rows: ['ARR-5'],
  access: ['patient'],
  params: idParams,
  body: z.object({ code: linkSecret }),
  reply: z.object({
    hospital: z.object({ id: uuid, name: z.string() }),
    /** Those who are here now; empty when nobody is expected. */
    queues: z.array(patientEntry).max(listShown),
    /** Booked for today and not to be checked in now, with the reason. */
    refused: z.array(z.object({ doctorName: z.string(), code: z.string() })).max(listShown),
  }),
  problems: ['forbidden', 'not_found', 'door_code_wrong'],
});

export const openKiosk = endpoint({
  method: 'POST',
  path: '/kiosk',
  summary: 'Get the hospital of a kiosk link',
  rows: ['ARR-5'],
  access: 'public',
  body: z.object({ key: linkSecret }),
  reply: z.object({
    hospital: z.object({
      id: uuid,
      name: z.string(),
      timeZone: z.string(),
      languages: screenLanguages,
      standing: z.enum(hospitalStandings).default('unconfirmed'),
    }),
  }),
  problems: ['screen_unknown'],
});

/** What a kiosk may say of somebody who stands before it with others behind: no name. */
export const kioskArrival = z.object({
  status: z.enum(openStatuses),
  token: z.string().nullable(),
  /** 1…n while waiting, else 0. */
  position: z.int().min(0),
  waitRange: waitRange.nullable(),
  /** Whether the call is near, for the first in line. */
  isNext: z.boolean().default(false),
  /** What the doctor is doing; null unless it is waited. */
  line: lineTold.nullable().default(null),
  doctorName: z.string(),
  /** The place the patient should go to; null when it is unknown. */
  room: z.string().nullable().default(null),
  /** Had already checked in. */
  isAgain: z.boolean(),
});
export type KioskArrival = z.infer<typeof kioskArrival>;

export const checkInAtKiosk = endpoint({
  method: 'POST',
  path: '/kiosk/check-in',
  summary: "Check in by today's token or the last four digits of the phone",
  rows: ['ARR-5', 'ASSESS-4'],
  access: 'public',
  isSecret: true,
  body: z.object({
    key: linkSecret,
    /** Such as C-017, c17 or 4321, or the address that a ticket's code holds. */
    answer: requiredText(maxLength.line),
  }),
  reply: z.object({
    arrival: kioskArrival,
    /** Lets whoever was just checked in answer the questions before the visit here; null where nobody may. */
    questions: z.object({ right: z.string() }).nullable().default(null),
  }),
  problems: [
    'screen_unknown',
    'nobody_expected',
    'several_expected',
    'doctor_not_available',
    'too_many_attempts',
  ],
});
