/**
 * What the server says, in each language: of mails, messages, tickets, plain pages and papers. A language's
 * texts are loaded when they are first said, so that a process holds those that somebody reads (decision 043).
 */
import { createRequire } from 'node:module';
import type { Language } from '@baari/contract/languages.ts';
import { serverAreas, type ServerTexts } from './areas.gen.ts';

/** Keeps what it has loaded; of each file there is the area that it is of. */
const load: (file: string) => ServerTexts = createRequire(import.meta.url);

/** The texts of an area in a language, such as `textsOf('ticket', language).title`. */
export function textsOf<Area extends keyof ServerTexts>(
  area: Area,
  language: Language,
): ServerTexts[Area] {
  return load(`./${language}/${serverAreas[area]}.gen.ts`)[area];
}
