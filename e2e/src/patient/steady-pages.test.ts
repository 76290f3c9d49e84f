/** Tests that a patient's pages do not move while they load, and fit with large text. */
import type { Page } from '@playwright/test';
import { weighedPages } from '../figures/weight.ts';
import { expect, test } from '../support/fixtures.ts';
import { cumulativeShift, listOfShifts, shiftsOf, watchShifts } from '../support/layout-shift.ts';
import { demoAccount, signIn } from '../support/people.ts';
import { aPhone } from '../figures/weight.ts';

test.use(aPhone);

const largestShift = 0.05;

test("a patient's pages do not move while their parts arrive one after another [PAT-1, PAT-4, PAT-7, PAT-11]", async ({
  context,
  page,
  server,
}) => {
  const { login, ...own } = await weighedPages(await demoAccount(server.origin, 'doctor'));
  await signIn(context, await demoAccount(server.origin, 'patient'));
  await watchShifts(page);
  // Each response comes later than the one before, so that no two parts appear at once.
  let asked = 0;
  await page.route(/\/api\/(?!queues\/realtime)/u, async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 60 * (asked % 8)));
    await route.continue();
  });
  const faults: string[] = [];
  for (const path of [...Object.values(own), '/patient/queue', '/patient/reports']) {
    await page.goto(path);
    await arrived(page);
    const shifts = await shiftsOf(page);
    if (cumulativeShift(shifts) > largestShift) faults.push(`${path}\n  ${listOfShifts(shifts)}`);
  }
  expect(faults.join('\n')).toBe('');
  expect(login).toBe('/login');
});

test("a patient's pages need no sideways scrolling when the text is twice as large [PAT-1, ENT-9]", async ({
  context,
  page,
  server,
}) => {
  const { login, ...own } = await weighedPages(await demoAccount(server.origin, 'doctor'));
  const faults: string[] = [];
  await open(login);
  await signIn(context, await demoAccount(server.origin, 'patient'));
  const views = ['queue', 'reports', 'profile'].map((view) => `/patient/dashboard?view=${view}`);
  for (const path of [...Object.values(own), ...views]) await open(path);
  expect(faults.join('\n')).toBe('');

  async function open(path: string): Promise<void> {
    await page.goto(path);
    await arrived(page);
    await page.addStyleTag({ content: 'html { font-size: 200% !important; }' });
    const wide = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      return [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
        .map((element) => `${element.localName}.${element.getAttribute('class') ?? ''}`)
        .slice(0, 6);
    });
    if (wide.length > 0) faults.push(`${path}\n  ${wide.join('\n  ')}`);
  }
});

/** Waits until the page has loaded all its content. */
async function arrived(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await expect(page.locator('[aria-busy="true"], .animate-shimmer')).toHaveCount(0);
}
