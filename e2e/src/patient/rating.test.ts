/**
 * Tests that a patient rates a completed visit, by keyboard and by touch, and that the cards show
 * the rating.
 */
import { completeConsultation, startConsultation } from '@baari/contract/queue/queue.ts';
import { listReceivedRatings } from '@baari/contract/doctor/rating.ts';
import { type Account, call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { collectNames, expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { line, makePatient, makePlace, type Place, signIn } from '../support/people.ts';
import { windowOn } from '../support/windows.ts';

async function bringVisit(origin: string): Promise<{ place: Place; patient: Account }> {
  const place = await makePlace(origin, 'Banyan Clinic', 'Dr. Leela Pawar');
  const patient = await makePatient(origin, 'Devika Menon');
  const { id } = await line(place, patient);
  await call(place.admin, startConsultation, { id });
  await call(place.admin, completeConsultation, { id, body: {} });
  return { place, patient };
}

test('a patient rates a completed visit by keyboard and changes the rating, and the lists of doctors and hospitals show the rating [ENT-3, ENT-4, PAT-3, CONST-4] @gate', async ({
  page,
  context,
  server,
}) => {
  const { place, patient } = await bringVisit(server.origin);
  await signIn(context, patient);
  const hospitalPath = `/patient/hospital/${place.hospital.id}`;
  await page.goto(hospitalPath);
  await expect(page.getByText('(no reviews yet)').first()).toBeVisible();

  await page.goto('/patient/queue');
  const news = page.getByRole('note');
  await news.getByRole('button', { name: /^Rate this visit/u }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'How was your visit with Dr. Leela Pawar?' });
  await dialog.getByRole('button', { name: 'Send Rating' }).press('Enter');
  await expect(dialog.getByText('Choose 1 to 5 stars.')).toBeVisible();
  await expectSound(page);

  await dialog.getByRole('radio', { name: '1 star: bad' }).focus();
  await page.keyboard.press('Space');
  for (let step = 1; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: '4 stars: good' })).toBeChecked();
  await dialog.getByRole('textbox', { name: /^In your words/u }).fill('Kind and quick.');
  await dialog.getByRole('button', { name: 'Send Rating' }).press('Enter');
  await expect(page.getByText('Thank you for your rating')).toBeVisible();
  await expect(dialog).toBeHidden();

  const history = page.getByRole('region', { name: 'Queue History' });
  await history.scrollIntoViewIfNeeded();
  await expect(history.getByText('You gave 4 of 5 stars')).toBeAttached();
  await expectSoundBriefly(page);
  await history.getByRole('button', { name: /^Change your rating of Dr. Leela Pawar/u }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue('Kind and quick.');
  await dialog.getByRole('radio', { name: '5 stars: very good' }).check();
  await dialog.getByRole('button', { name: 'Send Rating' }).click();
  await expect(history.getByText('You gave 5 of 5 stars')).toBeAttached();

  // The page of the visit shows the rating too, and leads to the same doctor for a follow-up.
  await history.getByRole('link', { name: /^See the visit/u }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your visit' })).toBeVisible();
  await expect(page.getByText('You gave 5 of 5 stars')).toBeAttached();
  await expect(page.getByText('No report yet. It appears here when it is ready.')).toBeVisible();
  await expectSound(page);
  await page.getByRole('link', { name: /^Book again/u }).click();
  await page.getByRole('button', { name: /^Join Queue/u }).click();
  await expect(page.getByRole('combobox', { name: /First visit or follow-up/u })).toHaveValue(
    'follow_up',
  );

  const { ratings } = await call(place.admin, listReceivedRatings);
  expect(ratings.map(({ stars, words }) => [stars, words])).toEqual([[5, 'Kind and quick.']]);
  await page.goto(hospitalPath);
  await expect(page.getByText('(1 review)')).toHaveCount(2);
  await expect(page.getByText('no reviews yet')).toHaveCount(0);
});

test('rating a visit works in Hindi [PROF-1, ENT-4]', async ({ page, context, server }) => {
  const { patient } = await bringVisit(server.origin);
  await signIn(context, patient);
  const names = collectNames(page);
  await page.goto('/patient/queue');
  await readInHindi(page);
  await page
    .getByRole('button', { name: /^इस मुलाक़ात को अंक दें/u })
    .first()
    .click();
  await expect(windowOn(page)).toBeVisible();
  await page.getByRole('radio', { name: '3 सितारे: ठीक-ठाक' }).check();
  await expectHindiOnly(page, names);
  await expectSoundBriefly(page);
});
