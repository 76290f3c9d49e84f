/**
 * Tests of being late and of letting others go first: on the phone, on the ticket's page, and at
 * the desk.
 */
import { makeTicket } from '@baari/contract/visit/arrival.ts';
import { addPerson } from '@baari/contract/patient/person.ts';
import { approveRequest, requestPlace } from '@baari/contract/queue/queue.ts';
import type { Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSound } from '../support/looks.ts';
import { line, makePatient, makePlace, type Place } from '../support/people.ts';

async function standInLine(place: Place, names: readonly string[]) {
  const made = [];
  for (const name of names) {
    const patient = await makePatient(place.admin.origin, name);
    made.push({ patient, entry: await line(place, patient) });
  }
  return made;
}

async function openDesk(page: Page): Promise<Page> {
  await page.goto('/hospital/dashboard?view=queue&tab=queue');
  return page;
}

test('a patient who will be late previews and chooses a later place in the line, and the desk reads how late the patient is [WAIT-1] @gate', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Nilgiri Clinic', 'Dr. Ila Rao');
  const [first, second] = await standInLine(place, [
    'Asha Jain',
    'Balu Nair',
    'Chitra Das',
    'Dev Sen',
  ]);
  const desk = await openDesk(await (await newBrowser(place.admin)).newPage());
  const phone = await (await newBrowser(first?.patient)).newPage();
  await phone.goto('/patient/queue');
  await phone.getByRole('button', { name: 'Running late? Go later' }).click();
  const dialog = phone.getByRole('dialog', { name: 'Running late, or going later' });
  await expect(dialog.getByText('You can go later twice in a visit.')).toBeVisible();
  await expectSound(phone);
  const confirm = dialog.getByRole('button', { name: 'Go later' });
  await expect(confirm).toBeDisabled();
  const twenty = dialog.getByRole('radio', { name: /^20 minutes/u });
  await expect(twenty).toHaveAccessibleName(/2 people go first\. You are then 3rd/u);
  await twenty.check();
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(phone.getByText('You are 3rd', { exact: true })).toBeVisible();
  await expect(phone.getByText('This place was changed on request')).toBeVisible();
  const row = desk
    .getByRole('list', { name: 'Waiting list' })
    .getByRole('article', { name: 'Asha Jain' });
  await expect(row.getByText(/^Running 20 min late, reported/u)).toBeVisible();
  const other = await (await newBrowser(second?.patient)).newPage();
  await other.goto('/patient/queue');
  await expect(other.getByText('A patient ahead asked to go later')).toBeVisible();
  await expect(other.getByText(/20 min late/u)).toHaveCount(0);
});

test('the link in the “leave now” message opens the choice of a later place in the line, and a third delay is refused [WAIT-1]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Palani Clinic', 'Dr. Jaya Pillai');
  const [first] = await standInLine(place, ['Esha Roy', 'Farid Ali', 'Gita Bose']);
  const phone = await (await newBrowser(first?.patient)).newPage();
  await phone.goto('/patient/queue?late=1');
  const dialog = phone.getByRole('dialog', { name: 'Running late, or going later' });
  for (const place of ['2nd', '3rd']) {
    if (place === '3rd')
      await phone.getByRole('button', { name: 'Running late? Go later' }).click();
    await dialog.getByRole('radio', { name: /^Let 1 person go first/u }).check();
    await dialog.getByRole('button', { name: 'Go later' }).click();
    await expect(phone.getByText(`You are ${place}`, { exact: true })).toBeVisible();
  }
  expect(new URL(phone.url()).search).toBe('');
  await phone.getByRole('button', { name: 'Running late? Go later' }).click();
  await expect(dialog.getByText(/You have already gone later twice/u)).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
});

test('the link in a message about a child opens the choice of a later place in the line for that child, by name [WAIT-1, PROF-1]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Cardamom Clinic', 'Dr. Uma Iyer');
  const [mother] = await standInLine(place, ['Kavita Verma', 'Lalit Sen']);
  const account = mother?.patient ?? place.admin;
  const child = { name: 'Riya Verma', relation: 'child' } as const;
  const { person } = await call(account, addPerson, { body: child });
  const body = { doctorId: place.doctor.id, patientId: person.id };
  const { queue } = await call(account, requestPlace, { body });
  await call(place.admin, approveRequest, { id: queue.id, body: {} });
  await standInLine(place, ['Mohan Das']);
  const phone = await (await newBrowser(account)).newPage();
  await phone.goto(`/patient/queue?late=${queue.id}`);
  const dialog = phone.getByRole('dialog', {
    name: 'Running late, or going later · For Riya Verma',
  });
  await dialog.getByRole('radio', { name: /^Let 1 person go first/u }).check();
  await dialog.getByRole('button', { name: 'Go later' }).click();
  await expect(phone.getByText('Riya Verma is 4th', { exact: true }).first()).toBeVisible();
  await expect(phone.getByText(/^You are (?:1st|next)$/u).first()).toBeVisible();
  await expect.poll(() => new URL(phone.url()).search).toBe('');
});

test('on the ticket’s page a patient chooses a later place in the line with one tap, without JavaScript [WAIT-1, ARR-4]', async ({
  browser,
  server,
  contextOptions,
}) => {
  const place = await makePlace(server.origin, 'Anamalai Clinic', 'Dr. Kala Shah');
  const [first] = await standInLine(place, ['Hari Dutt', 'Indu Pal', 'Jai Ram']);
  const { ticket } = await call(place.admin, makeTicket, { id: first?.entry.id ?? '' });
  const context = await browser.newContext({ ...contextOptions, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.origin}${new URL(ticket.url).pathname}`);
  await page.getByRole('link', { name: 'Running late? Go later' }).click();
  await page.getByRole('button', { name: /^Let 2 people go first/u }).click();
  await expect(page.getByText('You are 3rd in the queue')).toBeVisible();
  await expect(page.getByText('The desk knows. You keep your visit.')).toBeVisible();
  await context.close();
});
