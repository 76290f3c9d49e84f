/** The palette of the desk: patients, doctors and what can be done, by keys alone [DESK-6]. */
import { expect, test } from './fixtures.ts';
import { expectSound } from './looks.ts';
import { line, makeDoctor, makePatient, makePlace } from './people.ts';

test('by keys alone somebody is found by the token, taken out of the line, and another doctor’s line is shown [DESK-6]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Parijat Clinic', 'Dr. Ketaki Rane');
  await makeDoctor(place.admin, 'Dr. Zubin Daruwala');
  const [first, second] = [
    await line(place, await makePatient(server.origin, 'Kusum Apte')),
    await line(place, await makePatient(server.origin, 'Latika Bose')),
  ];
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  const list = desk.getByRole('list', { name: 'Waiting list' });
  await expect(list.getByRole('article')).toHaveCount(2);
  const palette = desk.getByRole('dialog', { name: 'Find and do' });

  await desk.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await desk.keyboard.type((second.token ?? '').replace('-', '').toLowerCase());
  const found = palette.getByRole('option', { name: /Latika Bose/u });
  await expect(found).toHaveAttribute('data-highlighted', '');
  await expect(palette.getByRole('option', { name: /Kusum Apte/u })).toHaveCount(0);
  await expectSound(desk);
  await desk.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  await expect(desk.locator(`[data-entry="${second.id}"]`)).toBeFocused();

  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('remove');
  const remove = palette.getByRole('option', { name: /Remove from the queue/u });
  await expect(remove).toContainText('Latika Bose');
  await desk.keyboard.press('Enter');
  const asks = desk.getByRole('alertdialog', { name: 'Remove Latika Bose' });
  await asks.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(asks).toHaveCount(0);
  await expect(list.getByRole('article')).toHaveCount(1);
  await expect(desk.locator(`[data-entry="${first.id}"]`)).toBeVisible();

  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('zub');
  await expect(palette.getByRole('option', { name: /Dr. Zubin Daruwala/u })).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('combobox', { name: 'Doctor' })).toContainText('Dr. Zubin Daruwala');
  await expect(desk.getByText('No queue data available')).toBeVisible();

  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('nobody of that name');
  await expect(palette.getByText('Nothing matches.')).toBeVisible();
});
