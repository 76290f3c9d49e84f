/** The form for a patient at the desk, and what is sent [ARR-2, DESK-8]. */
import { beyondReasons } from '@baari/contract/lines/requests-taken.ts';
import { ageGiven, newcomer } from '@baari/contract/visit/arrival.ts';
import { defaultUrgency, maxLength, urgencies, visitKinds } from '@baari/contract/constants.ts';
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { fieldMessages, requiredText, text } from '@baari/contract/fields.ts';
import { genders } from '@baari/contract/patient/person.ts';
import type { PatientFacts } from '@baari/contract/patient/patient.ts';
import { z } from 'zod';
import { visitKindChosen } from '../../../shared/patient/visit-kind.ts';

/** An age as typed; empty for none. */
export const typedAge = z
  .string()
  .transform((typed) => withPlainDigits(typed.trim()))
  .pipe(
    z.union([
      z.literal('').transform(() => undefined),
      z
        .string()
        .regex(/^\d{1,3}$/u, { error: fieldMessages.number })
        .transform(Number)
        .pipe(ageGiven),
    ]),
  );

const departmentMark = 'department ';

/** The option value for the first free doctor of a department. */
export function firstFreeOf(department: string): string {
  return `${departmentMark}${department}`;
}

const sharedMark = 'line ';

/** The option value for a shared line [LINE-1]. */
export function sharedLineOf(lineId: string): string {
  return `${sharedMark}${lineId}`;
}

/** The id of the chosen line; undefined for none, and for the first free doctor of a department. */
export function lineIdOf(chosen: string): string | undefined {
  if (chosen === '' || chosen.startsWith(departmentMark)) return undefined;
  return chosen.startsWith(sharedMark) ? chosen.slice(sharedMark.length) : chosen;
}

/** A doctor's id, a shared line, or the first free doctor of a department. */
export const lineChosen = requiredText(maxLength.line).transform((chosen) => {
  if (chosen.startsWith(departmentMark)) return { department: chosen.slice(departmentMark.length) };
  if (chosen.startsWith(sharedMark)) return { lineId: chosen.slice(sharedMark.length) };
  return { doctorId: chosen };
});

/** The reason to go beyond a limit of the line; empty for none. */
export const beyondTyped = z.enum(['', ...beyondReasons]);
export const beyondChosen = beyondTyped.transform((reason) => (reason === '' ? undefined : reason));

const intoLine = {
  to: lineChosen,
  urgency: z.enum(urgencies),
  symptoms: text(maxLength.symptoms),
  visitKind: visitKindChosen,
  beyond: beyondChosen,
};

const sent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('new'),
    name: newcomer.shape.name,
    phone: newcomer.shape.phone,
    age: typedAge,
    gender: newcomer.shape.gender,
    ...intoLine,
  }),
  z.object({ kind: z.literal('known'), ...intoLine }),
]);

const typed = z.object({
  kind: z.enum(['new', 'known']),
  name: z.string(),
  phone: z.string(),
  age: z.string(),
  gender: z.enum(['', ...genders]),
  to: z.string(),
  urgency: z.enum(urgencies),
  symptoms: z.string(),
  visitKind: z.enum(['', ...visitKinds]),
  beyond: beyondTyped,
});
/** The fields as they are typed. */
export type ReceiveFields = z.input<typeof typed>;

export const emptyFields: ReceiveFields = {
  kind: 'new',
  name: '',
  phone: '',
  age: '',
  gender: '',
  to: '',
  urgency: defaultUrgency,
  symptoms: '',
  visitKind: '',
  beyond: '',
};

/** All fields for a new patient, only those of the visit for a known one. */
export const receiveSchema = typed.transform((fields, context) => {
  const read = sent.safeParse(fields);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) {
    context.addIssue({ code: 'custom', path, message });
  }
  return z.NEVER;
});
export type Receiving = z.output<typeof receiveSchema>;

/** A known patient, with distinguishing facts if loaded. */
export interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly facts?: PatientFacts;
}
