/** Tests of what an administrator of a new hospital sees: the first steps and the pasted list. */
import { z } from 'zod';
import { expectSound } from '../support/looks.ts';
import { answerBy, answerFor, expect, refused, test } from './playground.ts';

test('the first steps show what is done and what comes next, lead to its page, and can be hidden [ADM-1, WORK-4]', async ({
  page,
  show,
}) => {
  await answerFor(page, {
    '/hospital/doctors': { json: { doctors: [], next: null } },
    '/hospital/first-steps': { json: { done: ['departments', 'doctors', 'available'] } },
    '/hospital/test-message': { json: { sentTo: 'admin@example.org' } },
  });
  await show('doctors/NewHospital');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('3 of 4 done')).toBeVisible();
  await expect(steps.getByRole('listitem').filter({ hasText: '(Done)' })).toHaveCount(3);
  await expect(steps.locator('[aria-current="step"]')).toContainText('Approve your first patient');
  await expect(steps.getByRole('link', { name: 'Open the queue' })).toHaveAttribute(
    'href',
    '/hospital/dashboard?view=queue',
  );
  await steps.getByText('Optional steps').click();
  await expect(steps.getByRole('link', { name: 'Open the team' })).toBeVisible();
  await expectSound(page);
  await steps.getByRole('button', { name: 'Send a test mail' }).click();
  await expect(page.getByText('Test mail sent to admin@example.org')).toBeVisible();
  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(steps).toHaveCount(0);
});

test('an administrator pastes a list of doctors, corrects the row that is wrong, and a doctor whom the server refuses stays in the list with the reason [ADM-2, VAL-3]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/^409 POST \/api\/hospital\/doctors/u);
  const sent: string[] = [];
  const email = z.object({ email: z.string() });
  await answerBy(page, ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/hospital/doctors') return undefined;
    const to = email.parse(body).email;
    sent.push(to);
    return to === 'known@example.org'
      ? refused('doctor_exists', 409)
      : { status: 201, json: { doctor: {} } };
  });
  await show('doctors/PasteDoctors');
  await page.getByRole('button', { name: 'open' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add several doctors' });
  const list = dialog.getByLabel('One doctor per row');
  await list.fill(
    'Dr. Asha Rao\tasha@example.org\t+919876500021\tCardiology\t\t12\n' +
      'Dr. Known\tknown@example.org\t+919876500022\tENT\t\t\n' +
      'Dr. Ravi Nair\travi\t+919876500023\tCardiology\t\t',
  );
  const rows = dialog.getByRole('list', { name: 'Doctors in the list' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toContainText('Email: ');
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Add 2 doctors' }).click();
  await expect(page.getByText('1 doctor has been added')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('A doctor with this email already works here.');
  await expect(dialog.getByRole('button', { name: 'Add doctors' })).toBeDisabled();
  await list.fill('Dr. Ravi Nair,ravi@example.org,+919876500023,Cardiology,,');
  await dialog.getByRole('button', { name: 'Add 1 doctor' }).click();
  await expect(dialog).toHaveCount(0);
  expect(sent).toEqual(['asha@example.org', 'known@example.org', 'ravi@example.org']);
});
