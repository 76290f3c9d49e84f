import type { Language } from '@baari/contract/languages.ts';
import type { ServerTexts } from './areas.gen.ts';
import { textsOf } from './texts.ts';

/**
 * The name of a department or a specialty in the reader's language; an unknown name stays as the
 * hospital wrote it.
 */
export function medicalName(name: string, language: Language): string {
  const { fields, generalPractice, general } = textsOf('medical', language);
  if (name === 'General Practice') return generalPractice;
  if (name === 'General') return general;
  return isKnown(name, fields) ? fields[name] : name;
}

/** What a doctor treats; for the specialty "Other" the department is used. */
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
