/** Pages that the server draws, so that what one came for is read before the page's code is there. */
import { getCurrentUser } from '@baari/contract/identity.ts';
import { languages } from '@baari/contract/languages.gen.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type Account, call } from './api.ts';
import { expect, test } from './fixtures.ts';
import { demoAccount, signIn } from './people.ts';

const opening = {
  accept: 'text/html',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
};

/** Until the server's thread has come and knows the page, which a busy machine takes its time for. */
async function untilDrawn(page: Page, path: string, language = 'en'): Promise<string> {
  for (let tries = 0; tries < 40; tries += 1) {
    const headers = { ...opening, 'accept-language': language };
    const text = await (await page.request.get(path, { headers })).text();
    if (text.includes('data-drawn')) return text;
    await sleep(250);
  }
  throw new Error(`${path} is not drawn in ${language}.`);
}

/** Holds the page's code back until it is let go. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/u, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a patient reads the place before the phone has any code, presses nothing that does nothing, and goes on where it stands [PAT-11, ROUTE-17]', async ({
  context,
  page,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  await untilDrawn(page, '/patient/queue');
  const letGo = await holdCode(page);
  await page.goto('/patient/queue', { waitUntil: 'commit' });
  const place = page.getByRole('article').first();
  await expect(place).toContainText(/is \d+(?:st|nd|rd|th)/u);
  await expect(page.getByRole('button', { name: 'Leave the queue' }).first()).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Sanjeevani Hospital' }).first()).toBeVisible();
  const drawn = await place.getByText(/is \d+(?:st|nd|rd|th)/u).boundingBox();

  letGo();
  await expect(page.getByRole('button', { name: 'Leave the queue' }).first()).toBeEnabled();
  await expect(page.locator('html[data-drawn]')).toHaveCount(0);
  expect(await place.getByText(/is \d+(?:st|nd|rd|th)/u).boundingBox()).toEqual(drawn);
});

test('who chose another language than the browser’s is not shown the page in the browser’s first [HI-1]', async ({
  context,
  page,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  await untilDrawn(page, '/patient/queue');
  await page.goto('/about');
  await page.evaluate(() => localStorage.setItem('baari_language', 'hi'));
  const letGo = await holdCode(page);
  await page.goto('/patient/queue', { waitUntil: 'commit' });
  await expect(page.locator('html[data-drawn="in another language"]')).toHaveCount(1);
  await expect(page.getByRole('article').first()).toBeHidden();
  letGo();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('article').first()).toContainText('रिया');
});

test('every page that is drawn is drawn in every language, with its heading and without a word of code [HI-1, ROUTE-17, ROUTE-23, ROUTE-25]', async ({
  newBrowser,
  server,
}) => {
  test.slow();
  const accounts = new Map<string, Account>();
  for (const who of ['patient', 'reception', 'doctor'] as const)
    accounts.set(who, await demoAccount(server.origin, who));
  const idsOf = async (who: string) => {
    const account = accounts.get(who);
    if (account === undefined) throw new Error(`The demonstration has no ${who}.`);
    const { user } = await call(account, getCurrentUser);
    return { account, hospital: user.hospitalId ?? '', doctor: user.doctorId ?? '' };
  };
  const pages = [
    ['patient', () => '/patient/queue'],
    ['patient', () => '/patient/dashboard'],
    ['reception', ({ hospital }: { hospital: string }) => `/staff/queue/${hospital}`],
    ['reception', () => '/staff/dashboard'],
    ['doctor', ({ doctor }: { doctor: string }) => `/doctor/console/${doctor}`],
  ] as const;
  for (const [who, pathOf] of pages) {
    const ids = await idsOf(who);
    const page = await (await newBrowser(ids.account)).newPage();
    for (const language of languages) {
      const text = await untilDrawn(page, pathOf(ids), language);
      const [, root = ''] = /<div id="root">(.*)<\/div>/su.exec(text) ?? [];
      expect(root, `${pathOf(ids)} in ${language}`).toMatch(/<h1[^>]*>[^<]/u);
      expect(root.split('id="sent"')[0], `${pathOf(ids)} in ${language}`).not.toContain('<script');
    }
  }
});
