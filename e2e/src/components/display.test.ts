/** A waiting room's television: nobody scrolls it, so that what does not fit is never read. */
import type { Locator } from '@playwright/test';
import { expect, test } from './stage.ts';

/** By how many pixels the last line of a tile reaches below the tile's inner edge. */
function spillOf(tile: Locator): Promise<number> {
  return tile.evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    const inner = bottom - Number.parseFloat(getComputedStyle(element).paddingBottom);
    const last = element.lastElementChild;
    return last === null ? 0 : Math.round(last.getBoundingClientRect().bottom - inner);
  });
}

for (const language of ['en', 'hi', 'ur'] as const) {
  test(`a full display holds each tile's last token within the tile, and cuts no name short, in ${language} [ARR-6, LINE-2, ENT-9]`, async ({
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

test('a display says of a doctor with days off that they are not here, until which day, and of no break [ARR-6, DOC-1]', async ({
  page,
  show,
}) => {
  await show('display/AwayBoard');
  await expect(page.getByText(/^Break until \d/u)).toHaveCount(1);
  await expect(page.getByText(/^Not here until [A-Z][a-z]+,? \d/u)).toBeVisible();
});
