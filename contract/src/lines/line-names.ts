/** The names of a line or a service point in other languages than its plain name [LINE-1]. */
import { z } from 'zod';
import { requiredName } from '../fields.ts';
import { aboutLanguages, type Language, languages } from '../languages.gen.ts';

/** By language code. A newer server process may know more languages than this build. */
export const lineNames = z.record(z.string(), z.string());
export type LineNames = z.infer<typeof lineNames>;

/** The same as an administrator sends them: whole, each at most `max` characters. */
export function lineNamesGiven(max: number) {
  return z.partialRecord(z.enum(languages), requiredName(max));
}

/** What the event of an entry keeps of them besides the entry; left out where there are none. */
export const namesInEvent = z.object({
  lineNames: z
    .object({ line: lineNames, point: lineNames, movedFrom: lineNames })
    .optional()
    .catch(undefined),
});
export type NamesInEvent = z.infer<typeof namesInEvent>;

/** The name for a reader of this language, else in the language that its readers are shown instead, else the plain one. */
export function nameIn(
  name: string,
  /** undefined of a server process of the release before. */
  names: LineNames | undefined,
  language: Language | undefined,
): string {
  if (language === undefined || names === undefined) return name;
  const { fallback } = aboutLanguages[language];
  return names[language] ?? (fallback && names[fallback]) ?? name;
}
