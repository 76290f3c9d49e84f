/**
 * Checks the language of a screen: all texts are translated, except names and what people wrote.
 */
import type { Language } from '@baari/contract/languages.ts';
import { sentWithPageId } from '@baari/contract/sent-with-page.ts';
import { expect, type Page, type Response } from '@playwright/test';
import { wordsFromFallback } from '../../../scripts/texts/texts.ts';

/**
 * The languages in which `npm test` checks a component; `npm run test:all` checks it in the other
 * languages too.
 */
const languagesOfGate: ReadonlySet<Language> = new Set(['en', 'hi', 'ur']);

/**
 * The end of a test's name. It is ` @long` if `npm test` skips this language and only `npm run
 * test:all` checks it.
 */
export function longIn(language: Language): string {
  return languagesOfGate.has(language) ? '' : ' @long';
}

/**
 * API fields that hold a code of Baari's own, such as a status. Pages show a code as a translated
 * text.
 */
const ourOwnWords = new Set([
  'code',
  'department',
  'departments',
  'details',
  'error',
  'role',
  'specialty',
  'status',
  'timeZone',
  'type',
  'urgency',
]);

/**
 * Latin text that stays Latin in other scripts: the brand, languages' own names, time zones, keys, a PIN, and examples.
 */
const kept =
  /baari|English|Español|docs\/[\w-]+\.md|\b(?:IST|GMT|PIN)\b|\b(?:Space|Enter|Escape)\b|\b(?:Asia|Europe|America)\/\w+|https?:\/\/\S+|\S+@\S+/giu;

/**
 * Collects every name and free text that the server sends to a page; call it before the first
 * visit.
 */
export function collectNames(page: Page): Set<string> {
  const names = new Set<string>();
  page.on('response', (response) => {
    if (!tellsNames(response)) return;
    readAnswers(response).then(
      (answers) => takeNames(answers, names),
      // The response is not JSON, or the page was left before it arrived.
      () => undefined,
    );
  });
  return names;
}

function tellsNames(response: Response): boolean {
  if (response.request().isNavigationRequest()) return true;
  return response.url().includes('/api/') && !response.url().includes('/realtime/');
}

/** The data of an API answer, or of the answers embedded in a page. */
async function readAnswers(response: Response): Promise<unknown> {
  if (!response.request().isNavigationRequest()) return response.json();
  const sent = new RegExp(`id="${sentWithPageId}">(.*?)</script>`, 'su').exec(
    await response.text(),
  );
  return JSON.parse(sent?.[1] ?? 'null');
}

function takeNames(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') {
    if (/[a-z]{3}/iu.test(value)) names.add(value);
  } else if (Array.isArray(value)) {
    for (const item of value) takeNames(item, names);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (!ourOwnWords.has(key)) takeNames(item, names);
    }
  }
}

/** Reloads the page in Hindi, as if the person had chosen Hindi earlier. */
export async function readInHindi(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('baari_language', 'hi'));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  // Until the new page has its heading, there is no text to check.
  await page.locator('h1').first().waitFor({ state: 'attached' });
}

/** Expects the screen in Hindi, without any English text. */
export async function expectHindiOnly(page: Page, names: ReadonlySet<string>): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expectNoEnglish(page, names);
}

/**
 * Expects no English text, visible or for screen readers, on a screen in a language of another
 * script. Texts that are not translated yet are allowed.
 */
export async function expectNoEnglish(page: Page, names: ReadonlySet<string>): Promise<void> {
  const language = await page.locator('html').getAttribute('lang');
  const lacking = wordsFromFallback(language ?? 'en');
  // The page may show a name shortly before the test has read it in the API response, so the check
  // is repeated.
  await expect
    .poll(() => findEnglish(page, new Set([...names, ...lacking])), {
      message: `left in English at ${new URL(page.url()).pathname}`,
      timeout: 5000,
    })
    .toEqual([]);
}

async function findEnglish(page: Page, names: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !parent.checkVisibility()) continue;
      // Text marked with another `lang` is skipped, such as the name of a language in its own
      // script.
      if (parent.closest('[lang]')?.getAttribute('lang') !== document.documentElement.lang)
        continue;
      if (['SCRIPT', 'STYLE', 'NOSCRIPT', 'KBD'].includes(parent.tagName)) continue;
      found.push(node.textContent ?? '');
    }
    const labelled = document.querySelectorAll('[aria-label], [placeholder], [title], [alt]');
    for (const element of labelled) {
      if (!element.checkVisibility()) continue;
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return [document.title, ...found].map((text) => text.trim()).filter((text) => text !== '');
  });
  const longestFirst = [...names].toSorted((a, b) => b.length - a.length);
  const english = texts.filter((text) => {
    const ours = longestFirst.reduce((rest, name) => rest.replaceAll(name, ' '), text);
    return /[a-z]{3}/iu.test(ours.replaceAll(kept, ' '));
  });
  return [...new Set(english)];
}
