/** Tests of the page of API keys: making one, using it, revoking it, and the page's four states. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '../support/fixtures.ts';
import { expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectAccessible, expectSound } from '../support/looks.ts';
import { makePlace, type Place } from '../support/people.ts';
import { fail } from '../support/routing.ts';

const address = '/hospital/dashboard?view=keys';

let place: Place;
test.beforeAll(async ({ server }) => {
  place = await makePlace(server.origin, 'Champa Hospital', 'Dr. Nalini Rao');
});

test('an administrator makes a key for a system, copies it, sees its use and revokes it, after which the system is refused [API-28]', async ({
  newBrowser,
  server,
  trouble,
}) => {
  trouble.allow(/^403 POST \/api\/hospital\/keys$/u);
  const page = await (await newBrowser(place.admin)).newPage();
  await page.goto(address);
  await expect(page.getByText('No keys yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Make key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make an API key' });
  const submit = dialog.getByRole('button', { name: 'Make key' });
  await dialog.getByLabel('Name', { exact: true }).fill('HIS bridge');
  await expect(submit).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /^See doctors, lines/u }).check();
  await dialog.getByRole('checkbox', { name: /^See names, phone numbers/u }).check();
  await dialog.getByRole('radio', { name: 'No end' }).check();
  await expect(dialog.getByText('A key without an end stays dangerous')).toBeVisible();
  await dialog.getByRole('radio', { name: 'One year' }).check();
  await expectAccessible(page);
  await expectSound(page);
  await submit.click();
  const made = page.getByRole('dialog', { name: 'The new API key' });
  const text = made.getByText(/^baari_a_[0-9A-Za-z]{49}$/u);
  await expect(text).toBeVisible();
  await expectAccessible(page);
  const key = (await text.textContent()) ?? '';
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  const row = page.getByRole('listitem').filter({ hasText: 'HIS bridge' });
  const shown = `baari_a_…${key.slice(-4)}`;
  await expect(row.getByText(shown)).toBeVisible();
  await expect(row.getByText('Never used')).toBeVisible();

  const asked = () =>
    fetch(`${server.origin}/api/v1/hospital`, { headers: { authorization: `Bearer ${key}` } });
  expect((await asked()).status).toBe(200);
  await page.reload();
  await expect(row.getByText(/Last used .* from /u)).toBeVisible();
  await expectSound(page);
  await readInHindi(page);
  await expectHindiOnly(
    page,
    new Set(['HIS bridge', shown, place.hospital.name, place.admin.name]),
  );
  await page.goto(address);
  await page.evaluate(() => localStorage.setItem('baari_language', 'en'));
  await page.reload();

  await page.getByRole('button', { name: 'Revoke HIS bridge' }).click();
  const asking = page.getByRole('alertdialog');
  await expect(asking.getByText('HIS bridge is refused from the next second on.')).toBeVisible();
  await asking.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('region', { name: 'Ended keys' })).toContainText('Revoked by');
  expect((await asked()).status).toBe(401);
});

test('an administrator enters the public key of a system, reads its client id, and is refused a private key [API-36]', async ({
  newBrowser,
  trouble,
}) => {
  trouble.allow(/^400 PUT \/api\/hospital\/keys\/[\da-f-]+\/client$/u);
  const page = await (await newBrowser(place.admin)).newPage();
  await page.goto(address);
  await page.getByRole('main').getByRole('button', { name: 'Make key' }).first().click();
  const making = page.getByRole('dialog', { name: 'Make an API key' });
  await making.getByLabel('Name', { exact: true }).fill('FHIR bridge');
  await making.getByRole('checkbox', { name: /^See the queue/u }).check();
  await making.getByRole('button', { name: 'Make key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Public key of FHIR bridge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Access by public key' });
  await expectAccessible(page);
  await expectSound(page);
  const field = dialog.getByLabel('Public key, or its address');
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  await field.fill(JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'one' }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This is a private key.')).toBeVisible();
  await field.fill(JSON.stringify({ ...publicKey.export({ format: 'jwk' }), kid: 'one' }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('listitem').filter({ hasText: 'FHIR bridge' });
  await expect(row.getByText(/^a\.[\da-f-]{36}$/u)).toBeVisible();
  await expectAccessible(page);
});

test('the page of API keys says when the keys cannot be loaded, and loads them on the next try [API-28]', async ({
  newBrowser,
  trouble,
}) => {
  trouble.allow(/^500 GET \/api\/hospital\/keys$/u);
  const page = await (await newBrowser(place.admin)).newPage();
  await fail(page, { method: 'GET', path: /^\/hospital\/keys$/u }, 500);
  await page.goto(address);
  const make = page.getByRole('main').getByRole('button', { name: 'Make key' }).first();
  await expect(page.getByText('The keys could not be loaded').first()).toBeVisible();
  await expect(make).toBeDisabled();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(make).toBeEnabled();
});

test('an administrator adds a webhook, copies its secret, sees a test fail, changes its address, pauses and removes it [API-30]', async ({
  newBrowser,
  trouble,
}) => {
  trouble.allow(/^400 POST \/api\/hospital\/webhooks$/u);
  trouble.allow(/^403 /u);
  const page = await (await newBrowser(place.admin)).newPage();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(address);
  const section = page.getByRole('region', { name: /Webhook/u });
  await expect(section.getByText('No webhooks yet')).toBeVisible();
  await section.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  const submit = dialog.getByRole('button', { name: 'Add', exact: true });
  await expect(submit).toBeDisabled();
  await dialog.getByLabel('Address').fill('https://10.1.2.3/baari');
  await dialog.getByRole('radio', { name: 'Only these' }).check();
  await expect(submit).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'place.approved' }).check();
  await expectSound(page);
  await submit.click();
  await expect(dialog.getByText(/private network/u)).toBeVisible();
  await dialog.getByLabel('Address').fill('https://his.invalid/baari');
  await submit.click();
  const made = page.getByRole('dialog', { name: 'The secret of the webhook' });
  await expect(made.getByText(/^whsec_/u)).toBeVisible();
  await expect(made.getByText(/^whpk_/u)).toBeVisible();
  await made.getByRole('button', { name: 'Done' }).click();

  const row = section.getByRole('listitem').filter({ hasText: 'his.invalid' });
  await expect(row.getByText('Sending')).toBeVisible();
  await row.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('The test did not arrive').first()).toBeVisible();
  // A toast behind a dialog is hidden from screen readers.
  await expect(page.getByText('The test did not arrive')).toHaveCount(0);
  await row.getByRole('button', { name: 'Attempts' }).click();
  const attempts = page.getByRole('dialog', { name: 'Attempts of the last 30 days' });
  await expect(attempts.getByText('Could not be reached')).toBeVisible();
  await expectSound(page);
  await attempts.getByRole('button', { name: 'Done' }).click();
  await row.getByRole('button', { name: 'Change' }).click();
  const change = page.getByRole('dialog', { name: 'Change the webhook' });
  await expect(change.getByRole('checkbox', { name: 'place.approved' })).toBeChecked();
  await change.getByLabel('Address').fill('https://his.invalid/new');
  await change.getByRole('radio', { name: 'All changes' }).check();
  await expectSound(page);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('https://his.invalid/new')).toBeVisible();
  await expect(row.getByText('place.approved')).toHaveCount(0);
  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(row.getByText('Paused')).toBeVisible();
  await expectSound(page);
  await page.evaluate(() => localStorage.setItem('baari_language', 'ar'));
  await page.reload();
  await expect(row.getByText('متوقف مؤقتًا')).toBeVisible();
  await expectSound(page);
  await page.evaluate(() => localStorage.setItem('baari_language', 'en'));
  await page.reload();
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(section.getByText('No webhooks yet')).toBeVisible();
});

test('the page says when the webhooks cannot be loaded, and loads them on the next try [API-30]', async ({
  newBrowser,
  trouble,
}) => {
  trouble.allow(/^500 GET \/api\/hospital\/webhooks$/u);
  const page = await (await newBrowser(place.admin)).newPage();
  await fail(page, { method: 'GET', path: /^\/hospital\/webhooks$/u }, 500);
  await page.goto(address);
  const add = page.getByRole('button', { name: 'Add webhook' });
  await expect(page.getByText('The webhooks could not be loaded').first()).toBeVisible();
  await expect(add).toBeDisabled();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(add).toBeEnabled();
});
