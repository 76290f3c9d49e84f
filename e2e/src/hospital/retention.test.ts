/** Tests of how long a hospital keeps reports, as its administrators set it in the browser. */
import { expect, test } from '../support/fixtures.ts';
import { expectSound } from '../support/looks.ts';
import { makePlace, signIn } from '../support/people.ts';
import { delay, refuse } from '../support/routing.ts';

const address = '/hospital/dashboard?view=team';
const call = { method: 'GET', path: /^\/hospitals\/me\/retention$/u };

test('an administrator sets how long reports are kept, and confirms before older ones are deleted [SEC-14, ADM-1] @gate', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kaveri Hospital', 'Dr. Kaveri Rao');
  await signIn(context, place.admin);
  await page.goto(address);
  const years = page.getByLabel('How long reports are kept');
  await expect(years).toHaveValue('3');
  await years.selectOption({ label: '7 years' });
  await expect(page.getByText('The retention time is saved')).toBeVisible();
  await page.getByRole('button', { name: 'Delete older reports' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Reports older than 7 years');
  await question.getByRole('button', { name: 'Delete older reports' }).click();
  await expect(page.getByRole('button', { name: 'Keep older reports' })).toBeVisible();
  await page.reload();
  await expect(years).toHaveValue('7');
  await expectSound(page);
  await page.getByRole('button', { name: 'Keep older reports' }).click();
  await expect(page.getByText('Reports of all other patients are kept')).toBeVisible();
});

test('while the setting for keeping reports loads a placeholder is shown, and an error can be retried [SEC-14, ERR-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  const place = await makePlace(server.origin, 'Narmada Hospital', 'Dr. Narmada Rao');
  await signIn(context, place.admin);
  const release = await delay(page, call);
  await page.goto(address);
  await expect(page.getByText('Loading the retention time...')).toBeAttached();
  await release();
  await expect(page.getByLabel('How long reports are kept')).toBeVisible();
  trouble.allow(/^403 GET \/api\/hospitals\/me\/retention$/u);
  await refuse(page, call, 'forbidden');
  await page.reload();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await again.click();
  await expect(page.getByLabel('How long reports are kept')).toBeVisible();
});
