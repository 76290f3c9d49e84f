/** Tests of the practice hospital at the desk: opened by one press, practised in, ended [ADM-1]. */
import { practise } from '@baari/contract/hospital/practice.ts';
import { actionCalls, listWaiting, removeEntry } from '@baari/contract/queue/queue.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSound } from '../support/looks.ts';
import { makePlace } from '../support/people.ts';

test('an administrator practises: one press opens a copy with patients, an exercise ticks by what was done at the desk, and the end leads back to the real hospital [ADM-1]', async ({
  newBrowser,
  server,
  trouble,
}) => {
  // The page may ask for its live stream in the moment in which the session switches hospitals.
  trouble.allow(/^409 GET \/api\/queues\/realtime\/events$/u);
  trouble.allow(/Failed to establish realtime connection: HTTP 409/u);
  const { admin } = await makePlace(server.origin, 'Kadamba Clinic', 'Dr. Vani Rao');
  const page = await (await newBrowser(admin)).newPage();
  await page.goto('/hospital/profile');
  await page.getByRole('button', { name: 'Practise' }).click();
  const band = page.getByText('Practice: nothing here is real.');
  await expect(band).toBeVisible();
  await expect(page).toHaveURL(/view=queue/u);

  await page.getByRole('button', { name: 'Start: Undo a mistake' }).click();
  const mistake = page
    .getByRole('listitem')
    .filter({ hasText: /^Remove .* This is the mistake\.$/u });
  const name = /Remove (.+) from the line of/u.exec((await mistake.textContent()) ?? '')?.[1];
  const undo = page.getByRole('listitem').filter({ hasText: /^Press Undo/u });
  await expect(mistake.getByRole('img', { name: 'To do' })).toBeVisible();
  await expectSound(page);

  // The same person at another computer, in the same practice hospital.
  const { user } = await call(admin, practise);
  const { queues } = await call(admin, listWaiting, { id: user.hospitalId ?? '' });
  const entry = queues.findLast(({ patient }) => patient.fullName === name);
  if (entry === undefined) throw new Error(`${name} does not wait.`);
  await call(admin, removeEntry, { id: entry.id });
  await expect(mistake.getByRole('img', { name: 'Done' })).toBeVisible();
  await call(admin, actionCalls.bringBack, { id: entry.id });
  await expect(undo.getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(page.getByText('Done. Well practised.')).toBeVisible();

  await page.goto('/hospital/dashboard?view=team');
  await expect(band).toBeVisible();
  await page.getByRole('button', { name: 'End practice' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End practice' }).click();
  await expect(band).toHaveCount(0);
  await expect(page).toHaveURL(/\/hospital\/dashboard$/u);
  await expect(page.getByText('Kadamba Clinic', { exact: true }).first()).toBeVisible();
});
