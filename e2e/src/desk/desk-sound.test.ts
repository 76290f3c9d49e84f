/** Tests of the sound that a new request makes at the desk: on, muted, and on again [EV-10]. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { listenTo } from './loudspeaker.ts';
import { ask, makePatient, makePlace, signIn } from '../support/people.ts';

test('a new request plays a sound at the desk, except while the desk’s sound is muted [EV-10]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Parijat Clinic', 'Dr. Zeenat Amin');
  const people = ['Arun Joshi', 'Beena Joshi', 'Chitra Joshi'] as const;
  const [first, second, third] = await Promise.all(
    people.map((name) => makePatient(server.origin, name)),
  );
  if (!first || !second || !third) throw new Error('Three patients were wanted.');
  await signIn(context, place.admin);
  const notes = await listenTo(page);
  await page.goto('/hospital/dashboard?view=queue');
  const requests = page.getByRole('tab', { name: /^Pending Approvals/u });
  const sound = page.getByRole('switch', { name: 'Sound of new requests' });
  await openView(page);
  await expect(sound).toBeChecked();
  await page.keyboard.press('Escape');
  // A browser allows sound only after a user gesture.
  await requests.click();
  expect(await notes()).toBe(0);

  await ask(first, place.doctor.id);
  await expect(page.getByRole('article', { name: 'Arun Joshi' })).toBeVisible();
  await expect.poll(notes).toBe(2);

  await openView(page);
  await sound.click();
  await expect(sound).not.toBeChecked();
  await page.keyboard.press('Escape');
  await ask(second, place.doctor.id);
  await expect(page.getByRole('article', { name: 'Beena Joshi' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'New queue request' })).toBeAttached();
  expect(await notes()).toBe(2);

  await page.reload();
  await openView(page);
  await expect(sound).not.toBeChecked();
  await sound.click();
  await expect.poll(notes).toBe(2);
  await page.keyboard.press('Escape');
  await ask(third, place.doctor.id);
  await expect(page.getByRole('article', { name: 'Chitra Joshi' })).toBeVisible();
  await expect.poll(notes).toBe(4);
});

async function openView(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click();
}
