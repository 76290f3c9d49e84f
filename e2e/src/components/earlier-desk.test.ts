/** Tests of what the desk sees and may do about offers of and requests for earlier times. */
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { windowOn } from '../support/windows.ts';
import { booking, deskView, earlierTime, picture, serve, wish } from './earlier-answers.ts';
import { expect, refused, test } from './playground.ts';

test('the desk sees to whom freed appointment times were offered, gaps that patients on site could fill, and requests for earlier times [APPT-1]', async ({
  page,
  show,
}) => {
  await serve(page);
  await show('earlier/Desk');
  await page.getByText('2 places held, 1 gap, 2 patients want an earlier time').click();
  const places = page.getByRole('region', { name: 'Held places' });
  await expect(places.getByRole('listitem').first()).toContainText('Meera Joshi is asked until');
  await expect(places.getByRole('listitem').first()).toContainText(
    'asked first because of the urgency',
  );
  await expect(places.getByRole('listitem').nth(1)).toContainText('The next patient is asked:');
  const gaps = page.getByRole('region', { name: 'Gaps in the next two hours' });
  await expect(gaps).toContainText('Lalita Singh (C-009) is on site and may go in now instead of');
  await expect(gaps.getByRole('link', { name: 'Open line Dr. Jayanti Rao' })).toHaveAttribute(
    'href',
    '/line/d1',
  );
  const wishes = page.getByRole('region', { name: 'Patients who want an earlier time' });
  await expect(wishes.getByRole('listitem').first()).toContainText('Urgent');
  await expect(page.getByRole('region', { name: 'The last 90 days' })).toContainText(
    '31 of 50, 95% interval 48% to 74%',
  );
  await expectSound(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await picture(page, 'desk-1280');
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'desk-390');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'desk-dark');
});

test('the desk releases a reserved appointment time, and changes or ends a patient’s request for an earlier time, after confirming [APPT-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/409/u);
  let isRefused = true;
  const asked = await serve(page, ({ method, path }) => {
    if (path === '/hospital/earlier/held/s1/release') {
      return isRefused ? refused('offer_over', 409) : { json: { released: true } };
    }
    if (method === 'DELETE') return { json: { ended: true } };
    return path === '/hospital/earlier/wishes' ? { status: 201, json: { wish } } : undefined;
  });
  await show('earlier/Desk');
  await page.getByText('2 places held, 1 gap, 2 patients want an earlier time').click();
  await page
    .getByRole('button', { name: /^Release/u })
    .first()
    .click();
  const dialog = windowOn(page);
  await expect(dialog).toContainText('Meera Joshi is notified that the offer has ended.');
  await dialog.getByRole('button', { name: 'Release place' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expectSoundBriefly(page);
  isRefused = false;
  await dialog.getByRole('button', { name: 'Release place' }).click();
  await expect(page.getByText('Everybody can book the place now')).toBeVisible();
  await page.getByRole('button', { name: 'Change of Meera Joshi' }).first().click();
  await expect(dialog.getByRole('radio', { name: 'Urgent' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Soon' }).check();
  await expectSoundBriefly(page);
  await dialog.getByRole('button', { name: 'Save request' }).click();
  await expect(page.getByText('The request is saved')).toBeVisible();
  expect(asked.find(({ path }) => path === '/hospital/earlier/wishes')?.body).toMatchObject({
    for: { kind: 'appointment', id: 'a1' },
    urgency: 'soon',
    terms: { leastNoticeMinutes: 240 },
  });
  await page.getByRole('button', { name: 'End request of Meera Joshi' }).nth(1).click();
  await dialog.getByRole('button', { name: 'End request' }).click();
  await expect(page.getByText('The request has ended')).toBeVisible();
  expect(asked.some(({ method, path }) => method === 'DELETE' && path.endsWith('/w2'))).toBe(true);
});

test('the desk books a reserved time only with a reason, and can record a request for an earlier time when the day is full [APPT-1]', async ({
  page,
  show,
}) => {
  let isHeld = true;
  const asked = await serve(page, ({ method, path }) => {
    if (path === '/hospital/earlier')
      return { json: isHeld ? deskView : { ...deskView, held: [] } };
    if (path === '/hospital/lines') return { json: { lines: [] } };
    if (path === '/hospital/appointments' && method === 'POST') {
      return { status: 201, json: { appointment: { ...booking, ...earlierTime } } };
    }
    return undefined;
  });
  await show('earlier/DeskBooking');
  await page.getByRole('button', { name: 'Book an appointment' }).click();
  const dialog = windowOn(page);
  await dialog.getByRole('searchbox').fill('Uma');
  await dialog.getByRole('radio', { name: /^Uma Kale/u }).check();
  await dialog.getByLabel('Date').fill(earlierTime.date);
  await dialog.getByRole('radio', { name: /Held for Meera Joshi/u }).check();
  const reason = dialog.getByLabel('Reason to book a held time');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await expectSoundBriefly(page);
  await reason.selectOption('urgent');
  await picture(page, 'desk-over-hold');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog).toBeHidden();
  const sent = asked.find(
    ({ path, method }) => path === '/hospital/appointments' && method === 'POST',
  );
  expect(sent?.body).toMatchObject({ overHold: 'urgent', time: earlierTime.time });

  isHeld = false;
  await show('earlier/DeskBooking');
  await page.getByRole('button', { name: 'Book an appointment' }).click();
  await dialog.getByLabel('Date').fill(earlierTime.date);
  await expect(dialog.getByText('Choose a patient of this hospital first.')).toBeVisible();
  await dialog.getByRole('searchbox').fill('Uma');
  await dialog.getByRole('radio', { name: /^Uma Kale/u }).check();
  await dialog.getByRole('button', { name: 'Ask the patient when a time comes free' }).click();
  await expect(windowOn(page).getByText('Earlier time for Uma Kale')).toBeVisible();
});
