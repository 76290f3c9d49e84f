/**
 * The names of a line or a service point in further languages, besides the name that the
 * administrator first gave [LINE-1].
 */
import { z } from 'zod';
import { requiredName } from '../fields.ts';
import { aboutLanguages, type Language, languages } from '../languages.gen.ts';

/**
 * The names of a line or service point by language code. A newer server process may know more
 * languages than this build.
 */
export const lineNames = z.record(z.string(), z.string());
export type LineNames = z.infer<typeof lineNames>;

/**
 * The names as an administrator sends them: all languages at once, each at most `max` characters.
 */
export function lineNamesGiven(max: number) {
  return z.partialRecord(z.enum(languages), requiredName(max));
}

/**
 * The names of the line and the service point in other languages, as stored with a queue event;
 * left out if there are none.
 */
export const namesInEvent = z.object({
  lineNames: z
    .object({ line: lineNames, point: lineNames, movedFrom: lineNames })
    .optional()
    .catch(undefined),
});
export type NamesInEvent = z.infer<typeof namesInEvent>;

/**
 * The name of a line or service point in the reader's language. If it is missing, the name in the
 * reader's fallback language, else the plain name.
 */
export function nameIn(
  name: string,
  /** The names in other languages; undefined from a server process of the previous release. */
  names: LineNames | undefined,
  language: Language | undefined,
): string {
  if (language === undefined || names === undefined) return name;
  const { fallback } = aboutLanguages[language];
  return names[language] ?? (fallback && names[fallback]) ?? name;
}
