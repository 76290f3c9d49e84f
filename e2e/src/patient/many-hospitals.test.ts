/**
 * Tests of the list of 10,000 hospitals: the browser loads one page of the list at a time, however
 * far the patient scrolls.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { publishFigures } from '../figures/figures.ts';
import { expect, test } from '../support/fixtures.ts';
import { makePatient, signIn } from '../support/people.ts';
import { makeDataDir, type RunningServer, startServer } from '../support/server.ts';

const fill = fileURLToPath(
  new URL('../../../bench/setting/fill-hospitals.main.ts', import.meta.url),
);
const count = 10_000;
/**
 * The most HTML elements of the whole page: some twenty cards of about fifty elements, the filters
 * and the layout.
 */
const mostElements = 2500;
/**
 * An upper limit for the hospital cards on one page of the list, above what any screen size shows.
 */
const mostCards = 60;

let dataDir: string;
let many: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  dataDir = makeDataDir();
  await promisify(execFile)(process.execPath, [fill, dataDir, String(count)]);
  many = await startServer({ demo: false, dataDir });
});
test.afterAll(async () => {
  await many.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('among 10,000 hospitals a patient turns pages, searches and filters, and each page shows a limited number of hospitals [PAT-2, PAT-3]', async ({
  newBrowser,
}) => {
  const context = await newBrowser();
  await signIn(context, await makePatient(many.origin, 'Usha Sen'));
  const page = await context.newPage();
  await page.goto(`${many.origin}/patient/dashboard`);
  const cards = page.getByRole('link', { name: /^View Doctors/u });
  const status = page.getByText(/ of 10,000 hospitals$/u);
  await expect(status).toHaveText(/^1–\d+ of 10,000 hospitals$/u);
  const size = Number(/^1–(\d+)/u.exec((await status.textContent()) ?? '')?.[1]);
  expect(size).toBeGreaterThan(5);
  // The cards further down are rendered a moment after those at the top.
  await expect(cards).toHaveCount(size);
  expect(size).toBeLessThan(mostCards);

  const seen = new Set<string>();
  const tookMs: number[] = [];
  for (let turned = 0; turned < 8; turned += 1) {
    for (const name of await page.getByRole('heading', { level: 2 }).allTextContents()) {
      expect(seen.has(name), `${name} was on an earlier page`).toBe(false);
      seen.add(name);
    }
    expect(await elementsOf(page)).toBeLessThan(mostElements);
    const began = Date.now();
    await page.getByRole('link', { name: /^Next/u }).click();
    const first = (turned + 1) * size + 1;
    await expect(status).toHaveText(new RegExp(`^${first.toLocaleString('en-IN')}–`, 'u'));
    await expect(cards).toHaveCount(size);
    tookMs.push(Date.now() - began);
  }
  expect(seen.size).toBe(8 * size);

  await page.goto(`${many.origin}/patient/dashboard?page=${Math.ceil(count / size)}`);
  await expect(status).toHaveText(/–10,000 of 10,000 hospitals$/u);
  expect(await elementsOf(page)).toBeLessThan(mostElements);

  await page.goto(`${many.origin}/patient/dashboard`);
  const [one = ''] = seen;
  await expect(cards).toHaveCount(size);
  const searched = Date.now();
  await page.getByRole('searchbox', { name: 'Search hospitals' }).fill(one);
  await expect(page.getByText('1 hospital', { exact: true })).toBeVisible();
  await expect(cards).toHaveCount(1);
  const searchMs = Date.now() - searched;
  await page.getByRole('searchbox', { name: 'Search hospitals' }).fill('');
  await expect(cards).toHaveCount(size);
  const filtered = Date.now();
  await page.getByRole('combobox', { name: 'Department' }).selectOption('Cardiology');
  await expect(page.getByText(/ of [\d,]+ hospitals$/u)).not.toHaveText(/10,000/u);
  const filterMs = Date.now() - filtered;

  const frames = await scrolled(page);
  const figures = { size, elements: await elementsOf(page), tookMs, searchMs, filterMs, frames };
  publishFigures('hospitals', JSON.stringify(figures));
});

function elementsOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length);
}

/** Scrolls the page down, one step for each frame, and measures how long the frames take in ms. */
function scrolled(page: Page): Promise<{ count: number; median: number; longest: number }> {
  return page.evaluate(async () => {
    const took: number[] = [];
    let before = await new Promise<number>((resolve) => {
      requestAnimationFrame(resolve);
    });
    for (let step = 0; step < 120; step += 1) {
      window.scrollBy({ top: step < 60 ? 60 : -60, behavior: 'instant' });
      const now = await new Promise<number>((resolve) => {
        requestAnimationFrame(resolve);
      });
      took.push(now - before);
      before = now;
    }
    const sorted = took.toSorted((one, other) => one - other);
    return {
      count: took.length,
      median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
      longest: Math.round(sorted.at(-1) ?? 0),
    };
  });
}
