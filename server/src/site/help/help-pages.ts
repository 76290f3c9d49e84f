/**
 * The pages of help, `texts/<language>/help/<role>/<topic>.md`. A language without a page shows the
 * English one.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TextBlock } from '@baari/contract/hospital/site.ts';
import { languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import { readTextPage } from '../text-page.markdown.ts';

/** The readers of help, in the order of its first page. */
export const helpRoles = ['patient', 'reception', 'doctor', 'administrator'] as const;
export type HelpRole = (typeof helpRoles)[number];

export interface HelpPage {
  readonly role: HelpRole;
  /** The file's name without its ending, and the last part of the page's address. */
  readonly topic: string;
  /** The language of the text, not of the names of buttons in it. */
  readonly language: Language;
  readonly title: string;
  readonly blocks: readonly TextBlock[];
}

const texts = fileURLToPath(new URL('../../../../texts/', import.meta.url));
const ending = '.md';

/** The address of a page, and of a role's list of pages. */
export function helpPath({ role, topic }: { role: HelpRole; topic?: string }): string {
  return topic === undefined ? `/help/${role}` : `/help/${role}/${topic}`;
}

/** Reads all pages for readers of a language, by role and then by name. */
export async function readHelp(language: Language): Promise<readonly HelpPage[]> {
  const read = await Promise.all(
    helpRoles.map(async (role) => {
      const topics = await topicsOf(fallbackLanguage, role);
      const own = new Set(await topicsOf(language, role));
      return Promise.all(
        topics.map((topic) => readPage(own.has(topic) ? language : fallbackLanguage, role, topic)),
      );
    }),
  );
  return read.flat();
}

/** The languages in which at least one page is written. */
export async function helpLanguages(): Promise<Language[]> {
  const written = await Promise.all(
    languages.map(async (language) => {
      const topics = await Promise.all(helpRoles.map((role) => topicsOf(language, role)));
      return topics.flat().length > 0 ? [language] : [];
    }),
  );
  return written.flat();
}

/** The names of a role's pages in a language, sorted; none if the language has no folder. */
export async function topicsOf(language: Language, role: HelpRole): Promise<string[]> {
  try {
    const files = await readdir(join(texts, language, 'help', role));
    return files
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .toSorted();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The Markdown of a page. */
export function readMarkdown(language: Language, role: HelpRole, topic: string): Promise<string> {
  return readFile(join(texts, language, 'help', role, `${topic}${ending}`), 'utf8');
}

async function readPage(language: Language, role: HelpRole, topic: string): Promise<HelpPage> {
  const { title, blocks } = readTextPage(await readMarkdown(language, role, topic));
  return { role, topic, language, title, blocks };
}
