/**
 * Loads the pages' texts in a language, for tests in that language; and checks pages in any
 * language.
 */
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { Page } from '@playwright/test';
import type { AreaName, BaseArea, Messages } from '../../../web/src/i18n/areas.gen.ts';
import { loadAreas, loadedMessages } from '../../../web/src/i18n/catalogue.ts';
import { expect } from './fixtures.ts';
import { expectNoEnglish } from './language.ts';
import { expectSoundBriefly } from './looks.ts';

/** The page texts of the areas `common`, `ui` and the given ones, in this language. */
export async function textsIn<Name extends AreaName>(
  language: Language,
  ...names: Name[]
): Promise<Pick<Messages, Name | BaseArea>> {
  await loadAreas(language, names);
  const messages = loadedMessages(language);
  if (!hasAreas(messages, names)) throw new Error(`Texts of ${language} are not there.`);
  return messages;
}

function hasAreas<Name extends AreaName>(
  messages: Partial<Messages>,
  names: readonly Name[],
): messages is Partial<Messages> & Pick<Messages, Name | BaseArea> {
  return names.every((name) => messages[name] !== undefined);
}

/**
 * Expects a page that is fully in this language and direction, accessible, and no wider than the
 * smallest phone. No letter is cut off, and numbers are in the right order.
 */
export async function expectSoundIn(
  page: Page,
  language: Language,
  names: ReadonlySet<string>,
): Promise<void> {
  const { direction, script } = aboutLanguages[language];
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', language);
  await expect(html).toHaveAttribute('dir', direction);
  await expect(html).toHaveAttribute('data-script', script);
  await expectNoEnglish(page, names);
  await expectSoundBriefly(page);
  expect(await tornFigures(page), 'figures that run the wrong way').toEqual([]);
  expect(await strayEnds(page), 'signs on the wrong side of what somebody wrote').toEqual([]);
  expect(await cutLines(page), 'lines lower than their letters').toEqual([]);
}

/**
 * Finds times, token numbers, phone numbers, IP addresses and ranges whose characters are not laid
 * out from left to right.
 */
async function tornFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const figure =
      /\b\d{1,2}:\d{2}(?:[\s\u202f][ap]\.?m\b\.?)?|\b[A-Z]-\d{3}\b|\+\d[\d ]{8,}\d|\d+–\d+|\d+\.\d+\.\d+\.x/giu;
    const torn: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only'))
        continue;
      const text = node.textContent ?? '';
      for (const found of text.matchAll(figure)) {
        const boxes = Array.from(found[0], (_, at) => {
          const range = document.createRange();
          range.setStart(node, found.index + at);
          range.setEnd(node, found.index + at + 1);
          return range.getBoundingClientRect();
        }).filter(({ width }) => width > 0);
        const isTorn = boxes.some((box, at) => {
          const before = boxes[at - 1];
          // A character on the next line may be further left, because the text wraps at this point.
          return before && Math.abs(before.top - box.top) < 2 && box.left < before.left;
        });
        if (isTorn) torn.push(`${found[0]} in: ${text}`);
      }
    }
    return torn;
  });
}

/**
 * Finds Latin texts whose final punctuation mark is shown at their start, because it follows the
 * direction of the surrounding text.
 */
async function strayEnds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const stray: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      if (!/^[ -~]*[a-z][ -~]*[.)!?]$/iu.test(text)) continue;
      if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only'))
        continue;
      const [before, last] = [2, 1].map((fromEnd) => {
        const range = document.createRange();
        range.setStart(node, text.length - fromEnd);
        range.setEnd(node, text.length - fromEnd + 1);
        return range.getBoundingClientRect();
      });
      if (before && last && last.width > 0 && last.left < before.left) stray.push(text);
    }
    return stray;
  });
}

/**
 * Finds texts whose line height is smaller than the letters of their script, so that lines touch or
 * a box cuts them off.
 */
async function cutLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least: Partial<Record<string, number>> = { Arab: 1.5, Taml: 1.3 };
    const needed = least[document.documentElement.dataset['script'] ?? ''] ?? 1.1;
    const low = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility() || parent.closest('.sr-only') !== null) continue;
      if (!/[\u0600-\u06ff\u0b80-\u0bff]/u.test(node.textContent ?? '')) continue;
      const { lineHeight, fontSize } = getComputedStyle(parent);
      const ratio = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
      if (ratio < needed) low.add(`${ratio.toFixed(2)} ${parent.className}: ${node.textContent}`);
    }
    return [...low];
  });
}
