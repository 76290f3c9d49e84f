/** Tests vital signs in a browser: the form, what was measured, and striking it out. */
import type { Measurement, VitalsGiven, VitalSettings } from '@baari/contract/visit/vitals.ts';
import { expectSound } from '../support/looks.ts';
import { answerBy, expect, test } from './playground.ts';

const settings: VitalSettings = {
  asked: ['bloodPressure', 'pulse', 'temperature'],
  temperatureUnit: 'fahrenheit',
  glucoseUnit: 'mg_dl',
};

const nothing: VitalsGiven = {
  systolic: null,
  diastolic: null,
  pulse: null,
  temperature: null,
  oxygen: null,
  respiration: null,
  weight: null,
  height: null,
  glucose: null,
  pain: null,
};

function measured(given: Partial<Measurement>): Measurement {
  return {
    id: 'm1',
    entryId: 'e1',
    at: new Date().toISOString(),
    by: 'Kavita Rao',
    values: nothing,
    marks: [],
    struck: null,
    ...given,
  };
}

test('a nurse types vital signs with Enter from field to field, a wrong value is named beside its field, and the saved ones appear with marks in words [CONS-2, VAL-6]', async ({
  page,
  show,
}) => {
  let measurements: Measurement[] = [];
  const asked = await answerBy(page, ({ method, path, body }) => {
    if (path === '/hospitals/me/vitals') return { json: { settings } };
    if (path === '/vitals/m1/strike') {
      const struck = { at: new Date().toISOString(), by: 'Kavita Rao', reason: 'Other patient' };
      measurements = measurements.map((each) => ({ ...each, struck }));
    } else if (path !== '/queues/e1/vitals') return undefined;
    if (method === 'POST' && path === '/queues/e1/vitals') {
      const values = { ...nothing, ...(body as Partial<VitalsGiven>) };
      const marks = [{ value: 'systolic', is: 'high', from: 91, to: 139 } as const];
      measurements = [measured({ values, marks })];
      return { status: 201, json: { vitals: { settings, isAgeKnown: true, measurements } } };
    }
    return { json: { vitals: { settings, isAgeKnown: true, measurements } } };
  });
  await show('vitals/Section');
  await expect(page.getByText('Nothing was measured in this visit.')).toBeVisible();
  await page.getByRole('button', { name: 'Record vital signs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Vital signs' });
  const upper = dialog.getByLabel('Upper blood pressure');
  await expect(upper).toBeFocused();
  await page.keyboard.type('150');
  await page.keyboard.press('Enter');
  await page.keyboard.type('90');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Pulse')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('37');
  await page.keyboard.press('Enter');
  const temperature = dialog.getByLabel('Temperature (°F)');
  await expect(temperature).toHaveAccessibleDescription(/Enter a value from 77 to 113\./u);
  await expect(temperature).toBeFocused();
  await expectSound(page);
  await temperature.fill('98,6');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const posts = asked.filter(({ method }) => method === 'POST');
  expect(posts.map(({ body }) => body)).toEqual([
    { systolic: 150, diastolic: 90, temperature: 37 },
  ]);
  const section = page.getByRole('region', { name: 'Vital signs' });
  await expect(section).toContainText('150/90 mmHg');
  await expect(section).toContainText('98.6 °F');
  await expect(section).toContainText('high');
  await expect(section).toContainText('They are not a diagnosis.');
  await expectSound(page);
  await section.getByRole('button', { name: 'Strike out' }).click();
  await page.keyboard.type('Other patient');
  await page.keyboard.press('Enter');
  await expect(section).toContainText('Nothing was measured in this visit.');
  await section.getByRole('button', { name: 'Show 1 earlier measurement' }).click();
  await expect(section).toContainText('Struck out: Other patient');
});
