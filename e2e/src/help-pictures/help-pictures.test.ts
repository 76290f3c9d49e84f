/** Tests the drawing of the help's pictures, and a page of help that shows one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { picturePath } from '../../../server/src/site/help/help-pictures.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { drawPicture } from './draw.ts';
import { prepareScene } from './scene.ts';

const helpSite = fileURLToPath(
  new URL('../../../server/src/site/help/help-site.main.ts', import.meta.url),
);

test('the pictures of two help pages are drawn in the language of the page, and a page of help shows its picture without scrolling sideways [ENT-9]', async ({
  browser,
  page,
  server,
  trouble,
}) => {
  // The fonts are on Baari's server; a site of files shows the device's own.
  trouble.allow(/^net::ERR_FILE_NOT_FOUND GET \/t\/letters\//u);
  const folder = mkdtempSync(join(tmpdir(), 'baari-help-pictures-'));
  try {
    const scene = await prepareScene(server.origin);
    const pictures = join(folder, 'pictures');
    for (const named of [
      { language: 'en', role: 'reception', topic: 'walk-in' },
      { language: 'hi', role: 'patient', topic: 'cannot-sign-in' },
    ] as const) {
      await drawPicture(browser, scene, named, join(pictures, picturePath(named)));
    }
    const site = join(folder, 'site');
    execFileSync(process.execPath, [helpSite, site, pictures]);
    for (const file of ['en/reception/walk-in.html', 'hi/patient/cannot-sign-in.html']) {
      await page.goto(pathToFileURL(join(site, file)).href);
      const picture = page.getByRole('img');
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('complete', true);
      const { drawn, reserved } = await picture.evaluate((image: HTMLImageElement) => ({
        drawn: image.naturalWidth / image.naturalHeight,
        reserved: Number(image.getAttribute('width')) / Number(image.getAttribute('height')),
      }));
      expect(Math.abs(drawn / reserved - 1), 'the reserved shape').toBeLessThan(0.01);
      await expectSoundBriefly(page);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
