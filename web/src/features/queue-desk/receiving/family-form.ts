/** The form to add a family to a line, and the request body made from it [DESK-9]. */
import { newcomer } from '@baari/contract/visit/arrival.ts';
import { maxLength } from '@baari/contract/constants.ts';
import { phone, text } from '@baari/contract/fields.ts';
import { genders } from '@baari/contract/patient/person.ts';
import { z } from 'zod';
import { beyondChosen, beyondTyped, lineChosen, typedAge } from './receive-form.ts';

const typedMember = z.object({
  /** The id of a known patient. Empty for a new person. */
  patientId: z.string(),
  name: z.string(),
  age: z.string(),
  gender: z.enum(['', ...genders]),
  to: z.string(),
  symptoms: z.string(),
  beyond: beyondTyped,
});
export type MemberFields = z.input<typeof typedMember>;

const intoLine = { to: lineChosen, symptoms: text(maxLength.symptoms), beyond: beyondChosen };
const newMember = z.object({
  name: newcomer.shape.name,
  age: typedAge,
  gender: newcomer.shape.gender,
  ...intoLine,
});
const knownMember = z.object(intoLine);

/**
 * A family member in the format of the request body. For a known patient it contains only the
 * patient's id.
 */
const member = typedMember.transform((fields, context) => {
  const { patientId } = fields;
  const read = patientId === '' ? newMember.safeParse(fields) : knownMember.safeParse(fields);
  if (!read.success) {
    for (const { path, message } of read.error.issues) {
      context.addIssue({ code: 'custom', path, message });
    }
    return z.NEVER;
  }
  const { to, ...given } = read.data;
  return { ...(patientId === '' ? {} : { patientId }), ...given, ...to };
});

export const familySchema = z.object({
  phone: z.union([phone, z.literal('')]),
  people: z.array(member),
});
export type FamilyFields = z.input<typeof familySchema>;
export type Family = z.output<typeof familySchema>;

/** Returns an empty family member for the form, with a preselected line. */
export function emptyMember(to: string): MemberFields {
  return { patientId: '', name: '', age: '', gender: '', to, symptoms: '', beyond: '' };
}
