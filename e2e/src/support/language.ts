/** The languages of a screen: all texts are translated, except names and what people wrote. */
import type { Language } from '@baari/contract/languages.ts';
import { sentWithPageId } from '@baari/contract/sent-with-page.ts';
import { expect, type Page, type Response } from '@playwright/test';
import { wordsFromFallback } from '../../../scripts/texts/texts.ts';

/** Languages in which `npm test` looks at a component; `npm run test:all` looks in the others. */
const languagesOfGate: ReadonlySet<Language> = new Set(['en', 'hi', 'ur']);

/** The end of a test's name: ` @long` where `npm test` leaves its language to `npm run test:all`. */
export function longIn(language: Language): string {
  return languagesOfGate.has(language) ? '' : ' @long';
}

/** API fields that hold one of our own codes, which each language translates. */
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
      // Not JSON, or the page was left before the answer arrived.
      () => undefined,
    );
  });
  return names;
}

function tellsNames(response: Response): boolean {
  if (response.request().isNavigationRequest()) return true;
  return response.url().includes('/api/') && !response.url().includes('/realtime/');
}

/** The answers of an API call, or those embedded in a page. */
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
  // A page that is still opening has no text to check.
  await page.locator('h1').first().waitFor({ state: 'attached' });
}

/** Expects the screen in Hindi, without any English text. */
export async function expectHindiOnly(page: Page, names: ReadonlySet<string>): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expectNoEnglish(page, names);
}

/** No text on a screen in another script is left in English, visible or for screen readers, if the language has it. */
export async function expectNoEnglish(page: Page, names: ReadonlySet<string>): Promise<void> {
  const language = await page.locator('html').getAttribute('lang');
  const lacking = wordsFromFallback(language ?? 'en');
  // The page may show text a moment before the test has read the answer with it.
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
      // Text marked as another language is skipped, such as the name of that language.
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
