/**
 * Checks the pages of help: every screen has one, every page has three to seven steps and no HTML,
 * every named button, key and page exists, and every page has a row in the table of pictures. Part of `npm run check`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExplainedTo, helpOfRefusals } from '@baari/contract/help-of-refusals.ts';
import { languages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import { helpPictures } from '../../e2e/src/help-pictures/help-pictures.ts';
import { linesOf } from '../../server/src/site/help/help.page.ts';
import { helpRoles, readMarkdown, topicsOf } from '../../server/src/site/help/help-pages.ts';
import { type Fill, fillIn, referencePattern } from '../../server/src/site/help/help-references.ts';
import { helpOfScreens } from '../../server/src/site/help/help-screens.ts';
import { readTextPage } from '../../server/src/site/text-page.markdown.ts';
import { root } from '../project.mjs';

/** The languages in which every page must be written. */
const whole: readonly Language[] = ['en', 'hi'];
const source: Language = 'en';
const fewestSteps = 3;
const mostSteps = 7;

export interface WrittenPage {
  /** The role and the topic, such as `doctor/a-break`. */
  readonly name: string;
  readonly language: Language;
  readonly markdown: string;
}

export interface HelpToCheck {
  /** The addresses of the screens, from web/src/app/routes.ts. */
  readonly screens: readonly string[];
  readonly helpOfScreens: Readonly<Record<string, string>>;
  /** The pages that explain refusals, by the refusal's code. */
  readonly helpOfRefusals: Readonly<Record<string, ExplainedTo>>;
  readonly pages: readonly WrittenPage[];
  /** The pages in the table of pictures, `e2e/src/help-pictures`. */
  readonly pictures: readonly string[];
}

/** All mistakes in the help, each as a sentence that names the page or screen. */
export function faultsOfHelp(help: HelpToCheck): string[] {
  const { screens, helpOfScreens: named, helpOfRefusals: explained, pages, pictures } = help;
  const known = new Set(pages.filter(isSource).map(({ name }) => name));
  const fills = new Map(languages.map((language) => [language, fillIn(language)]));
  return [
    ...screens
      .filter((screen) => named[screen] === undefined)
      .map((screen) => `The screen ${screen} has no page of help: name one in help-screens.ts.`),
    ...Object.entries(named).flatMap(([screen, topic]) => [
      ...(screens.includes(screen.split('?')[0] ?? '')
        ? []
        : [`help-screens.ts names ${screen}, which routes.ts does not have.`]),
      ...(known.has(topic) ? [] : [`The page ${topic} of the screen ${screen} does not exist.`]),
    ]),
    ...Object.entries(explained).flatMap(([code, { patient, staff }]) =>
      [patient, staff]
        .filter((topic) => topic !== undefined && !known.has(topic))
        .map((topic) => `The page ${topic} of the refusal ${code} does not exist.`),
    ),
    ...[...known]
      .filter((name) => !pictures.includes(name))
      .map((name) => `The page ${name} has no picture: add a row in e2e/src/help-pictures.`),
    ...pictures
      .filter((name) => !known.has(name))
      .map((name) => `The page ${name} in e2e/src/help-pictures does not exist.`),
    ...whole.flatMap((language) => {
      const written = pages.filter((page) => page.language === language);
      return [...known]
        .filter((name) => !written.some((page) => page.name === name))
        .map((name) => `texts/${language}/help/${name}.md is missing.`);
    }),
    ...pages.flatMap((page) => {
      const fill = fills.get(page.language);
      const faults = fill === undefined ? [] : faultsOfPage(page, known, fill);
      return faults.map((fault) => `texts/${page.language}/help/${page.name}.md: ${fault}`);
    }),
  ];
}

function faultsOfPage({ name, markdown }: WrittenPage, known: Set<string>, fill: Fill): string[] {
  if (!known.has(name)) return ['there is no English page of this name.'];
  if (/<[a-z!/]/iu.test(markdown)) return ['it has HTML; write Markdown.'];
  let blocks;
  try {
    ({ blocks } = readTextPage(markdown));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const steps = blocks.flatMap((block) =>
    block.kind === 'list' && block.ordered ? [block.items.length] : [],
  );
  const [count = 0, ...others] = steps;
  const isRight = others.length === 0 && count >= fewestSteps && count <= mostSteps;
  const spans = blocks.flatMap(linesOf).flat();
  const references = [...markdown.matchAll(referencePattern)].map(([, each = '']) => each);
  return [
    ...(isRight ? [] : [`it needs one numbered list of ${fewestSteps} to ${mostSteps} steps.`]),
    ...references
      .filter((each) => fill(each) === undefined)
      .map((each) => `{{${each}}} is no key, or no text without placeholders.`),
    ...(/\{\{|\}\}/u.test(markdown.replaceAll(referencePattern, ''))
      ? ['a reference is not written as {{area.name}}.']
      : []),
    ...spans
      .flatMap(({ href }) => (href?.startsWith('/help/') === true ? [href] : []))
      .filter((href) => !known.has(href.slice('/help/'.length)))
      .map((href) => `the link to ${href} leads nowhere.`),
  ];
}

function isSource({ language }: WrittenPage): boolean {
  return language === source;
}

/** The help as it is in this folder. */
export async function writtenHelp(): Promise<HelpToCheck> {
  const routes = readFileSync(join(root, 'web/src/app/routes.ts'), 'utf8');
  const screens = [...routes.matchAll(/^ {4}path: '([^']+)'/gmu)].map(([, path = '']) => path);
  const pages: WrittenPage[] = [];
  for (const language of languages) {
    for (const role of helpRoles) {
      for (const topic of await topicsOf(language, role)) {
        const markdown = await readMarkdown(language, role, topic);
        pages.push({ name: `${role}/${topic}`, language, markdown });
      }
    }
  }
  const pictures = helpRoles.flatMap((role) =>
    Object.keys(helpPictures[role]).map((topic) => `${role}/${topic}`),
  );
  return { screens, helpOfScreens, helpOfRefusals, pages, pictures };
}

if (import.meta.main) {
  const faults = faultsOfHelp(await writtenHelp());
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
