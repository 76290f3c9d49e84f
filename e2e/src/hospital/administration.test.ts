/** Tests of the administrator's pages in every state: figures, ratings and the audit trail. */
import { getAnalytics } from '@baari/contract/hospital/analytics.ts';
import type { AuditCheck } from '@baari/contract/account/audit.ts';
import { setDoctorStatus } from '@baari/contract/doctor/doctor.ts';
import { listPending } from '@baari/contract/queue/queue.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { readInHindi } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { demoAccount, makePlace, signIn } from '../support/people.ts';
import { answer, delay, refuse } from '../support/routing.ts';

// One of the longest files, so its tests run in parallel on all workers.
test.describe.configure({ mode: 'parallel' });

/**
 * How long a test waits for the simulation of a past day, which may have to queue. After 60 s
 * without a result the page asks once more.
 */
const played = { timeout: 90_000 };

const views = [
  {
    name: 'analytics',
    title: 'Analytics',
    hindi: 'आँकड़े',
    call: { method: 'GET', path: /^\/hospital\/analytics$/u },
    loading: 'Loading figures...',
    failed: 'The figures could not be loaded',
    empty: 'No visits in this period',
    full: 'Waits by hour',
  },
  {
    name: 'replay',
    title: 'What if',
    hindi: 'अगर ऐसा होता',
    call: { method: 'GET', path: /^\/hospital\/replay$/u },
    loading: 'Replaying the day...',
    failed: 'The day could not be replayed',
    empty: /^No visits on/u,
    full: 'As it was',
  },
  {
    name: 'ratings',
    title: 'Ratings',
    hindi: 'रेटिंग',
    call: { method: 'GET', path: /^\/hospital\/ratings$/u },
    loading: 'Loading ratings...',
    failed: 'The ratings could not be loaded',
    empty: 'No ratings yet',
    full: 'Explained everything with patience.',
  },
  {
    name: 'audit',
    title: 'Audit Trail',
    hindi: 'ऑडिट का रिकॉर्ड',
    call: { method: 'GET', path: /^\/hospital\/audit$/u },
    loading: 'Loading the audit trail...',
    failed: 'The audit trail could not be loaded',
    empty: 'Nothing on record',
    full: /^Approved a request$/u,
  },
] as const;

for (const view of views) {
  const address = `/hospital/dashboard?view=${view.name}`;

  test(`${view.name}: an administrator sees the page with data in both languages [ADM-1, API-26]`, async ({
    page,
    context,
    server,
  }) => {
    // The pages are long, and this test checks each of them six times, so it gets more time.
    test.slow();
    await signIn(context, await demoAccount(server.origin, 'admin'));
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: view.title })).toBeVisible();
    const main = page.getByRole('main');
    // The page's filter contains the same words, but they are hidden until the filter is opened.
    const full = main.getByText(view.full).filter({ visible: true }).first();
    await expect(full).toBeVisible(view.name === 'replay' ? played : {});
    await expectSound(page);
    await readInHindi(page);
    await expect(page.getByRole('heading', { level: 1, name: view.hindi })).toBeVisible();
    await expectSoundBriefly(page);
  });

  test(`${view.name}: the page shows loading, an error with a retry, and an empty state [ADM-1]`, async ({
    page,
    context,
    server,
    trouble,
  }) => {
    const place = await makePlace(server.origin, `Clinic of ${view.name}`, 'Dr. Eva Thomas');
    await signIn(context, place.admin);
    const release = await delay(page, view.call);
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

test('an administrator simulates a past day with one more doctor and a limit on walk-ins, reads the result as text and table, and shares the link [WAIT-4]', async ({
  page,
  context,
  server,
}) => {
  // The server simulates three past days for this test, so it gets more time.
  test.slow();
  await signIn(context, await demoAccount(server.origin, 'admin'));
  await page.goto('/hospital/dashboard?view=replay');
  const form = page.getByRole('region', { name: 'Day and change to replay' });
  await expect(page.getByText('The median wait would have been the same.')).toBeVisible(played);
  await form.getByLabel('One more doctor').selectOption({ label: 'Next to Dr. Meera Kulkarni' });
  await form.getByLabel('Breaks').selectOption({ label: 'One break at another time' });
  await form.getByLabel('Minutes of break').fill('30');
  await form.getByLabel('Walk-ins per hour').fill('0');
  await form.getByLabel('Doctors start on time').check();
  await form.getByRole('button', { name: 'Replay the day' }).click();
  await expect(page).toHaveURL(
    /beside=.+onTime=true&breaks=own&breakFrom=13%3A00&breakMinutes=30/u,
  );
  const quota = page.getByText(/^Of \d+ walk-ins, 0 would have been asked .+ \d+ sent away\.$/u);
  await expect(quota).toBeVisible(played);
  const figures = page.getByRole('table', { name: 'Results' });
  await expect(figures.getByRole('row', { name: /^Patients not seen .+\+\d+/u })).toBeVisible();
  for (const name of ['As it was', 'With the change']) {
    await expect(page.getByRole('region', { name }).getByRole('img')).toBeVisible();
  }
  await page.getByText('Show as a table').click();
  await expect(page.getByRole('table', { name: 'People waiting, by hour' })).toBeVisible();
  await page.reload();
  await expect(form.getByLabel('Minutes of break')).toHaveValue('30', played);
  await expect(quota).toBeVisible(played);
});

test('an administrator chooses a period and downloads the statistics of that period as a table [ADM-1] @gate', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'admin'));
  await page.goto('/hospital/dashboard?view=analytics');
  await page.getByText('30 days', { exact: true }).click();
  await expect(page).toHaveURL(/days=30/u);
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await arriving).suggestedFilename()).toMatch(/^analytics .+\.csv$/u);
});

test('an administrator reads how often the forecast wait was right, overall and for each doctor [ADM-1, QST-12]', async ({
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
  await expect(totals).toContainText(`Called in time${share(total)}`);
  const count = new Intl.NumberFormat('en-IN');
  await expect(totals).toContainText(
    `${count.format(total.promisesKept)} of ${count.format(total.promises)} patients were called by the later of the two times we told them`,
  );
  const table = page.getByRole('table').filter({ hasText: 'Dr. Meera Kulkarni' });
  const ofDoctor = doctors.find(({ doctor }) => doctor.name === 'Dr. Meera Kulkarni');
  if (!ofDoctor) throw new Error('The doctor has no figures.');
  const row = table.getByRole('row', { name: /Dr\. Meera Kulkarni/u });
  await expect(row.getByRole('cell', { name: share(ofDoctor), exact: true })).toBeVisible();
});

test('an administrator starts a check of the audit trail with one press [API-26]', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'admin'));
  await page.goto('/hospital/dashboard?view=audit');
  await page.getByRole('button', { name: 'Check the seals' }).click();
  await expect(page.getByText(/^All [\d,]+ sealed entries are unchanged\.$/u)).toBeVisible();
  await page.getByLabel('Action').selectOption('start');
  await expect(page).toHaveURL(/action=start/u);
  await expect(
    page.getByRole('listitem').filter({ hasText: /Called a patient in/u }),
  ).not.toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: /Approved/u })).toHaveCount(0);
});

test('the audit trail shows changes first, shows read accesses on request, and groups repeated read accesses by one person [SEC-13, API-26] @gate', async ({
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

const askedForCheck = { method: 'GET', path: /^\/hospital\/audit\/check$/u };

const done: AuditCheck = {
  state: 'done',
  askedAt: '2026-03-02T06:00:00.000Z',
  finishedAt: '2026-03-02T06:00:09.000Z',
  checked: 1_000_000,
  total: 1_000_000,
  unsealed: 0,
  unknownKeys: 0,
  broken: null,
  lastSeal: 'ab'.repeat(32),
};

/** For each state of the check of the audit trail's keyed hashes, the text that the card shows. */
const checks = [
  {
    check: { ...done, state: 'running', finishedAt: null, checked: 250_000, lastSeal: '' },
    says: '2,50,000 of 10,00,000 seals checked',
  },
  { check: { ...done, state: 'stopped' }, says: 'The check stopped before its end.' },
  {
    check: { ...done, broken: { what: 'altered', rowId: 4711 } },
    says: 'Entry 4711 was changed after it was sealed.',
  },
  {
    check: { ...done, broken: { what: 'cut', rowId: null } },
    says: 'An entry and all entries after it were deleted.',
  },
  { check: { ...done, unknownKeys: 12 }, says: '12 entries were sealed with an old key' },
] as const satisfies readonly { check: AuditCheck; says: string }[];

test('the page shows the state of a check of the audit trail: running, stopped, tampered with, truncated or unknown [API-26, SEC-19]', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, await demoAccount(server.origin, 'admin'));
  let check: AuditCheck = done;
  await page.route(/\/api\/hospital\/audit\/check$/u, (route) =>
    route.fulfill({ json: { check } }),
  );
  for (const state of checks) {
    check = state.check;
    await page.goto('/hospital/dashboard?view=audit');
    await expect(page.getByText(state.says)).toBeVisible();
  }
  await expectSoundBriefly(page);
  await readInHindi(page);
  await expectSoundBriefly(page);
});

test('if a check of the audit trail cannot start, an error is shown, and a running check is still shown after a reload [API-26]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  await signIn(context, await demoAccount(server.origin, 'admin'));
  await answer(page, askedForCheck, { check: checks[0].check });
  await page.goto('/hospital/dashboard?view=audit');
  await expect(page.getByRole('progressbar', { name: 'Checking…' })).toBeVisible();
  await page.reload();
  await expect(page.getByText(checks[0].says)).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  trouble.allow(/503/u);
  await refuse(page, { ...askedForCheck, method: 'POST' }, 'unavailable');
  await page.reload();
  await page.getByRole('button', { name: 'Check the seals' }).click();
  await expect(page.getByText('The seals could not be checked').first()).toBeVisible();
});
