/**
 * Tests ABDM Scan & Register on screens: an administrator makes a counter's QR code, a patient scans
 * it, and the desk sees the place, a likely double and its merge.
 */
import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import {
  type AbdmGateway,
  type SentShare,
  sharePatient,
  startAbdmGateway,
} from '../../../server/src/testing/stand-ins/abdm-gateway.ts';
import { type Account, call } from '../support/api.ts';
import { expect, test as base } from '../support/fixtures.ts';
import { collectNames, expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectAccessible, expectSound } from '../support/looks.ts';
import { demoAccount, makeDoctor, signIn } from '../support/people.ts';
import { fail } from '../support/routing.ts';
import { startServer } from '../support/server.ts';

const hipId = 'IN2810014366';
const screens = '/hospital/dashboard?view=screens';
const desk = '/hospital/dashboard?view=queue';

let gateway: AbdmGateway;
const test = base.extend({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires this form of a fixture that needs nothing
    async ({}, provide) => {
      gateway = await startAbdmGateway(() => new Date());
      const server = await startServer({ demo: true, settings: gateway.settings });
      await provide(server);
      await server.stop();
      gateway.close();
    },
    { scope: 'worker' },
  ],
});

// Only a hospital that the operator has confirmed may take part, such as that of the demonstration.
let place: { readonly admin: Account; readonly doctor: Colleague };
test.beforeAll(async ({ server }) => {
  const admin = await demoAccount(server.origin, 'admin');
  place = { admin, doctor: await makeDoctor(admin, 'Dr. Vikram Rao') };
});

test('a patient who scans a counter’s poster waits in its line, and the desk compares the likely double and dismisses the scan [API-37, API-38, API-39, DESK-10]', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, place.admin);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(screens);
  const section = page.getByRole('region', { name: 'ABDM Scan & Register' });
  await section.getByLabel('Facility id (HFR)').fill(hipId);
  await section.getByRole('button', { name: 'Save facility id' }).click();
  await expect(section.getByText('ABDM has not called yet.')).toBeVisible();
  await section.getByLabel('Line of the counter').selectOption({ label: 'Dr. Vikram Rao' });
  await section.getByRole('button', { name: 'Make QR code' }).click();
  const row = section.getByRole('listitem').filter({ hasText: 'Dr. Vikram Rao' });
  await expect(row.getByRole('img', { name: 'QR code of Dr. Vikram Rao' })).toBeVisible();
  const code = /Counter (\w+)/u.exec((await row.textContent()) ?? '')?.[1] ?? '';
  await expectAccessible(page);
  await expectSound(page);

  const known = { name: 'Asha Kulkarni', phone: '+919876500011', doctorId: place.doctor.id };
  const { queue } = await call(place.admin, addWalkIn, { body: known });
  expect(queue.token).not.toBeNull();
  const app = {
    clock: { now: () => new Date() },
    send: ({ method, url, headers, body }: SentShare) =>
      fetch(server.origin + url, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
  const shared = { hipId, counter: code.replace(/Print.*$/u, '') };
  expect((await sharePatient(app, gateway, shared)).status).toBe(200);
  const other = { ...shared, counter: 'OPD1' };
  expect((await sharePatient(app, gateway, other)).status).toBe(200);
  await expect.poll(() => gateway.answers.length).toBe(2);

  await page.goto(desk);
  await page.getByRole('button', { name: 'ABDM scans' }).click();
  const dialog = page.getByRole('dialog', { name: 'ABDM registrations today' });
  await expect(dialog.getByText('May be the same person: Asha Kulkarni')).toBeVisible();
  await expect(dialog.getByText('The QR code is no longer in use.')).toBeVisible();
  await expectAccessible(page);
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Dismiss: No place was given' }).click();
  await expect(dialog.getByText('The QR code is no longer in use.')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Compare records: Asha Kulkarni' }).click();
  await expect(page.getByRole('dialog', { name: 'Two records of one person' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Dismiss: Asha Kulkarni' }).click();
  await expect(dialog.getByText('Nobody has scanned a code today.')).toBeVisible();
});

test('the section of ABDM says when it cannot be loaded, and is in Hindi too [API-37]', async ({
  newBrowser,
  trouble,
}) => {
  trouble.allow(/^500 GET \/api\/hospital\/abdm$/u);
  const page = await (await newBrowser(place.admin)).newPage();
  const names = collectNames(page);
  await fail(page, { method: 'GET', path: /^\/hospital\/abdm$/u }, 500);
  await page.goto(screens);
  await expect(page.getByText('ABDM Scan & Register could not be loaded')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel('Facility id (HFR)')).toBeVisible();
  const shown = await page.getByText(/^Counter \w+$/u).allTextContents();
  const codes = shown.map((text) => text.replace('Counter ', ''));
  await readInHindi(page);
  for (const word of [place.admin.name, 'ABDM', 'ABHA', 'HFR', ...codes]) names.add(word);
  await expectHindiOnly(page, names);
});
