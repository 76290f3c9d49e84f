/**
 * Tests of the figures of a hospital's lines as a chart and as tables, on a phone and a desktop, in
 * light and dark mode.
 */
import { expectHindiOnly } from '../support/language.ts';
import { expectSound } from '../support/looks.ts';
import { expect, test } from './playground.ts';

const picturesIn = process.env['BAARI_PICTURES_OF_FIGURES'];

test('a chart and a table show how many people wait in each line by the hour [LINE-5, WORK-4]', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await show('figures/Lines');
  const picture = page.getByRole('img', {
    name: /^Medicine, any doctor:.*most at 10:00 am, 18\.1/,
  });
  await expect(picture).toBeVisible();
  // Nobody joined Dr. Rao's line, so it has no chart.
  await expect(page.getByRole('img', { name: /Dr\. Rao/ })).toHaveCount(0);
  const box = await picture.boundingBox();
  expect(box?.width ?? 0).toBeGreaterThan(250);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  await page.getByText('Show as a table').first().click();
  const table = page.getByRole('table', { name: 'People waiting, by line and hour' });
  await expect(table.getByRole('row', { name: /Medicine.* 18\.1/ })).toBeVisible();
  const ways = page.getByRole('table', { name: 'Usual routes' });
  await expect(ways.getByRole('row').nth(1)).toContainText('Registration → Vitals → Dr. Rao');
  if (picturesIn !== undefined) {
    await page.screenshot({ path: `${picturesIn}/lines.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: `${picturesIn}/lines-dark.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await expectSound(page);
});

test('the figures of lines are shown in Hindi, and a line without patients has no chart [LINE-5, ENT-9]', async ({
  page,
  show,
}) => {
  await show('figures/Lines', 'hi');
  await expect(page.getByRole('img').first()).toBeVisible();
  const names = ['Medicine, any doctor', 'Dr. Rao', 'Laboratory', 'Counter 1', 'Counter 2'];
  const ways = [
    'Registration → Vitals → Dr. Rao → Laboratory → Dr. Rao → Pharmacy',
    'Registration → Dr. Rao',
  ];
  await expectHindiOnly(
    page,
    new Set([
      ...names,
      ...ways,
      'Laboratory of the outpatient department on the second floor',
      'Laboratory · Counter 1',
      'Laboratory · Counter 2',
    ]),
  );
  await show('figures/NoLines', 'hi');
  await expect(page.getByRole('img')).toHaveCount(0);
});
