/**
 * The server's texts in each language: of mails, messages, tickets, plain pages and documents. A
 * language is loaded on first use, so that a process holds only the languages that are read
 * (decision 043).
 */
import { createRequire } from 'node:module';
import type { Language } from '@baari/contract/languages.ts';
import { serverAreas, type ServerTexts } from './areas.gen.ts';

/** Loads a file of texts. Each file contains the texts of one area, and `require` caches it. */
const load: (file: string) => ServerTexts = createRequire(import.meta.url);

/** The texts of an area in a language, such as `textsOf('ticket', language).title`. */
export function textsOf<Area extends keyof ServerTexts>(
  area: Area,
  language: Language,
): ServerTexts[Area] {
  return load(`./${language}/${serverAreas[area]}.gen.ts`)[area];
}
