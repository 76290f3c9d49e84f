/**
 * Tests of server-side rendered pages, whose content is readable before the page's code has loaded.
 */
import { getCurrentUser } from '@baari/contract/account/identity.ts';
import { languages } from '@baari/contract/languages.gen.ts';
import type { Page } from '@playwright/test';
import { type Account, call } from './support/api.ts';
import { openPrerendered, untilRendered } from './support/prerendered.ts';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, signIn } from './support/people.ts';

/** Holds back the page's JavaScript until the returned function is called. */
async function delayCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/u, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a patient can read the place in the line before scripts load, buttons stay disabled until they work, and the layout does not move [PAT-11, ROUTE-17] @gate', async ({
  context,
  page,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  const letGo = await delayCode(page);
  await openPrerendered(page, '/patient/queue');
  const place = page.getByRole('article').first();
  await expect(place).toContainText(/is \d+(?:st|nd|rd|th)/u);
  await expect(page.getByRole('button', { name: 'Leave the queue' })).toHaveCount(0);
  for (const button of await page.getByRole('button').all()) await expect(button).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Sanjeevani Hospital' }).first()).toBeVisible();
  // On a slow machine the font of the page comes after its text.
  await page.evaluate(() => document.fonts.ready);
  const drawn = await place.getByText(/is \d+(?:st|nd|rd|th)/u).boundingBox();

  letGo();
  await expect(page.getByRole('button', { name: 'Leave the queue' }).first()).toBeEnabled();
  await expect(page.locator('html[data-drawn]')).toHaveCount(0);
  expect(await place.getByText(/is \d+(?:st|nd|rd|th)/u).boundingBox()).toEqual(drawn);
});

test('before its scripts load the desk page can already be read, and its buttons look disabled [ROUTE-23, STAFF-3]', async ({
  context,
  page,
  server,
}) => {
  const account = await demoAccount(server.origin, 'reception');
  const { user } = await call(account, getCurrentUser);
  await signIn(context, account);
  const path = `/staff/queue/${user.hospitalId ?? ''}`;
  const letGo = await delayCode(page);
  await openPrerendered(page, path);
  const approve = page.getByRole('button', { name: 'Approve' }).first();
  await expect(approve).toBeVisible();
  await expect(approve).toBeDisabled();
  letGo();
  await expect(approve).toBeEnabled();
});

test('a person who chose a language never first sees the page in the browser’s language [PROF-1]', async ({
  context,
  page,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'patient'));
  await page.goto('/about');
  await page.evaluate(() => localStorage.setItem('baari_language', 'hi'));
  const letGo = await delayCode(page);
  await openPrerendered(page, '/patient/queue');
  await expect(page.locator('html[data-drawn="in another language"]')).toHaveCount(1);
  letGo();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('article').first()).toContainText('तीसरे नंबर पर');
});

test('pages rendered on the server and the landing page follow the site’s own security policy for content [SEC-12] @gate', async ({
  newBrowser,
  server,
}) => {
  const opened = [
    ['patient', '/patient/queue'],
    ['patient', '/patient/dashboard'],
    ['reception', '/staff/queue/HOSPITAL'],
    ['reception', '/staff/dashboard'],
    ['doctor', '/doctor/console/DOCTOR'],
  ] as const;
  for (const [who, path] of opened) {
    const account = await demoAccount(server.origin, who);
    const { user } = await call(account, getCurrentUser);
    const page = await (await newBrowser(account)).newPage();
    const broken = await hearViolations(page);
    await openPrerendered(
      page,
      path.replace('HOSPITAL', user.hospitalId ?? '').replace('DOCTOR', user.doctorId ?? ''),
    );
    await expect(page.locator('html[data-drawn]')).toHaveCount(0);
    expect(broken, path).toEqual([]);
  }
  const page = await (await newBrowser()).newPage();
  const broken = await hearViolations(page);
  await page.goto('/');
  await expect(page.locator('html[data-drawn]')).toHaveCount(0);
  expect(broken, 'the landing page').toEqual([]);
});

/** Records the page's violations of its content security policy, from the first byte. */
async function hearViolations(page: Page): Promise<string[]> {
  const broken: string[] = [];
  await page.exposeFunction('tellViolation', (directive: string) => broken.push(directive));
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => tellViolation(event.effectiveDirective))`,
  );
  return broken;
}

test('every page rendered on the server exists in every language, with its heading and without untranslated keys [PROF-1, ROUTE-17, ROUTE-23, ROUTE-25]', async ({
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
      const text = await untilRendered(page.request, pathOf(ids), language);
      const [, root = ''] =
        /<div id="root">(.*)<script type="application\/json"/su.exec(text) ?? [];
      const where = `${pathOf(ids)} in ${language}`;
      expect(/<h1[^>]*>(?:<bdi>)?[^<]/u.test(root), `${where} has its heading`).toBe(true);
      expect(root.includes('<script'), `${where} brings code`).toBe(false);
      expect(/<[^>]* style=/u.exec(root)?.[0], `${where} has a style attribute`).toBeUndefined();
    }
  }
});
