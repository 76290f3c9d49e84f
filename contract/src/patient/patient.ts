/**
 * Patients known to a hospital's desk: finding them before a new record is made, and adding them to
 * a line [DESK-7 … DESK-9].
 */
import { z } from 'zod';
import { intoLine, newcomer, placedFirst, withOneLine } from '../visit/arrival.ts';
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
  /**
   * The name of the account holder if the patient belongs to another person's account; null for
   * account holders and walk-ins.
   */
  through: z.string().nullable(),
  hasAccount: z.boolean(),
  /**
   * The patient's age in whole years; null if unknown, or not shared with this hospital or role.
   */
  age: z.int().min(0).nullable(),
  /** The patient's gender; null if unknown, or not shared with this hospital or role. */
  gender: z.enum(genders).nullable(),
  /** The last digits of the phone number that the patient most recently gave to this hospital. */
  phoneEnd: z.string().max(4).nullable(),
  /** The latest completed visit, by the hospital's calendar. */
  lastVisit: z.object({ day, doctorName: z.string() }).nullable(),
  /** The patient's open entry at this hospital. */
  open: z
    .object({ status: z.enum(openStatuses), token: z.string().nullable(), doctorName: z.string() })
    .nullable(),
});
export type PatientFacts = z.infer<typeof patientFacts>;

/** Which of the fields that the desk typed match a known patient. */
export const alikeBy = ['both', 'phone', 'name'] as const;
export const alikePatient = patientFacts.extend({ by: z.enum(alikeBy) });
export type AlikePatient = z.infer<typeof alikePatient>;

/** The most similar patients in one API response. */
export const alikeShown = 5;

export const findAlike = endpoint({
  method: 'POST',
  path: '/hospital/patients/alike',
  summary: 'Find known patients with a similar name or phone, likeliest first, at most 5',
  rows: ['DESK-7'],
  access: desk,
  body: z.object({
    name: text(maxLength.name).default(''),
    /** A phone number in any notation. A number with too few digits finds nobody. */
    phone: text(maxLength.line).default(''),
  }),
  reply: z.object({ patients: z.array(alikePatient).max(alikeShown) }),
  problems: ['forbidden'],
});

export const putInLine = endpoint({
  method: 'POST',
  path: '/hospital/patients/:id/queue',
  summary:
    "Put a known patient, checked in, at the end of a doctor's line or of the first free doctor's of a department, or first with a reason",
  rows: ['DESK-8', 'INV-2', 'INV-12'],
  access: desk,
  status: 201,
  params: idParams,
  body: withOneLine(z.object({ ...intoLine, ...placedFirst })),
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

/** The most members of one family in one API call. */
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

/** The result for one family member: the new queue entry, or the error code of the refusal. */
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
