/** Tests of a patient's request for an earlier time, and of the offer that the patient receives. */
import { languages } from '@baari/contract/languages.gen.ts';
import type { EarlierWish } from '@baari/contract/visit/earlier.ts';
import { longIn } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { windowOn } from '../support/windows.ts';
import {
  bookedTime,
  booking,
  earlierTime,
  inHours,
  offer,
  picture,
  serve,
  wish,
} from './earlier-answers.ts';
import { expect, refused, test } from './playground.ts';

test('a patient asks for an earlier time than the booked one, and reads the conditions of this request [APPT-1]', async ({
  page,
  show,
}) => {
  let wishes: EarlierWish[] = [];
  const asked = await serve(page, ({ method, path }) => {
    if (path === '/earlier') return { json: { wishes, offers: [] } };
    if (method !== 'POST' || path !== '/earlier/wishes') return undefined;
    wishes = [wish];
    return { status: 201, json: { wish } };
  });
  await show('earlier/Mine');
  await page
    .getByRole('button', { name: /^Tell me if an earlier time comes free with Dr/u })
    .click();
  const dialog = windowOn(page);
  await expect(
    dialog.getByText('Your booked time stays until you take another one.'),
  ).toBeVisible();
  await dialog.getByText('Any doctor of the department').click();
  await dialog.getByRole('checkbox', { name: 'Monday' }).check();
  await dialog.getByRole('checkbox', { name: 'Thursday' }).check();
  await dialog.getByRole('checkbox', { name: 'Morning' }).check();
  await dialog
    .getByLabel('Ask me at least this long before the visit')
    .selectOption({ label: '4 hours' });
  await expectSound(page);
  await picture(page, 'wish-dialog');
  await dialog.getByRole('button', { name: 'Ask me' }).press('Enter');
  await expect(page.getByText('We will ask you if an earlier time comes free.')).toBeVisible();
  await expect(
    page.getByText(
      /Any doctor of the department.*Monday, Thursday.*Morning.*at least 4 hours before/u,
    ),
  ).toBeVisible();
  expect(
    asked.find(({ method, path }) => method === 'POST' && path === '/earlier/wishes')?.body,
  ).toEqual({
    for: { kind: 'appointment', id: 'a1' },
    terms: { ...wish.terms, until: null },
  });
  await expectSoundBriefly(page);
});

test('a patient changes the conditions of a request for an earlier time, and ends the request after a confirmation [APPT-1]', async ({
  page,
  show,
}) => {
  let wishes: EarlierWish[] = [{ ...wish, madeBy: 'staff' }];
  const asked = await serve(page, ({ method, path }) => {
    if (path === '/earlier') return { json: { wishes, offers: [] } };
    if (method === 'DELETE') {
      wishes = [];
      return { json: { ended: true } };
    }
    return undefined;
  });
  await show('earlier/Mine');
  await expect(page.getByText('The hospital entered this for you.')).toBeVisible();
  await page.getByRole('button', { name: /^Change with/u }).click();
  await expect(windowOn(page).getByRole('checkbox', { name: 'Thursday' })).toBeChecked();
  await expect(windowOn(page).getByLabel('Ask me until')).toHaveValue(bookedTime.date);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Stop asking me with/u }).click();
  await expect(windowOn(page)).toContainText('A booked time stays.');
  await expectSoundBriefly(page);
  await windowOn(page).getByRole('button', { name: 'Stop asking me' }).click();
  await expect(page.getByRole('button', { name: /^Tell me if an earlier/u })).toBeVisible();
  expect(asked.find(({ method }) => method === 'DELETE')?.path).toBe('/earlier/wishes/w1');
});

test('a patient who finds no free time can request an earlier time without a booking, and reads why if this is refused [APPT-1, PAT-8]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/409/u);
  const asked = await serve(page, ({ path }) =>
    path === '/earlier/wishes' ? refused('too_many_wishes', 409) : undefined,
  );
  await show('earlier/WhenFull');
  await page.getByRole('button', { name: /^Tell me if a time comes free/u }).click();
  const dialog = windowOn(page);
  await expect(dialog.getByText('Nothing is booked until you take it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ask me' }).click();
  await expect(dialog.getByRole('note')).toBeVisible();
  await expect(dialog).toBeVisible();
  expect(asked.find(({ path }) => path === '/earlier/wishes')?.body).toMatchObject({
    for: { kind: 'doctor', doctorId: 'd1' },
  });
});

test('an offer of an earlier time shows both times and its expiry, and accepting the offer shows that the time is booked [APPT-1]', async ({
  page,
  show,
}) => {
  let offers = [offer];
  const asked = await serve(page, ({ path }) => {
    if (path === '/earlier') return { json: { wishes: [wish], offers } };
    if (path !== '/earlier/offers/o1/accept') return undefined;
    offers = [];
    return { json: { appointment: { ...booking, ...earlierTime } } };
  });
  await show('earlier/Mine');
  const card = page.getByRole('region', { name: 'An earlier time is free for you' });
  await expect(card).toContainText('Your booked time');
  await expect(card).toContainText(/Held for you until .*in 1[78] min/u);
  await expect(card).toContainText('You are asked first because you have waited longest.');
  await expect(card).toContainText('your booked time becomes free for others');
  await expectSound(page);
  await picture(page, 'offer-1280');
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'offer-390');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'offer-dark');
  await card.getByRole('button', { name: 'Take it' }).press('Enter');
  const end = page.getByRole('status').filter({ hasText: 'The free time is booked for you' });
  await expect(end).toBeFocused();
  await expect(card).toBeHidden();
  expect(asked.filter(({ path }) => path.endsWith('/accept'))).toHaveLength(1);
  await expectSoundBriefly(page);
});

test('a declined, expired or refused offer of an earlier time says so, and the booking keeps its time [APPT-1, ERR-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/409|500/u);
  const second = { ...offer, id: 'o2', wishId: 'w2', instead: null };
  const third = { ...offer, id: 'o3', expiresAt: inHours(-0.01) };
  let answers = 0;
  await serve(page, ({ path }) => {
    if (path === '/earlier') return { json: { wishes: [], offers: [offer, second, third] } };
    if (path === '/earlier/offers/o1/decline')
      return { json: { offer: { ...offer, state: 'declined' } } };
    if (path !== '/earlier/offers/o2/accept') return undefined;
    answers += 1;
    return answers < 3 ? refused('internal', 500) : refused('offer_over', 409);
  });
  await show('earlier/Mine');
  await expect(page.getByText('This time is no longer held for you')).toHaveCount(1);
  const first = page.getByRole('region', { name: 'An earlier time is free for you' });
  await first.getByRole('button', { name: 'No, thanks' }).click();
  await expect(page.getByText('Thank you for your answer')).toBeVisible();
  const free = page.getByRole('region', { name: 'A time is free for you' });
  await expect(free).not.toContainText('Your booked time');
  await free.getByRole('button', { name: 'Take it' }).click();
  await expect(free.getByRole('alert')).toContainText('The time could not be booked');
  await expectSoundBriefly(page);
  await free.getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByText('This time is no longer held for you')).toHaveCount(2);
  await expectSoundBriefly(page);
});

test('when offers of earlier times could not be loaded, a button loads the offers again [APPT-1, ERR-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/500/u);
  let isBroken = true;
  await serve(page, ({ path }) => {
    if (path !== '/earlier') return undefined;
    return isBroken
      ? refused('internal', 500)
      : { json: { wishes: [{ ...wish, appointment: null }], offers: [] } };
  });
  await show('earlier/Mine');
  await expect(page.getByText('Earlier times could not be loaded').first()).toBeVisible({
    timeout: 15_000,
  });
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Waiting for a free time' })).toContainText(
    'We will ask you if a time comes free.',
  );
  await expectSoundBriefly(page);
});

for (const language of languages.filter((code) => code !== 'en')) {
  test(`an offer of an earlier time and its link fit on the smallest phone in ${language} [APPT-1, ENT-9]${longIn(language)}`, async ({
    page,
    show,
  }) => {
    await serve(page, ({ path }) =>
      path === '/earlier'
        ? { json: { wishes: [wish, { ...wish, id: 'w2', appointment: null }], offers: [offer] } }
        : undefined,
    );
    await show('earlier/Mine', language);
    await expect(page.getByRole('region')).not.toHaveCount(0);
    await expectSoundBriefly(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, `offer-${language}`);
    await show('earlier/Link', language);
    await expect(page.getByRole('textbox')).toBeVisible();
    await expectSoundBriefly(page);
    await picture(page, `link-${language}`);
  });
}
