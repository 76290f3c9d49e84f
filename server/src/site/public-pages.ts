/**
 * The pages for people without an account and for search engines, with their titles and
 * descriptions.
 */
import type { Language } from '@baari/contract/languages.ts';
import { type TextPageName, textPageNames } from '@baari/contract/hospital/site.ts';
import { textsOf } from '../texts/texts.ts';
import { type ReadTextPages, textPageIn } from './text-pages.ts';

export interface PublicPage {
  readonly path: string;
  /** The title without the product's name. */
  readonly title: string;
  readonly description: string;
}

/** The landing page. It has one address for all languages and is sent in the reader's language. */
export function landingPage(language: Language): PublicPage {
  return { path: '/', ...textsOf('publicPages', language).landing };
}

/** The first page of help, which lists the others. */
export function helpPage(language: Language): PublicPage {
  const { title, lead } = textsOf('help', language);
  return { path: '/help', title, description: lead };
}

function otherPages(language: Language): PublicPage[] {
  const texts = textsOf('publicPages', language);
  return [
    { path: '/contact', ...texts.contact },
    { path: '/login', ...texts.login },
    { path: '/signup', ...texts.signup },
    { path: '/signup/patient', ...texts.signupPatient },
    { path: '/signup/hospital', ...texts.signupHospital },
  ];
}

/** The public pages except the landing page. */
export async function publicPages(
  textPages: ReadTextPages,
  language: Language,
): Promise<PublicPage[]> {
  const texts = await Promise.all(
    textPageNames.map((name) => textPageOf(name, textPages, language)),
  );
  return [...texts.filter((page) => page !== undefined), ...otherPages(language)];
}

/** The public page at an address; undefined for a page that is not public. */
export async function publicPageAt(
  path: string,
  textPages: ReadTextPages,
  language: Language,
): Promise<PublicPage | undefined> {
  const name = textPageNames.find((known) => pathOf(known) === path);
  if (name === undefined) return otherPages(language).find((page) => page.path === path);
  return textPageOf(name, textPages, language);
}

async function textPageOf(
  name: TextPageName,
  textPages: ReadTextPages,
  language: Language,
): Promise<PublicPage | undefined> {
  const page = textPageIn((await textPages())[name], language);
  return page && { path: pathOf(name), title: page.title, description: page.description };
}

function pathOf(name: TextPageName): string {
  return `/${name}`;
}
