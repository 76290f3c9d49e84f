/**
 * The texts of the pages about, terms and privacy: the application's own, or the operator's from
 * PAGES_DIR [ROUTE-26].
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages } from '@baari/contract/languages.gen.ts';
import { type Language, withFallbacks } from '@baari/contract/languages.ts';
import {
  type TextPage,
  type TextPageName,
  textPage,
  textPageNames,
} from '@baari/contract/hospital/site.ts';
import { ConfigError } from '../config.ts';
import { readTextPage, UnsupportedMarkdown } from './text-page.markdown.ts';

const ourTexts = fileURLToPath(new URL('../../../texts/', import.meta.url));

type Written = Readonly<Partial<Record<Language, TextPage>>>;
export type TextPages = Readonly<Record<TextPageName, Written>>;
/** A function that reads the texts when it is first called. */
export type ReadTextPages = () => Promise<TextPages>;

/** Reads the text files; throws a ConfigError that names an invalid file. */
export async function readTextPages(pagesDir: string | undefined): Promise<TextPages> {
  if (pagesDir !== undefined && !(await isFolder(pagesDir))) {
    throw new ConfigError([`PAGES_DIR: ${pagesDir} is not a folder`]);
  }
  const read = await Promise.all(
    textPageNames.map(async (name) => [name, await readLanguages(name, pagesDir)] as const),
  );
  const pages = new Map(read);
  const of = (name: TextPageName) => pages.get(name) ?? {};
  return { about: of('about'), terms: of('terms'), privacy: of('privacy') };
}

/**
 * The text of a page in the requested language, or else in its fallback language, or else in any
 * other language.
 */
export function textPageIn(written: Written, language: Language): TextPage | undefined {
  const wishes = [...withFallbacks(language), ...languages];
  return wishes.map((wish) => written[wish]).find((page) => page !== undefined);
}

/**
 * Reads the languages of a page. If the operator wrote the page in some languages, only those
 * languages are shown, so that readers do not get two different sets of terms.
 */
async function readLanguages(name: TextPageName, pagesDir: string | undefined): Promise<Written> {
  const file = `${name}.md`;
  if (pagesDir !== undefined) {
    const own = await readEach((language) => join(pagesDir, language, file));
    if (Object.keys(own).length > 0) return own;
  }
  return readEach((language) => join(ourTexts, language, 'pages', file));
}

async function readEach(fileIn: (language: Language) => string): Promise<Written> {
  const read = await Promise.all(
    languages.map(
      async (language) => [language, await readOne(fileIn(language), language)] as const,
    ),
  );
  return Object.fromEntries(read.filter(([, page]) => page !== undefined));
}

async function readOne(file: string, language: Language): Promise<TextPage | undefined> {
  try {
    const page = { ...readTextPage(await readFile(file, 'utf8')), language };
    if (!textPage.safeParse(page).success) throw new UnsupportedMarkdown('it is too long');
    return page;
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (!(error instanceof UnsupportedMarkdown)) throw error;
    throw new ConfigError([`PAGES_DIR: ${file} cannot be shown, ${error.message}`]);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
