/** Patients that a hospital knows, at its desk: found before a record is made, put in a line [DESK-7 … DESK-9]. */
import { z } from 'zod';
import { intoLine, newcomer, withOneLine } from '../visit/arrival.ts';
import { maxLength, openStatuses } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { day, fieldMessages, idParams, text, uuid } from '../fields.ts';
import { genders } from './person.ts';
import { staffEntry } from '../queue/queue.ts';

const desk = ['doctor', 'receptionist', 'hospital_admin'] as const;

/** What tells one patient of the hospital from another, without the whole contact. */
export const patientFacts = z.object({
  id: uuid,
  name: z.string(),
  /** Whose account the person came through; null for an own person and for a walk-in. */
  through: z.string().nullable(),
  hasAccount: z.boolean(),
  /** Whole years; null where it is not known, or not shared with this hospital or this role. */
  age: z.int().min(0).nullable(),
  /** null on the same terms. */
  gender: z.enum(genders).nullable(),
  /** The last digits of the phone that was given here last. */
  phoneEnd: z.string().max(4).nullable(),
  /** The latest one that was completed, by the hospital's calendar. */
  lastVisit: z.object({ day, doctorName: z.string() }).nullable(),
  /** Where the patient waits or is inside at this hospital. */
  open: z
    .object({ status: z.enum(openStatuses), token: z.string().nullable(), doctorName: z.string() })
    .nullable(),
});
export type PatientFacts = z.infer<typeof patientFacts>;

/** By what somebody is like what was typed. */
export const alikeBy = ['both', 'phone', 'name'] as const;
export const alikePatient = patientFacts.extend({ by: z.enum(alikeBy) });
export type AlikePatient = z.infer<typeof alikePatient>;

/** Of those alike, at most. */
export const alikeShown = 5;

export const findAlike = endpoint({
  method: 'POST',
  path: '/hospital/patients/alike',
  summary:
    'Find patients that the hospital knows with a name or the phone like these, the likeliest first, at most 5',
  rows: ['DESK-7'],
  access: desk,
  body: z.object({
    name: text(maxLength.name).default(''),
    /** In any notation; too few digits find nobody. */
    phone: text(maxLength.line).default(''),
  }),
  reply: z.object({ patients: z.array(alikePatient).max(alikeShown) }),
  problems: ['forbidden'],
});

export const putInLine = endpoint({
  method: 'POST',
  path: '/hospital/patients/:id/queue',
  summary:
    "Put a patient that the hospital knows at the end of a doctor's queue, or of the first free one's of a department, checked in",
  rows: ['DESK-8', 'INV-2'],
  access: desk,
  status: 201,
  params: idParams,
  body: withOneLine(z.object(intoLine)),
  reply: z.object({ queue: staffEntry }),
  problems: [
    'forbidden',
    'not_found',
    'already_in_queue',
    'doctor_not_available',
    'line_closed',
    'nobody_available',
    'hospital_closed',
  ],
});

/** People of one family who come together, at most. */
export const familyMost = 5;

/** One of them: known already, or new by name. */
export const familyMember = withOneLine(
  z.object({
    patientId: uuid.optional(),
    ...newcomer.omit({ phone: true }).partial().shape,
    ...intoLine,
  }),
).refine(({ patientId, name }) => patientId !== undefined || name !== undefined, {
  error: fieldMessages.required,
  path: ['name'],
});
export type FamilyMember = z.infer<typeof familyMember>;

/** What became of one of them: in a line, or why not. */
export const familyOutcome = z.object({
  queue: staffEntry.nullable(),
  refused: z.string().nullable(),
});
export type FamilyOutcome = z.infer<typeof familyOutcome>;

export const addFamily = endpoint({
  method: 'POST',
  path: '/hospital/walk-ins/family',
  summary:
    'Put up to five people of one family in lines at once, in the order of the list; each is answered by itself, in that order',
  rows: ['DESK-9', 'ARR-2', 'INV-2'],
  access: desk,
  body: z.object({
    /** Of whoever is new; empty for none. */
    phone: newcomer.shape.phone,
    people: z
      .array(familyMember, { error: fieldMessages.required })
      .min(1, { error: fieldMessages.required })
      .max(familyMost, { error: fieldMessages.tooMany }),
  }),
  reply: z.object({ outcomes: z.array(familyOutcome).max(familyMost) }),
  problems: ['forbidden', 'not_found', 'already_in_queue', 'hospital_closed'],
});
