/** The pages that strangers and search engines are sent to, and what each says of itself. */
import type { Language } from '@baari/contract/languages.ts';
import { type TextPageName, textPageNames } from '@baari/contract/site.ts';
import { textsOf } from '../texts/texts.ts';
import { type ReadTextPages, textPageIn } from './text-pages.ts';

export interface PublicPage {
  readonly path: string;
  /** Without the product's name. */
  readonly title: string;
  readonly description: string;
}

/** The landing page has one address and is sent in the reader's language. */
export function landingPage(language: Language): PublicPage {
  return { path: '/', ...textsOf('publicPages', language).landing };
}

const others: readonly PublicPage[] = [
  {
    path: '/contact',
    title: 'Contact',
    description: 'Write to the people who run this installation of Baari.',
  },
  {
    path: '/login',
    title: 'Sign In',
    description: 'Sign in to see your place in the queue, or the queues of your hospital.',
  },
  {
    path: '/signup',
    title: 'Create your account',
    description: 'Start with Baari as a patient, or bring your hospital.',
  },
  {
    path: '/signup/patient',
    title: 'Sign up as a patient',
    description: 'With one account you can join the queue of any hospital here from your phone.',
  },
  {
    path: '/signup/hospital',
    title: 'Sign up as a hospital',
    description:
      'Set your hospital up in three short steps, and let patients wait where they like.',
  },
];

/** All but the landing page. */
export async function publicPages(textPages: ReadTextPages): Promise<PublicPage[]> {
  const texts = await Promise.all(textPageNames.map((name) => textPageOf(name, textPages)));
  return [...texts.filter((page) => page !== undefined), ...others];
}

/** undefined for a page that is none of these. */
export async function publicPageAt(
  path: string,
  textPages: ReadTextPages,
): Promise<PublicPage | undefined> {
  const name = textPageNames.find((known) => pathOf(known) === path);
  if (name === undefined) return others.find((page) => page.path === path);
  return textPageOf(name, textPages);
}

async function textPageOf(
  name: TextPageName,
  textPages: ReadTextPages,
): Promise<PublicPage | undefined> {
  const page = textPageIn((await textPages())[name], 'en');
  return page && { path: pathOf(name), title: page.title, description: page.description };
}

function pathOf(name: TextPageName): string {
  return `/${name}`;
}
