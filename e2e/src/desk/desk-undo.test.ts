/**
 * Tests of undoing what the desk ended by mistake, at once or from the list of today [DESK-1,
 * DESK-2].
 */
import type { Page } from '@playwright/test';
import { openRow } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSound } from '../support/looks.ts';
import { line, makePatient, makePlace } from '../support/people.ts';

async function openQueue(page: Page): Promise<void> {
  await page.goto('/hospital/dashboard?view=queue&tab=queue');
  await expect(page.getByRole('list', { name: 'Waiting list' })).toBeVisible();
}

function rowOf(page: Page, name: string) {
  return page.getByRole('list', { name: 'Waiting list' }).getByRole('article', { name });
}

function order(page: Page) {
  return page.getByRole('list', { name: 'Waiting list' }).getByRole('article').getByRole('heading');
}

test('one key restores a wrongly removed patient, and an hour later the desk restores a patient from today’s list by scanning the token [DESK-1, DESK-2] @gate', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Palash Clinic', 'Dr. Vani Rao');
  const names = ['Kiran Dutt', 'Leela Pai', 'Mohan Jha'];
  const made = [];
  for (const name of names) {
    const patient = await makePatient(place.admin.origin, name);
    made.push({ patient, entry: await line(place, patient) });
  }
  const second = made[1];
  if (second === undefined) throw new Error('Three were made.');
  const phone = await (await newBrowser(second.patient)).newPage();
  await phone.goto('/patient/queue');
  await expect(phone.getByText('You are 2nd', { exact: true })).toBeVisible();
  const desk = await (await newBrowser(place.admin)).newPage();
  await openQueue(desk);

  await openRow(desk.getByRole('list', { name: 'Waiting list' }), 'Leela Pai');
  await rowOf(desk, 'Leela Pai').getByRole('button', { name: 'Remove' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(order(desk)).toHaveText(['Kiran Dutt', 'Mohan Jha']);
  const offer = desk.getByRole('region', { name: 'Undo' });
  await expect(offer).toContainText('Leela Pai has been removed from the queue.');
  await expect(phone.getByText('You are 2nd', { exact: true })).toHaveCount(0);
  await offer.hover();
  await expectSound(desk);
  await desk.keyboard.press('z');
  await expect(order(desk)).toHaveText(names);
  await expect(offer).toHaveCount(0);
  await expect(phone.getByText('You are 2nd', { exact: true })).toBeVisible();
  await expect(phone.getByText('The desk restored this place')).toBeVisible();

  await openRow(desk.getByRole('list', { name: 'Waiting list' }), 'Mohan Jha');
  await rowOf(desk, 'Mohan Jha').getByRole('button', { name: 'No show' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'No show' }).click();
  await expect(order(desk)).toHaveText(['Kiran Dutt', 'Leela Pai']);
  await expect(offer).toBeVisible();
  await expect(offer, 'it goes by itself').toHaveCount(0, { timeout: 20_000 });
  await desk.keyboard.press('v');
  const today = desk.getByRole('dialog', { name: 'Today’s visits' });
  await expect(today.getByRole('listitem')).toHaveCount(1);
  await expectSound(desk);
  await today.getByRole('button', { name: 'Bring back Mohan Jha' }).click();
  await expect(today.getByText('No visit has ended yet')).toBeVisible();
  const token = second.entry.token ?? '';
  await today.getByRole('searchbox').pressSequentially(token);
  await expect(today.getByRole('button', { name: 'Show Leela Pai in the line' })).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(today).toHaveCount(0);
  await expect(desk.locator(`[data-entry="${second.entry.id}"]`)).toBeFocused();
  await expect(order(desk)).toHaveText(names);
});
