/**
 * Validates the form to add a patient at the desk, and makes the request body from it [ARR-2,
 * DESK-8]. Loaded after the form is shown, because the schemas are heavy.
 */
import { beyondReasons } from '@baari/contract/lines/requests-taken.ts';
import { ageGiven, newcomer } from '@baari/contract/visit/arrival.ts';
import { maxLength, moveReasons, urgencies, visitKinds } from '@baari/contract/constants.ts';
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { fieldMessages, requiredText, text } from '@baari/contract/fields.ts';
import { genders } from '@baari/contract/patient/person.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { visitKindChosen } from '../../../shared/patient/visit-kind.ts';
import { departmentMark, type ReceiveFields, sharedMark } from './receive-values.ts';

/** The typed age. An empty field means that no age is given. */
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

/** Parses the chosen option: a doctor, a shared line, or the first free doctor of a department. */
export const lineChosen = requiredText(maxLength.line).transform((chosen) => {
  if (chosen.startsWith(departmentMark)) return { department: chosen.slice(departmentMark.length) };
  if (chosen.startsWith(sharedMark)) return { lineId: chosen.slice(sharedMark.length) };
  return { doctorId: chosen };
});

/** The reason to exceed a limit of the line. Empty if none is chosen. */
export const beyondTyped = z.enum(['', ...beyondReasons]);
export const beyondChosen = beyondTyped.transform((reason) => (reason === '' ? undefined : reason));

/** The reason to put the patient first. Empty if the patient joins the end of the line. */
const firstTyped = z.enum(['', ...moveReasons]);
const firstChosen = firstTyped.transform((reason) => (reason === '' ? undefined : reason));

const intoLine = {
  to: lineChosen,
  first: firstChosen,
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

const typed: z.ZodType<ReceiveFields, ReceiveFields> = z.object({
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
  first: firstTyped,
});

/**
 * The schema of the form to add a patient. A new patient needs all fields, a known patient only
 * those about the visit.
 */
const receiveSchema = typed.transform((fields, context) => {
  const read = sent.safeParse(fields);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) {
    context.addIssue({ code: 'custom', path, message });
  }
  return z.NEVER;
});
export type Receiving = z.output<typeof receiveSchema>;

export const receiveResolver = zodResolver(receiveSchema);
