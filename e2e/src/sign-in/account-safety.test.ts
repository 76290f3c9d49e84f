/**
 * Tests of signing out while offline, the idle lock, and proving one's identity before sensitive
 * changes.
 */
import { setStaffIdleMinutes } from '@baari/contract/account/identity.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { allAnswered, passTime } from '../support/clock.ts';
import { expect, test } from '../support/fixtures.ts';
import { shellKept } from '../support/kept-page.ts';
import { collectNames, expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { readMails } from '../support/outbox.ts';
import { line, makePatient, makePlace, signIn } from '../support/people.ts';
import { countStreams } from '../support/streams.ts';
import { windowOn } from '../support/windows.ts';

// The test moves the server's clock by six minutes, and opens a cached page offline, which needs a
// service worker.
test.use({
  demo: false,
  dayBegins: Date.now(),
  contextOptions: { reducedMotion: 'reduce', serviceWorkers: 'allow' },
});

const minute = 60_000;

/**
 * All data in this browser's storage, as one text, to check that nothing in it identifies a person.
 */
function keptIn(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
  );
}

async function isSessionAlive(context: BrowserContext, cookie: string): Promise<boolean> {
  const answer = await context.request.get('/api/identity/get-session', {
    headers: { cookie },
  });
  return (await answer.json()) !== null;
}

async function sessionCookie(context: BrowserContext): Promise<string> {
  const found = (await context.cookies()).find(({ name }) => name === 'baari.session_token');
  return `baari.session_token=${found?.value ?? ''}`;
}

/**
 * Lists every response that this browser's pages and service worker receive from the server from
 * now on.
 */
function listReached(context: BrowserContext): string[] {
  const reached: string[] = [];
  context.on('response', (response) => {
    if (response.fromServiceWorker()) return;
    const { pathname } = new URL(response.url());
    reached.push(`${response.status()} ${response.request().method()} ${pathname}`);
  });
  return reached;
}

test('a person who logs out offline stays logged out after reloads, in a new tab and when the network is back [AUTH-2, SEC-6]', async ({
  page,
  context,
  server,
  newBrowser,
  trouble,
}) => {
  trouble.allow(/ERR_(?:INTERNET_DISCONNECTED|FAILED)|^console warning|^401 GET/u);
  // The landing page's code was never fetched and cannot load offline.
  trouble.allow(/Failed to fetch dynamically imported module/u);
  const place = await makePlace(server.origin, 'Gokul Clinic', 'Dr. Nita Joshi');
  const patient = await makePatient(server.origin, 'Sarla Patil');
  await line(place, await makePatient(server.origin, 'Anita More'));
  await line(place, patient);
  await signIn(context, patient);
  await page.goto('/patient/queue');
  await expect(page.getByText('You are 2nd')).toBeVisible();
  await shellKept(page);
  const cookie = await sessionCookie(context);
  expect(await keptIn(page)).toContain('Sarla Patil');

  await allAnswered(page);
  await context.setOffline(true);
  const reached = listReached(context);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${server.origin}/`);
  expect(await keptIn(page)).not.toMatch(/Sarla|Gokul|Nita|example\.org/u);
  await page.goto('/patient/queue');
  await expect(page).toHaveURL(/\/login$/u);
  expect(await keptIn(page)).not.toMatch(/Sarla|Gokul|Nita|example\.org/u);

  // Right after signing out offline, the session is still valid on the server. Yet the device shows
  // nothing to the next visitor.
  const elsewhere = await newBrowser();
  expect(await isSessionAlive(elsewhere, cookie), `the server got: ${reached.join(', ')}`).toBe(
    true,
  );
  await context.setOffline(false);
  await expect.poll(() => isSessionAlive(elsewhere, cookie), { timeout: 40_000 }).toBe(false);
  await page.goto('/patient/queue');
  await expect(page).toHaveURL(/\/login$/u);
  const next = await context.newPage();
  await next.goto('/profile');
  await expect(next).toHaveURL(/\/login$/u);

  const other = await makePatient(server.origin, 'Usha Kale');
  await next.getByLabel('Email').fill(other.email);
  await next.getByLabel('Password', { exact: true }).fill(other.password);
  await next.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(next.getByText('Usha Kale').first()).toBeVisible();
  await next.reload();
  await expect(next.getByText('Usha Kale').first()).toBeVisible();
});

test('without “remember me” no personal data outlives the browser session, and a logout clears every tab [LOGIN-1, ENT-7, AUTH-2]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^401 GET/u);
  const patient = await makePatient(server.origin, 'Lata Gore');
  await page.goto('/login');
  await page.getByLabel('Email').fill(patient.email);
  await page.getByLabel('Password', { exact: true }).fill(patient.password);
  await page.getByLabel('Remember me').uncheck();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/patient\/dashboard$/u);
  const [lasting, ofTheTab] = await page.evaluate(() => [
    JSON.stringify(Object.entries(localStorage)),
    sessionStorage.getItem('baari_auth'),
  ]);
  expect(lasting).not.toMatch(/Lata|example\.org/u);
  expect(ofTheTab).toContain('Lata Gore');
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByText('Lata Gore').first()).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${server.origin}/`);
  await expect(other).toHaveURL(`${server.origin}/`);
  for (const tab of [page, other]) expect(await keptIn(tab)).not.toMatch(/Lata|example\.org/u);
});

test('before changing the ways to sign in a person types the password again in one dialog, and then the change continues automatically [SEC-17]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^403 POST \/api\/identity\/(?:contact\/email\/send-code|password\/set)$/u);
  trouble.allow(/^401 POST \/api\/identity\/prove$/u);
  const patient = await makePatient(server.origin, 'Mohan Lele');
  const names = collectNames(page);
  await signIn(context, patient);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Recent security events' })).toBeVisible();
  await server.moveTo(server.aheadMs() + 6 * minute);

  await page.getByRole('button', { name: 'Email: change' }).click();
  const form = page.getByRole('dialog', { name: 'Your email' });
  await form.getByLabel('New email').fill('mohan.new@example.org');
  await form.getByRole('button', { name: 'Send the code' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByLabel('Your password')).toBeVisible();
  await expectSoundBriefly(page);
  // Closing the dialog without confirming changes nothing and keeps the text typed into the form.
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel('New email')).toHaveValue('mohan.new@example.org');
  await expect(form.getByText('Please confirm that it is you first.')).toBeVisible();

  await form.getByRole('button', { name: 'Send the code' }).click();
  await question.getByLabel('Your password').fill('a guess');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(question.getByText('Incorrect password. Please try again.')).toBeVisible();
  await question.getByLabel('Your password').fill(patient.password);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(form.getByText('We sent a code to mohan.new@example.org.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Change the password' }).click();
  const change = page.getByRole('dialog', { name: 'Change the password' });
  trouble.allow(/^400 POST \/api\/identity\/password\/set$/u);
  await change.getByLabel('New password').fill('password123');
  await change.getByRole('button', { name: 'Save the password' }).click();
  await expect(change.getByText('Please choose a stronger password.')).toBeVisible();
  await change.getByLabel('New password').fill('three blue parrots');
  await change.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('The password is saved.')).toBeVisible();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(async () => {
    const mails = readMails(await (await fetch(`${server.origin}/dev/outbox.json`)).json());
    const received = mails.filter(({ recipient }) => recipient.includes(patient.email));
    expect(received.map(({ subject }) => subject)).toContain(
      'The password of your Baari account was changed',
    );
  }).toPass();

  await server.moveTo(server.aheadMs() + 6 * minute);
  await readInHindi(page);
  await page.getByRole('button', { name: 'पासवर्ड बदलें' }).click();
  await windowOn(page).getByLabel('नया पासवर्ड').fill('three green parrots');
  await windowOn(page).getByRole('button', { name: 'पासवर्ड लागू करें' }).click();
  await expect(page.getByRole('dialog', { name: 'क्या यह आप ही हैं?' })).toBeVisible();
  await expectHindiOnly(page, names);
  await expectSoundBriefly(page);
});

test('an idle staff page locks itself, keeps what was typed, and unlocks for the person who used it [SEC-6, AUTH-2]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^401 |^console warning/u);
  const { admin } = await makePlace(server.origin, 'Tulsi Clinic', 'Dr. Ravi Sane');
  await call(admin, setStaffIdleMinutes, { body: { idleMinutes: 15 } });
  const live = countStreams(context);
  await page.clock.install();
  await signIn(context, admin);
  await page.goto('/hospital/dashboard?view=doctors');
  await page.getByRole('button', { name: 'Add Doctor' }).first().click();
  await expect.poll(() => live().open).toBe(1);
  const form = windowOn(page);
  await form.getByLabel(/name/iu).first().fill('Dr. Half Typed');
  // The page requests the hospital's limit for idle sessions from the server.
  const asked = page.waitForResponse(/\/auth\/sessions\/current\/use$/u);
  await page.clock.runFor(12_000);
  await (await asked).finished();
  const cookie = await sessionCookie(context);
  await passTime(page, 16 * minute);
  const lock = page.getByRole('dialog', { name: 'Locked' });
  await expect(lock.getByRole('button', { name: 'Unlock' })).toBeVisible();
  await expect(lock.getByText('Rukmini Gokhale').first()).toBeVisible();
  await expectSoundBriefly(page);
  expect(await keptIn(page)).not.toMatch(/Rukmini|example\.org/u);
  await expect.poll(() => isSessionAlive(context, cookie)).toBe(false);
  await expect.poll(() => live().open, 'nothing is heard under the lock').toBe(0);
  await page.keyboard.press('Escape');
  await expect(lock).toBeVisible();

  await lock.getByLabel('Password', { exact: true }).fill('a guess');
  await lock.getByRole('button', { name: 'Unlock' }).click();
  await expect(lock.getByText('Incorrect password. Please try again.')).toBeVisible();
  await lock.getByLabel('Password', { exact: true }).fill(admin.password);
  await lock.getByRole('button', { name: 'Unlock' }).click();
  await expect(lock).toHaveCount(0);
  await expect(form.getByLabel(/name/iu).first()).toHaveValue('Dr. Half Typed');
  expect(await keptIn(page)).toContain('Rukmini');
  await expect.poll(() => live().open).toBe(1);

  await passTime(page, 16 * minute);
  await lock.getByRole('button', { name: 'Sign in as somebody else' }).click();
  await expect(page).toHaveURL(/\/login$/u);
  await expect(page.getByText('Dr. Half Typed')).toHaveCount(0);
});
