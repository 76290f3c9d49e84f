/** Draws the application's icons in web/public from the dot motif. Run it after a change of the motif. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureChromium } from '../chromium.mjs';
import { root, run } from '../project.mjs';

const publicFolder = join(root, 'web/public');
const mark = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8');
/** The icon for a phone's status bar, which shows only the shape. */
const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="#fff">
  <circle cx="8" cy="32" r="7" /><circle cx="32" cy="32" r="15" /><circle cx="56" cy="32" r="7" /></svg>`;
/**
 * The icon that a device crops to its own shape. So the dot motif stays within the inner four
 * fifths of the icon.
 */
const maskable = mark
  .replace('rx="14"', '')
  .replace('<circle', '<g transform="translate(6.4 6.4) scale(0.8)"><circle')
  .replace('</svg>', '</g></svg>');

/** @type {readonly [string, string, number][]} */
const icons = [
  ['icon-32.png', mark, 32],
  ['apple-touch-icon.png', mark.replace('rx="14"', ''), 180],
  ['icon-192.png', mark, 192],
  ['icon-512.png', mark, 512],
  ['icon-maskable-512.png', maskable, 512],
  ['badge-96.png', badge, 96],
];

const folder = mkdtempSync(join(tmpdir(), 'baari-icons-'));
try {
  const chromium = await ensureChromium();
  for (const [name, svg, size] of icons) {
    const page = join(folder, 'icon.html');
    const sized = svg.replace(
      '<svg',
      `<svg width="${size}" height="${size}" style="display:block"`,
    );
    writeFileSync(page, `<!doctype html><style>body{margin:0}</style>${sized}`);
    const { code, output } = await run(
      chromium,
      [
        '--headless',
        '--no-sandbox',
        '--hide-scrollbars',
        '--force-device-scale-factor=1',
        '--default-background-color=00000000',
        `--user-data-dir=${join(folder, 'profile')}`,
        `--window-size=${size},${size}`,
        `--screenshot=${join(publicFolder, name)}`,
        pathToFileURL(page).href,
      ],
      { isQuiet: true },
    );
    if (code !== 0) throw new Error(`${name} could not be drawn:\n${output}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
