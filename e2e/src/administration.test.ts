/** What an administrator reads: figures, ratings, the audit trail, in every state. */
import { getAnalytics } from '@baari/contract/analytics.ts';
import { setDoctorStatus } from '@baari/contract/doctor.ts';
import { listPending } from '@baari/contract/queue.ts';
import { call } from './api.ts';
import { expect, test } from './fixtures.ts';
import { readInHindi } from './language.ts';
import { expectSound, expectSoundBriefly } from './looks.ts';
import { demoAccount, makePlace, signIn } from './people.ts';
import { hold, refuse } from './routing.ts';

const views = [
  {
    name: 'analytics',
    title: 'Analytics',
    hindi: 'आँकड़े',
    call: { method: 'GET', path: /^\/hospital\/analytics$/u },
    loading: 'Loading figures...',
    failed: 'The figures could not be fetched',
    empty: 'No visits in this period',
    full: 'Waits by hour',
  },
  {
    name: 'ratings',
    title: 'Ratings',
    hindi: 'रेटिंग',
    call: { method: 'GET', path: /^\/hospital\/ratings$/u },
    loading: 'Loading ratings...',
    failed: 'The ratings could not be fetched',
    empty: 'No ratings yet',
    full: 'Explained everything with patience.',
  },
  {
    name: 'audit',
    title: 'Audit Trail',
    hindi: 'ऑडिट का रिकॉर्ड',
    call: { method: 'GET', path: /^\/hospital\/audit$/u },
    loading: 'Loading the audit trail...',
    failed: 'The audit trail could not be fetched',
    empty: 'Nothing on record',
    full: /^Approved a request$/u,
  },
] as const;

for (const view of views) {
  const address = `/hospital/dashboard?view=${view.name}`;

  test(`${view.name}: an administrator reads it full, in both languages [ADM-1, API-26]`, async ({
    page,
    context,
    server,
  }) => {
    // Long pages, looked through six times.
    test.slow();
    await signIn(context, await demoAccount(server.origin, 'admin'));
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: view.title })).toBeVisible();
    const main = page.getByRole('main');
    // A filter offers the same words, unseen until it is opened.
    await expect(main.getByText(view.full).filter({ visible: true }).first()).toBeVisible();
    await expectSound(page);
    await readInHindi(page);
    await expect(page.getByRole('heading', { level: 1, name: view.hindi })).toBeVisible();
    await expectSoundBriefly(page);
  });

  test(`${view.name}: says that it loads, that it failed with a way on, and that there is nothing [ADM-1]`, async ({
    page,
    context,
    server,
    trouble,
  }) => {
    const place = await makePlace(server.origin, `Clinic of ${view.name}`, 'Dr. Eva Thomas');
    await signIn(context, place.admin);
    const release = await hold(page, view.call);
    await page.goto(view.name === 'audit' ? `${address}&to=2020-01-01` : address);
    await expect(page.getByText(view.loading)).toBeAttached();
    await release();
    await expect(page.getByText(view.empty)).toBeVisible();
    await expectSoundBriefly(page);
    await refuse(page, view.call, 'unavailable');
    trouble.allow(/503/u);
    await page.reload();
    await expect(page.getByText(view.failed).first()).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectSoundBriefly(page);
  });
}

test('a period is chosen and saved as a table [ADM-1]', async ({ page, context, server }) => {
  await signIn(context, await demoAccount(server.origin, 'admin'));
  await page.goto('/hospital/dashboard?view=analytics');
  await page.getByText('30 days', { exact: true }).click();
  await expect(page).toHaveURL(/days=30/u);
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await arriving).suggestedFilename()).toMatch(/^analytics .+\.csv$/u);
});

test('an administrator reads how often the wait that was told held, in all and by doctor [ADM-1, QST-12]', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'admin'));
  const answering = page.waitForResponse(/\/api\/hospital\/analytics/u);
  await page.goto('/hospital/dashboard?view=analytics&days=30');
  const { total, doctors } = getAnalytics.reply.parse(await (await answering).json());
  expect(total.promises).toBeGreaterThan(100);
  expect(total.promisesKept).toBeLessThan(total.promises);
  const share = ({ promisesKept, promises }: typeof total) =>
    `${Math.round((promisesKept / promises) * 100)}%`;
  const totals = page.getByRole('region', { name: 'The whole period' });
  await expect(totals).toContainText(`Waits kept${share(total)}`);
  const count = new Intl.NumberFormat('en-IN');
  await expect(totals).toContainText(
    `${count.format(total.promisesKept)} of ${count.format(total.promises)} were called in the time told`,
  );
  const table = page.getByRole('table').filter({ hasText: 'Dr. Meera Kulkarni' });
  const ofDoctor = doctors.find(({ doctor }) => doctor.name === 'Dr. Meera Kulkarni');
  if (!ofDoctor) throw new Error('The doctor has no figures.');
  const row = table.getByRole('row', { name: /Dr\. Meera Kulkarni/u });
  await expect(row.getByRole('cell', { name: share(ofDoctor), exact: true })).toBeVisible();
});

test('the seals of the trail are checked at a press [API-26]', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'admin'));
  await page.goto('/hospital/dashboard?view=audit');
  await page.getByRole('button', { name: 'Check the seals' }).click();
  await expect(
    page.getByText(/^All [\d,]+ sealed rows are as they were written\.$/u),
  ).toBeVisible();
  await page.getByLabel('Action').selectOption('start');
  await expect(page).toHaveURL(/action=start/u);
  await expect(
    page.getByRole('listitem').filter({ hasText: /Called a patient in/u }),
  ).not.toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: /Approved/u })).toHaveCount(0);
});

test('the trail leads with what was done; what was read is shown when asked, together where it is the same [SEC-13, API-26]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Clinic of the trail', 'Dr. Ila Sen');
  await call(place.admin, setDoctorStatus, { id: place.doctor.id, body: { status: 'busy' } });
  for (let times = 0; times < 3; times += 1) {
    await call(place.admin, listPending, { id: place.hospital.id });
  }
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=audit');
  const lines = page.getByRole('main').getByRole('listitem');
  const status = lines.filter({ hasText: 'Available → Busy' });
  await expect(status).toContainText('Changed a doctor’s status');
  await expect(status).toContainText('Dr. Ila Sen');
  await expect(lines.filter({ hasText: 'Read the pending requests' })).toHaveCount(0);
  await page.getByText('Reads', { exact: true }).click();
  await expect(page).toHaveURL(/show=reads/u);
  await expect(lines.filter({ hasText: 'Read the pending requests' })).toContainText('times');
  await expect(status).toHaveCount(0);
  await page.goto('/hospital/dashboard?view=audit&show=sign-ins');
  await expect(lines.filter({ hasText: 'Signed in' }).first()).toContainText('by password');
  await page.getByText('Everything', { exact: true }).click();
  await expect(status).toHaveCount(1);
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await arriving).suggestedFilename()).toBe('audit trail.csv');
  await expectSoundBriefly(page);
});
