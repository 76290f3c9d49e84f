/** Takes the README's screenshots from demo data; `npm run pictures` runs it. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listHospitalDoctors } from '@baari/contract/doctor/doctor.ts';
import { getCurrentUser } from '@baari/contract/account/identity.ts';
import { approveRequest, requestPlace } from '@baari/contract/queue/queue.ts';
import type { Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { demoAccount, signIn } from '../support/people.ts';

const folder = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const mostBytes = 150_000;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, deviceScaleFactor: 2 });

  test('my queue', async ({ page, context, server }) => {
    const patient = await demoAccount(server.origin, 'patient');
    const reception = await demoAccount(server.origin, 'reception');
    const { user } = await call(reception, getCurrentUser);
    const { doctors } = await call(reception, listHospitalDoctors, { id: user.hospitalId ?? '' });
    const doctor = doctors.find(({ name }) => name === 'Dr. Arjun Deshpande');
    const { queue } = await call(patient, requestPlace, {
      body: {
        doctorId: doctor?.id ?? '',
        symptoms: 'Chest feels tight when I climb the stairs, since Monday.',
        urgency: 'medium',
      },
    });
    await call(reception, approveRequest, { id: queue.id, body: {} });
    await signIn(context, patient);
    await page.goto('/patient/queue');
    await expect(page.getByText('Leave the queue').first()).toBeVisible();
    await take(page, 'my-queue.png');
  });
});

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1280, height: 580 } });

  test('the queue desk', async ({ page, context, server }) => {
    await signIn(context, await demoAccount(server.origin, 'admin'));
    await page.goto('/hospital/dashboard?view=queue&tab=queue');
    await expect(page.getByRole('list', { name: 'Waiting list' })).toBeVisible();
    await page.getByRole('tab', { name: /^Pending Approvals/u }).click();
    await take(page, 'queue-desk.png');
  });
});

async function take(page: Page, name: string): Promise<void> {
  await expect(page.getByText('Live Updates')).toBeVisible();
  await expect(page.locator('.animate-shimmer')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: folder + name, animations: 'disabled', caret: 'hide' });
  expect(statSync(folder + name).size, 'bytes').toBeLessThanOrEqual(mostBytes);
}
