/**
 * Patients known to a hospital's desk: found before a record is made, and put in a line [DESK-7 …
 * DESK-9].
 */
import { z } from 'zod';
import { intoLine, newcomer, withOneLine } from '../visit/arrival.ts';
import { maxLength, openStatuses } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { day, fieldMessages, idParams, text, uuid } from '../fields.ts';
import { genders } from './person.ts';
import { staffEntry } from '../queue/queue.ts';

const desk = ['doctor', 'receptionist', 'hospital_admin'] as const;

/** Facts that distinguish one patient from another, without the full contact. */
export const patientFacts = z.object({
  id: uuid,
  name: z.string(),
  /** The account that the person belongs to; null for an account's own person and for a walk-in. */
  through: z.string().nullable(),
  hasAccount: z.boolean(),
  /** The age in whole years; null if unknown, or not shared with this hospital or role. */
  age: z.int().min(0).nullable(),
  /** The gender; null if unknown, or not shared with this hospital or role. */
  gender: z.enum(genders).nullable(),
  /** The last digits of the phone given here most recently. */
  phoneEnd: z.string().max(4).nullable(),
  /** The latest completed visit, by the hospital's calendar. */
  lastVisit: z.object({ day, doctorName: z.string() }).nullable(),
  /** The patient's open entry at this hospital. */
  open: z
    .object({ status: z.enum(openStatuses), token: z.string().nullable(), doctorName: z.string() })
    .nullable(),
});
export type PatientFacts = z.infer<typeof patientFacts>;

/** Which field of a known patient matches the typed ones. */
export const alikeBy = ['both', 'phone', 'name'] as const;
export const alikePatient = patientFacts.extend({ by: z.enum(alikeBy) });
export type AlikePatient = z.infer<typeof alikePatient>;

/** The most similar patients in one answer. */
export const alikeShown = 5;

export const findAlike = endpoint({
  method: 'POST',
  path: '/hospital/patients/alike',
  summary: 'Find known patients with a similar name or phone, likeliest first, at most 5',
  rows: ['DESK-7'],
  access: desk,
  body: z.object({
    name: text(maxLength.name).default(''),
    /** A phone in any notation; with too few digits nobody is found. */
    phone: text(maxLength.line).default(''),
  }),
  reply: z.object({ patients: z.array(alikePatient).max(alikeShown) }),
  problems: ['forbidden'],
});

export const putInLine = endpoint({
  method: 'POST',
  path: '/hospital/patients/:id/queue',
  summary:
    "Put a known patient, checked in, at the end of a doctor's line or of the first free doctor's of a department",
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
    'line_full_today',
    'line_requests_over',
    'line_full_now',
  ],
});

/** The most people of one family in one call. */
export const familyMost = 5;

/** One family member: a known patient, or a new one by name. */
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

/** The result for one of them: an entry, or the refusal. */
export const familyOutcome = z.object({
  queue: staffEntry.nullable(),
  refused: z.string().nullable(),
});
export type FamilyOutcome = z.infer<typeof familyOutcome>;

export const addFamily = endpoint({
  method: 'POST',
  path: '/hospital/walk-ins/family',
  summary:
    'Put up to five people of one family in lines at once, in list order; each gets its own result',
  rows: ['DESK-9', 'ARR-2', 'INV-2'],
  access: desk,
  body: z.object({
    /** The phone of a new patient; empty if none was given. */
    phone: newcomer.shape.phone,
    people: z
      .array(familyMember, { error: fieldMessages.required })
      .min(1, { error: fieldMessages.required })
      .max(familyMost, { error: fieldMessages.tooMany }),
  }),
  reply: z.object({ outcomes: z.array(familyOutcome).max(familyMost) }),
  problems: ['forbidden', 'not_found', 'already_in_queue', 'hospital_closed'],
});
