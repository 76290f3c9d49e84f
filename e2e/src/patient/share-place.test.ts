/** Tests that a patient shares the place in line with a relative, and stops it. */
import { completeConsultation, startConsultation } from '@baari/contract/queue/queue.ts';
import { sharePlace } from '@baari/contract/visit/shared-place.ts';
import type { Browser, Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { openRow } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectAccessible, expectSoundBriefly } from '../support/looks.ts';
import { line, makePatient, makePlace, type Place } from '../support/people.ts';
import { expectSoundIn, textsIn } from '../support/tongues.ts';
import { windowOn } from '../support/windows.ts';

let place: Place;
test.beforeAll(async ({ server }) => {
  place = await makePlace(server.origin, 'Parijat Clinic', 'Dr. Nandini Bapat');
});

/** Opens the page on a relative's phone without JavaScript and without any sign-in. */
async function relativeOn(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

test('a patient shares the place, a relative follows it without an account or JavaScript, and after the patient stops it the link has ended [ARR-7] @gate', async ({
  browser,
  newBrowser,
  server,
}) => {
  const first = await line(place, await makePatient(server.origin, 'Ganesh Pawar'));
  const patient = await makePatient(server.origin, 'Sulabha Karve');
  await line(place, patient);
  const mine = await (await newBrowser(patient)).newPage();
  await mine.setViewportSize({ width: 390, height: 844 });
  await mine.goto('/patient/queue');
  await mine.getByRole('button', { name: 'Share place' }).click();
  const sheet = windowOn(mine);
  await expect(sheet.getByText('The place is not shared with anyone.')).toBeVisible();
  await expect(sheet.getByText(/does not show: full name, phone number/u)).toBeVisible();
  await sheet.getByRole('button', { name: 'Make a link' }).click();
  const url = (await sheet.getByText(/\/s\/[\w-]{43}$/u).innerText()).trim();
  await expect(sheet.getByText(/Made by you at/u)).toBeVisible();
  await expectSoundBriefly(mine);

  const relative = await relativeOn(browser, url);
  await expect(relative.getByRole('heading', { name: /Sulabha · Token/u })).toBeVisible();
  await expect(relative.getByText('Number 2 in the queue')).toBeVisible();
  expect(await relative.content()).not.toContain('Karve');
  await call(place.admin, startConsultation, { id: first.id });
  await call(place.admin, completeConsultation, { id: first.id, body: {} });
  await relative.reload();
  await expect(relative.getByText('Next to be called')).toBeVisible();
  await relative.goto(`${url}?lang=ur`);
  await expect(relative.locator('html')).toHaveAttribute('dir', 'rtl');

  await sheet.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(sheet.getByText('The link has ended. Nobody can open it any more.')).toBeVisible();
  await expect(sheet.getByText('The place is not shared with anyone.')).toBeVisible();
  await relative.goto(url);
  await expect(relative.getByRole('heading', { name: 'This link has ended' })).toBeVisible();
  await relative.context().close();
});

test('the page of a relative with JavaScript is accessible in light and dark, and in Urdu on a narrow phone [ARR-7, ENT-9]', async ({
  newBrowser,
  server,
}) => {
  const patient = await makePatient(server.origin, 'Indira Soman');
  const entry = await line(place, patient);
  const { url, link } = await call(patient, sharePlace, { id: entry.id });
  const page = await (await newBrowser()).newPage();
  await page.goto(url);
  await expectSoundBriefly(page);
  await page.goto(`${url}?lang=ur`);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, { width: 360, scheme: 'light' });
  expect(link.byStaff).toBe(false);
});

test('in Urdu on a narrow phone a patient makes a link, and the screen reads from right to left [ARR-7, ENT-9]', async ({
  newBrowser,
  server,
}) => {
  const patient = await makePatient(server.origin, 'Rohini Gadre');
  const { token } = await line(place, patient);
  const mine = await (await newBrowser(patient)).newPage();
  await mine.setViewportSize({ width: 360, height: 740 });
  await mine.goto('/patient/queue');
  await mine.evaluate(() => localStorage.setItem('baari_language', 'ur'));
  await mine.reload();
  const { patientQueue, sharing } = await textsIn('ur', 'patientQueue', 'sharing');
  await mine.getByRole('button', { name: patientQueue.share }).click();
  const sheet = windowOn(mine);
  await sheet.getByRole('button', { name: sharing.make }).click();
  const url = (await sheet.getByText(/\/s\/[\w-]{43}$/u).innerText()).trim();
  const { hospital, doctor } = place;
  const names = [hospital.name, doctor.name, 'Rohini Gadre', token ?? '', url, 'QR'];
  await expectSoundIn(mine, 'ur', new Set(names));
});

test('the desk sees that a patient’s place is shared, stops it and makes a link for a relative at the desk [ARR-7]', async ({
  newBrowser,
  server,
}) => {
  const patient = await makePatient(server.origin, 'Vasudha Nene');
  const entry = await line(place, patient);
  await call(patient, sharePlace, { id: entry.id });
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  const row = await openRow(desk, 'Vasudha Nene');
  await row.getByRole('button', { name: 'Shared with 1 link' }).click();
  const dialog = windowOn(desk);
  await expect(dialog.getByText(/Made by the patient at/u)).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(dialog.getByText('The place is not shared with anyone.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect(dialog.getByText(/Made at the desk at/u)).toBeVisible();
  await expectAccessible(desk);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row.getByRole('button', { name: 'Shared with 1 link' })).toBeVisible();
});
