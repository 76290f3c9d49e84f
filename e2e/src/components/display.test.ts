/**
 * Tests of the display in a waiting room. Nobody can scroll it, so content that overflows is never
 * read.
 */
import { languages } from '@baari/contract/languages.gen.ts';
import type { Locator } from '@playwright/test';
import { longIn } from '../support/language.ts';
import { expect, test } from './playground.ts';

/**
 * By how many pixels the last element of a display tile extends below the tile's inner bottom edge.
 */
function spillOf(tile: Locator): Promise<number> {
  return tile.evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    const inner = bottom - Number.parseFloat(getComputedStyle(element).paddingBottom);
    const last = element.lastElementChild;
    return last === null ? 0 : Math.round(last.getBoundingClientRect().bottom - inner);
  });
}

for (const language of ['en', 'hi', 'ur'] as const) {
  test(`on a waiting-room display with the most doctors, no tile cuts off its last token or its name, in ${language} [ARR-6, LINE-2, ENT-9]`, async ({
    page,
    show,
  }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await show('display/FullBoard', language);
    await page.evaluate(() => document.fonts.ready);
    const tiles = page.locator('ul.auto-rows-fr > li');
    await expect(tiles).toHaveCount(8);
    for (const tile of await tiles.all()) {
      expect(await spillOf(tile), await tile.innerText()).toBeLessThanOrEqual(1);
    }
    const name = page.getByText('Dr. Nandini Joshi Deshpande').first().locator('..');
    const cut = await name.evaluate((element) => [
      element.scrollWidth - element.clientWidth,
      element.scrollHeight - element.clientHeight,
    ]);
    expect(cut, 'px of the name that are not seen').toEqual([0, 0]);
  });
}

for (const language of ['en', 'ur'] as const) {
  test(`a doctor’s name that is too long for the tile on the waiting-room display is cut at its end, in ${language} [ARR-6, ENT-9]`, async ({
    page,
    show,
  }) => {
    await show('display/LongNames', language);
    const names = page.getByRole('heading', { level: 2 });
    await expect(names).toHaveCount(4);
    const cut = await names.evaluateAll((headings) =>
      headings.map((heading) => {
        const words = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode();
        if (words === null) return 'nothing';
        const first = document.createRange();
        first.setStart(words, 0);
        first.setEnd(words, 1);
        const { left, right } = first.getBoundingClientRect();
        const box = heading.getBoundingClientRect();
        return left >= box.left - 1 && right <= box.right + 1 ? 'its end' : 'its beginning';
      }),
    );
    expect(cut).toEqual(['its end', 'its end', 'its end', 'its end']);
  });
}

test('a waiting-room display shows until which day a doctor is off, and does not say that this doctor is on a break [ARR-6, DOC-1]', async ({
  page,
  show,
}) => {
  await show('display/AwayBoard');
  await expect(page.getByText(/^Break until \d/u)).toHaveCount(1);
  await expect(page.getByText(/^Not here until [A-Z][a-z]+,? \d/u)).toBeVisible();
});

/** Finds the words of a display tile that extend beyond the tile's inner edges. */
function beyond(tile: Locator): Promise<string[]> {
  return tile.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const left = box.left + Number.parseFloat(paddingLeft) - 1;
    const right = box.right - Number.parseFloat(paddingRight) + 1;
    const found: string[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const reaches = Array.from(range.getClientRects()).some(
        (line) => line.left < left || line.right > right,
      );
      if (reaches && node.parentElement?.closest('.truncate') === null)
        found.push(node.textContent ?? '');
    }
    return found;
  });
}

for (const language of languages) {
  test(`no word on a small or portrait waiting-room display is wider than the doctor’s tile, in ${language} [ARR-6, ENT-9]${longIn(language)}`, async ({
    page,
    show,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await show('display/FullBoard', language);
    await page.evaluate(() => document.fonts.ready);
    const tiles = page.locator('ul.auto-rows-fr > li');
    await expect(tiles).toHaveCount(8);
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
      [1080, 1920],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const tile of await tiles.all()) expect(await beyond(tile)).toEqual([]);
    }
  });
}

test('a waiting-room display in portrait format with many doctors has two columns, and each token fits inside its tile [ARR-6, LINE-2]', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 1080, height: 1920 });
  await show('display/UprightBoard');
  await page.evaluate(() => document.fonts.ready);
  const tiles = page.locator('ul.auto-rows-fr > li');
  await expect(tiles).toHaveCount(8);
  const edges = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().x));
  expect(new Set(edges).size).toBe(2);
  for (const tile of await tiles.all()) {
    expect(await spillOf(tile), await tile.innerText()).toBeLessThanOrEqual(1);
    expect(await beyond(tile)).toEqual([]);
  }
});
