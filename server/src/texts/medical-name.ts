import type { Language } from '@baari/contract/languages.ts';
import type { ServerTexts } from './areas.gen.ts';
import { textsOf } from './texts.ts';

/** A department or a specialty as a reader calls it; what is none of ours stays as the hospital writes it. */
export function medicalName(name: string, language: Language): string {
  const { fields, generalPractice, general } = textsOf('medical', language);
  if (name === 'General Practice') return generalPractice;
  if (name === 'General') return general;
  return isKnown(name, fields) ? fields[name] : name;
}

/** In one word what a doctor treats: "Other" says nothing, and then the department does. */
export function specialtyName(
  { specialty, department }: Readonly<Record<'specialty' | 'department', string>>,
  language: Language,
): string {
  return medicalName(specialty === 'Other' ? department : specialty, language);
}

type Fields = ServerTexts['medical']['fields'];

function isKnown(name: PropertyKey, fields: Fields): name is keyof Fields {
  return Object.hasOwn(fields, name);
}
