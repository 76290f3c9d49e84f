/**
 * Tests of the page that an offer's link opens, where the patient accepts or declines without
 * signing in.
 */
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { linkOffer, picture, self, serve } from './earlier-answers.ts';
import { expect, refused, test } from './playground.ts';

test('the link in an offer of an earlier time opens a page that asks for the phone’s last four digits and accepts the offer [APPT-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/403/u);
  let tries = 0;
  const asked = await serve(page, ({ path }) => {
    if (path !== '/earlier/link/accept') return undefined;
    tries += 1;
    return tries === 1
      ? refused('offer_not_matched', 403)
      : { json: { offer: { ...linkOffer, state: 'accepted' } } };
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await show('earlier/Link');
  await expect(
    page.getByText('Shanti Hospital holds this time for you. Do you want it?'),
  ).toBeVisible();
  await expect(page.getByText(self.name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Take it' }).click();
  const digits = page.getByLabel('Last four digits of your phone number');
  await expect(page.getByText('Enter four digits.')).toBeVisible();
  await expect(digits).toBeFocused();
  await digits.fill('1234');
  await digits.press('Enter');
  await expect(page.getByText('These digits do not match this offer')).toBeVisible();
  await expect(digits).toHaveAttribute('aria-invalid', 'true');
  await expectSound(page);
  await digits.fill('४३२१');
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'link-390');
  await page.getByRole('button', { name: 'Take it' }).click();
  await expect(page.getByText('The free time is booked for you')).toBeVisible();
  expect(asked.findLast(({ path }) => path === '/earlier/link/accept')?.body).toEqual({
    secret: 'secret-of-the-offer',
    lastDigits: '4321',
  });
  await expectSoundBriefly(page);
});

test('the page behind the link of an offer says if the offer has expired, the link is unknown or loading failed [APPT-1, ERR-1]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/404|500/u);
  let answer: { status?: number; json: object } = {
    json: { offer: { ...linkOffer, state: 'expired' } },
  };
  await serve(page, ({ path }) => (path === '/earlier/link/read' ? answer : undefined));
  await show('earlier/Link');
  await expect(page.getByText('This time is no longer held for you')).toBeVisible();
  await expectSoundBriefly(page);
  answer = refused('not_found', 404);
  await show('earlier/Link');
  await expect(
    page.getByRole('heading', { level: 1, name: 'This link does not work' }),
  ).toBeVisible();
  await expectSoundBriefly(page);
  answer = refused('internal', 500);
  await show('earlier/Link');
  await expect(page.getByRole('alert')).toContainText('Earlier times could not be loaded', {
    timeout: 15_000,
  });
  answer = { json: { offer: linkOffer } };
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Take it' })).toBeVisible();
});
