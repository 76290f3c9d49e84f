/** Draws web/public/social.png, the preview picture of links to the landing page. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureChromium } from '../chromium.mjs';
import { inModules, root, run } from '../project.mjs';

const width = 1200;
const height = 630;
const picture = join(root, 'web/public/social.png');
const inter = pathToFileURL(
  inModules('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
);

const page = `<!doctype html>
<meta charset="utf-8">
<style>
  @font-face { font-family: Inter; font-weight: 100 900; src: url("${inter.href}"); }
  body { margin: 0; width: ${width}px; height: ${height}px; background: #0b5f63; color: #fff;
    font-family: Inter, sans-serif; overflow: hidden; }
  main { box-sizing: border-box; height: 100%; padding: 76px 84px; display: flex;
    flex-direction: column; justify-content: space-between; }
  .name { font-size: 52px; font-weight: 700; letter-spacing: -0.02em; }
  h1 { margin: 0; font-size: 84px; line-height: 1.08; font-weight: 700; letter-spacing: -0.03em; }
  svg { width: 1032px; height: 112px; }
</style>
<main>
  <div class="name">baari</div>
  <h1>Your turn at the doctor, without the waiting room.</h1>
  <svg viewBox="0 0 1032 112">
    ${[20, 116, 212].map((x) => `<circle cx="${x}" cy="56" r="20" fill="#9fd4cf" />`).join('')}
    <circle cx="340" cy="56" r="54" fill="#f4a71d" />
    ${[468, 564, 660, 756, 852, 948]
      .map(
        (x, place) =>
          `<circle cx="${x}" cy="56" r="20" fill="#9fd4cf" opacity="${0.7 - place * 0.11}" />`,
      )
      .join('')}
  </svg>
</main>`;

const folder = mkdtempSync(join(tmpdir(), 'baari-social-'));
try {
  const file = join(folder, 'social.html');
  writeFileSync(file, page);
  const { code, output } = await run(
    await ensureChromium(),
    [
      '--headless',
      '--no-sandbox',
      '--hide-scrollbars',
      '--force-device-scale-factor=1',
      `--user-data-dir=${join(folder, 'profile')}`,
      `--window-size=${width},${height}`,
      `--screenshot=${picture}`,
      pathToFileURL(file).href,
    ],
    { isQuiet: true },
  );
  if (code !== 0) throw new Error(`The picture could not be drawn:\n${output}`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
