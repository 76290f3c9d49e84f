/**
 * Tests of closing a day at the desk: open entries, questions, and what patients read whose entries
 * are closed.
 */
import { type DayEnd, setDayEnd } from '@baari/contract/hospital/day-end.ts';
import { startConsultation } from '@baari/contract/queue/queue.ts';
import type { Locator, Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { passTime } from '../support/clock.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSound } from '../support/looks.ts';
import { ask, line, makePatient, makePlace, signIn } from '../support/people.ts';

function dialogOf(desk: Page) {
  return desk.getByRole('dialog', { name: 'Close the day' });
}

/** Opens the dialog that closes the day, by its button on the desk's page Today. */
async function openFrom(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Today', exact: true }).click();
  await desk.getByRole('button', { name: 'Close the day' }).click();
}

test('when the desk closes the day, waiting patients read why, and the desk is asked what happened to patients still with a doctor [DAY-1] @gate', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Ashoka Clinic', 'Dr. Ira Sen');
  const [inside, waits, asks] = [
    await makePatient(server.origin, 'Anil Das'),
    await makePatient(server.origin, 'Bina Roy'),
    await makePatient(server.origin, 'Chand Lal'),
  ];
  const called = await line(place, inside);
  await line(place, waits);
  await ask(asks, place.doctor.id);
  await call(place.admin, startConsultation, { id: called.id });
  const phone = await (await newBrowser(waits)).newPage();
  await phone.goto('/patient/queue');
  await expect(phone.getByText('You are next', { exact: true })).toBeVisible();

  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=queue&tab=queue');
  await openFrom(page);
  const dialog = dialogOf(page);
  await expect(dialog.getByText('1 waiting', { exact: true })).toBeVisible();
  await expect(dialog.getByText('1 request', { exact: true })).toBeVisible();
  await expect(dialog.getByText(/has been inside since/u)).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel('The day ends at').selectOption('22:00');
  await expect(dialog.getByText(/Next closing/u)).toBeVisible();
  await dialog.getByLabel('Message to the patients').fill('We open again at 9.');
  await dialog.getByRole('button', { name: 'Close 2 places and set the doctors Offline' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The day is closed: 2 patients lost their place')).toBeVisible();
  await expect(page.getByText('Anil Das', { exact: true }).first()).toBeVisible();

  await expect(phone.getByText('The day ended before your turn', { exact: true })).toBeVisible();
  await expect(phone.getByText('We open again at 9.').first()).toBeVisible();
  await phone.getByRole('link', { name: 'Ask again' }).click();
  await expect(phone.getByRole('heading', { name: 'Ashoka Clinic' })).toBeVisible();

  await openFrom(page);
  await dialog.getByRole('button', { name: 'End consultation' }).click();
  await expect(dialog.getByText(/There is nothing to close/u)).toBeVisible();
});

test('before the day ends automatically the desk sees whose places in line will end, and later is asked about patients still with a doctor [DAY-1]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Sandhya Clinic', 'Dr. Nila Bose');
  const [inside, waits] = [
    await makePatient(server.origin, 'Anil Das'),
    await makePatient(server.origin, 'Bina Roy'),
  ];
  const called = await line(place, inside);
  await line(place, waits);
  await call(place.admin, startConsultation, { id: called.id });
  const soon = new Date(Date.now() + 10 * 60_000);
  const clock = { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' } as const;
  const endsAt = new Intl.DateTimeFormat('en-GB', clock).format(soon);
  await call(place.admin, setDayEnd, { body: { endsAt } });
  await signIn(context, place.admin);
  await page.clock.install();
  await page.goto('/hospital/dashboard?view=queue&tab=queue');
  await expect(page.getByText('Bina Roy', { exact: true }).first()).toBeVisible();
  await afterRest(page, page.getByText(/^The day ends at .+\. 1 waiting patient or request/u));
  await page.getByRole('button', { name: 'Show what is open' }).click();
  await expect(dialogOf(page).getByText('1 waiting', { exact: true })).toBeVisible();
  const times = dialogOf(page).getByLabel('The day ends at').locator('option');
  await expect(times.filter({ hasText: /^10:00.pm$/u })).toHaveCount(1);
  await dialogOf(page)
    .getByRole('button', { name: /^Close 1 /u })
    .click();
  await expect(page.getByText('The day is closed: 1 patient lost their place')).toBeVisible();
  // Nobody is waiting any more, so the message that announced the end of the day disappears.
  await expect(page.getByText(/^The day ends at .+\. 1 waiting patient/u)).toHaveCount(0);

  // Simulates the next day, by changing the server's response to what it would be in 24 hours.
  const since = new Date(Date.now() - 86_400_000).toISOString();
  await page.route('**/api/hospital/day-end', async (route) => {
    const response = await route.fetch();
    const { dayEnd } = (await response.json()) as { dayEnd: DayEnd };
    const doctors = dayEnd.doctors.map((doctor) => ({
      ...doctor,
      waiting: 0,
      inside: doctor.inside && { ...doctor.inside, since, isOverEnd: true },
    }));
    await route.fulfill({ response, json: { dayEnd: { ...dayEnd, doctors } } });
  });
  await page.reload();
  await expect(page.getByText('Anil Das', { exact: true }).first()).toBeVisible();
  await afterRest(page, page.getByText('The day has ended, and 1 consultation is still open.'));
  // The consultation began the day before, so a time without its date would be misread as a time of
  // today.
  await page.getByRole('button', { name: 'Show what is open' }).click();
  await expect(dialogOf(page).getByText(/inside since \d+ \p{L}+ \d{4},/u)).toBeVisible();
  // The dialog requests the data of the day again when it opens, so the test waits for that mocked
  // response.
  await page.unrouteAll({ behavior: 'wait' });
});

/**
 * Advances the page's clock until a poll has shown the notice. The start of the polling interval
 * depends on the first render.
 */
async function afterRest(page: Page, notice: Locator): Promise<void> {
  await expect(async () => {
    await passTime(page, '00:50');
    await expect(notice).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
}
