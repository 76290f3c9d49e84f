/**
 * Tests of staff who sign in with their hospital's own OpenID provider, in a real popup; and of
 * what all ways to sign in share.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDoctor } from '@baari/contract/doctor/doctor.ts';
import type { Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { test as base, expect } from '../support/fixtures.ts';
import { collectNames, expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { type RunningProvider, startOpenIdProvider } from '../support/open-id-provider.ts';
import { makePatient, makePlace } from '../support/people.ts';
import { makeDataDir, startServer } from '../support/server.ts';
import { freePort } from '../../../server/src/testing/processes/free-port.ts';

const invited = {
  sub: 'staff-1',
  email: 'isha.nair@sanjeevani.example',
  email_verified: true,
  name: 'Dr. Isha Nair',
};
const stranger = { ...invited, sub: 'staff-2', email: 'nobody@apollo.example', name: 'Nobody' };

const test = base.extend({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires this form of a fixture that needs nothing
    async ({}, provide) => {
      const dataDir = makeDataDir();
      const port = await freePort();
      const first = await startServer({ demo: false, port, dataDir });
      const place = await makePlace(first.origin, 'Sanjeevani Clinic', 'Dr. Asha Pai');
      const other = await makePlace(first.origin, 'Apollo Clinic', 'Dr. Neel Rao');
      await call(place.admin, addDoctor, {
        body: {
          name: invited.name,
          email: invited.email,
          phone: '+919812345678',
          specialty: 'Neurology',
          department: 'Neurology',
        },
      });
      await first.stop();
      const providers = [
        await startFor(first.origin, place.hospital.id, invited),
        await startFor(first.origin, other.hospital.id, stranger),
      ] as const;
      const file = join(dataDir, 'staff.json');
      writeFileSync(
        file,
        JSON.stringify([
          settingsOf(providers[0], place.hospital.id, 'Sanjeevani Clinic', 'sanjeevani.example'),
          settingsOf(providers[1], other.hospital.id, 'Apollo Clinic', 'apollo.example'),
        ]),
      );
      const settings = {
        STAFF_OPENID: file,
        THEIR_SECRET: providers[0].client.clientSecret,
        RATE_LIMIT: 'on',
      };
      const server = await startServer({ demo: false, port, dataDir, settings });
      await provide(server);
      await server.stop();
      for (const provider of providers) provider.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

function startFor(
  origin: string,
  hospitalId: string,
  person: typeof invited,
): Promise<RunningProvider> {
  return startOpenIdProvider(origin, person, `hospital-${hospitalId}`);
}

function settingsOf({ client }: RunningProvider, hospitalId: string, name: string, domain: string) {
  const { clientId, discoveryUrl } = client;
  return {
    hospitalId,
    name,
    discoveryUrl,
    clientId,
    clientSecretVariable: 'THEIR_SECRET',
    emailDomains: [domain],
  };
}

/**
 * Presses the sign-in button and signs the person in at the OpenID provider, after which the popup
 * closes by itself.
 */
async function goThrough(page: Page, button: string, person: string): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const choice = popup.getByRole('button', { name: `Continue as ${person}` });
  await Promise.all([popup.waitForEvent('close'), choice.click()]);
}

test('an invited doctor finds the hospital by email, signs in with the hospital’s account, and works as the invited doctor [LOGIN-2, ROLE-8, LOGIN-1] @gate', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(invited.email);
  await expect(page.getByRole('button', { name: 'Continue with Sanjeevani Clinic' })).toBeVisible();
  await expectSoundBriefly(page);
  await page.getByLabel('Remember me').uncheck();
  await goThrough(page, 'Continue with Sanjeevani Clinic', invited.name);
  await expect(page).toHaveURL(/\/doctor\/view\/|\/hospital\/dashboard|\/staff\//u);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === 'baari.session_token');
  expect(session?.expires, 'it ends with the browser').toBe(-1);
  await page.goto('/profile');
  await expect(page.getByText(invited.email).first()).toBeVisible();
});

test('a person who chooses a hospital where they do not work is refused with a reason, and stays signed out [LOGIN-2, ROLE-7]', async ({
  page,
}) => {
  const names = collectNames(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with your hospital' }).click();
  await page.getByLabel('Your hospital').selectOption('Apollo Clinic');
  await expectSoundBriefly(page);
  await goThrough(page, 'Continue with Apollo Clinic', stranger.name);
  await expect(page.getByRole('alert')).toContainText('only for the hospital');
  await expect(page).toHaveURL(/\/login$/u);
  await readInHindi(page);
  await page.getByRole('button', { name: 'अपने अस्पताल से साइन इन करें' }).click();
  await expectHindiOnly(page, names);
});

test('after too many sign-in attempts the form gives the reason and counts down to the next allowed attempt [ERR-3]', async ({
  page,
  server,
  trouble,
}) => {
  trouble.allow(/^(?:401|429) POST \/api\/identity\/sign-in\/email$/u);
  const patient = await makePatient(server.origin, 'Usha Kale');
  for (let tries = 0; tries < 10; tries += 1) {
    await fetch(`${server.origin}/api/identity/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: patient.email, password: 'a wrong one' }),
    });
  }
  await page.goto('/login');
  await page.getByLabel('Email').fill(patient.email);
  await page.getByLabel('Password', { exact: true }).fill(patient.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Please wait and try again.');
  const timer = page.getByRole('timer');
  await expect(timer).toHaveText(/^You can try again in 1[0-4] min \d+ s\.$/u);
  const before = await timer.innerText();
  await expect(timer).not.toHaveText(before);
});
