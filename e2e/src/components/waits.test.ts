/** What a patient reads of the wait in every state of a line, on the smallest phone and in each language. */
import { languages } from '@baari/contract/languages.gen.ts';
import { expectHindiOnly } from '../language.ts';
import { expectSoundBriefly } from '../looks.ts';
import { expect, test } from './stage.ts';

const picturesIn = process.env['BAARI_PICTURES_OF_WAITS'];

for (const scene of ['Going', 'AroundBreaks', 'Gone']) {
  for (const language of languages) {
    test(`the wait fits 360 pixels with 0, 1, 5 and 20 ahead, ${scene} in ${language} [INV-16, PAT-11, WORK-4]`, async ({
      page,
      show,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await show(`waits/${scene}`, language);
      await expect(page.getByRole('article').first()).toBeVisible();
      if (picturesIn !== undefined) {
        await page.screenshot({ path: `${picturesIn}/${scene}-${language}.png`, fullPage: true });
      }
      await expectSoundBriefly(page);
      if (language === 'hi') {
        await expectHindiOnly(page, new Set(['d1', 'City', 'C-001', 'C-002', 'C-006', 'C-021']));
      }
    });
  }
}
