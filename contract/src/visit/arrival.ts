/**
 * Arrivals at the hospital: walk-ins, tickets, the door code and the kiosk [ARR-2, ARR-4, ARR-5].
 */
import { z } from 'zod';
import {
  defaultUrgency,
  hospitalVerifications,
  listShown,
  maxLength,
  moveReasons,
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
import { beyondGiven } from '../lines/requests-taken.ts';
import { announcedLine, waitRange } from '../queue/wait.ts';
import { screenLanguages } from '../hospital/screen.ts';

const desk = ['doctor', 'receptionist', 'hospital_admin'] as const;

/** The patient's age in whole years, as stated by the patient. */
export const ageGiven = z
  .int({ error: fieldMessages.number })
  .min(0, { error: fieldMessages.number })
  .max(120, { error: fieldMessages.number });

/**
 * A new patient's data as entered at the desk: contact, and facts that distinguish people of the
 * same name.
 */
export const newcomer = z.object({
  name: requiredName(maxLength.name),
  phone: z.union([phone, z.literal('')]).optional(),
  age: ageGiven.optional(),
  gender: z.union([z.enum(genders, { error: fieldMessages.choice }), z.literal('')]).optional(),
});

/**
 * The line that the patient joins, and the reason for the visit. The line is a doctor's line, a
 * shared line or else the line of the department's first free doctor.
 */
export const intoLine = {
  doctorId: uuid.optional(),
  lineId: uuid.optional(),
  department: requiredName(maxLength.name).optional(),
  urgency: z.enum(urgencies, { error: fieldMessages.choice }).default(defaultUrgency),
  visitKind: visitKindGiven,
  symptoms: text(maxLength.symptoms).optional(),
  /** Why the patient is added to a line that has reached its limit. */
  beyond: beyondGiven,
};

/**
 * Why the desk puts the patient first in the line, as in a move; without it the patient joins the
 * end. Patients whose place changes can read the reason [INV-12].
 */
export const placedFirst = {
  first: z.enum(moveReasons, { error: fieldMessages.choice }).optional(),
};

interface WithWhom {
  readonly doctorId?: string | undefined;
  readonly lineId?: string | undefined;
  readonly department?: string | undefined;
}

const linesNamed = ['doctorId', 'lineId', 'department'] as const;

/** Refuses a request body that names no doctor, line or department, or more than one of them. */
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

/**
 * A patient whom the desk adds to a line without an account. An empty phone means that the patient
 * gave none [ARR-2].
 */
export const walkIn = withOneLine(z.object({ ...newcomer.shape, ...intoLine, ...placedFirst }));
export type WalkIn = z.infer<typeof walkIn>;

export const addWalkIn = endpoint({
  method: 'POST',
  path: '/hospital/walk-ins',
  summary:
    "Put somebody without an account, checked in, at the end of a doctor's line, or first with a reason",
  rows: ['ARR-2', 'INV-12'],
  access: desk,
  key: 'queue:act',
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
    'line_full_today',
    'line_requests_over',
    'line_full_now',
  ],
});

/**
 * The address of a ticket's page, which the ticket's printed code contains. Everybody with the
 * address can open the page.
 */
export const ticket = z.object({
  url: z.url(),
  token: z.string(),
  expiresAt: instant,
});
export type Ticket = z.infer<typeof ticket>;

export const makeTicket = endpoint({
  method: 'POST',
  path: '/queues/:id/ticket',
  summary: "Make a new secret address of the page that shows an entry's progress",
  rows: ['ARR-4'],
  access: ['patient', ...desk],
  status: 201,
  isSecret: true,
  params: idParams,
  reply: z.object({ ticket }),
  problems: ['not_found', 'illegal_transition'],
});

/** The path of a ticket's page. In the full address, the ticket's secret follows. */
export const ticketPath = '/t/';

export const checkInAtDoor = endpoint({
  method: 'POST',
  path: '/hospitals/:id/arrivals',
  summary:
    "Check in all of today's open entries and bookings of the account's people, by the code at the door",
  rows: ['ARR-5'],
  access: ['patient'],
  params: idParams,
  body: z.object({ code: linkSecret }),
  reply: z.object({
    hospital: z.object({ id: uuid, name: z.string() }),
    /**
     * The queue entries with which the patient has now checked in. The list is empty if the patient
     * has no place in line and no booking that can be checked in.
     */
    queues: z.array(patientEntry).max(listShown),
    /**
     * Today's bookings of the patient that cannot be checked in now, each with the error code of
     * the reason.
     */
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
      standing: z.enum(hospitalVerifications).default('unconfirmed'),
    }),
  }),
  problems: ['screen_unknown'],
});

/** What a kiosk shows of a patient. It shows no name, because other people may see the screen. */
export const kioskArrival = z.object({
  status: z.enum(openStatuses),
  token: z.string().nullable(),
  /** The patient's position in the line, from 1 while waiting, else 0. */
  position: z.int().min(0),
  waitRange: waitRange.nullable(),
  /** Whether the patient is first in line and will be called soon. */
  isNext: z.boolean().default(false),
  /** State of the doctor's line; null unless the patient waits. */
  line: announcedLine.nullable().default(null),
  doctorName: z.string(),
  /** The room that the patient should go to; null when it is unknown. */
  room: z.string().nullable().default(null),
  /** Whether the patient had already checked in before. */
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
    /**
     * What the patient typed or scanned at the kiosk: C-017, c17 or 4321, or the address in a
     * ticket's code.
     */
    answer: requiredText(maxLength.line),
  }),
  reply: z.object({
    arrival: kioskArrival,
    /**
     * Holds the secret with which the patient may answer the questions before the visit at this
     * kiosk; null if the kiosk does not offer the questions.
     */
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
