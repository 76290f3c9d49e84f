/**
 * Tests of the patient's pages in a browser: My Queue with the answers before the visit, and the
 * field for a phone number.
 */
import { languages } from '@baari/contract/languages.gen.ts';
import type { Locator } from '@playwright/test';
import { longIn } from '../support/language.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { expect, test } from './playground.ts';

const picturesIn = process.env['BAARI_PICTURES_OF_PATIENTS'];

test('while an alert about an emergency sign is open, My Queue shows the emergency number first, and does not say “There is time” [ASSESS-2, PAT-11]', async ({
  page,
  show,
}) => {
  await show('patients/AlertOpen');
  const alert = page.getByRole('alert').filter({ hasText: /./u });
  await expect(alert).toContainText('Call for help now');
  await expect(alert.getByRole('link', { name: 'Call 112' })).toHaveAttribute('href', 'tel:112');
  const place = page.getByRole('article');
  await expect(place).toContainText('You are 5th');
  await expect(place).not.toContainText('There is time');
  await expect(place).not.toContainText(/Stay where you are|Leave home/u);
  const [above, below] = [await alert.boundingBox(), await place.boundingBox()];
  expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0);
});

test('My Queue tells a patient in the hospital to report an emergency sign to the staff, and names the patient [ASSESS-2, PAT-11]', async ({
  page,
  show,
}) => {
  await show('patients/AlertOpenHere');
  const alert = page.getByRole('alert').filter({ hasText: /./u });
  await expect(alert).toContainText('Tell the staff now');
  await expect(alert).toContainText('Riya');
  await expect(alert.getByRole('link', { name: 'Call 112' })).toBeVisible();
  await expect(page.getByRole('article')).not.toContainText('Please take a seat');
});

test('My Queue says whether the questions before the visit are not begun, begun or ready [LAND-2, ASSESS-1, ASSESS-3]', async ({
  page,
  show,
}) => {
  const place = page.getByRole('article');
  await show('patients/AnswersNone');
  await expect(place).toContainText('Not begun');
  await show('patients/AnswersBegun');
  await expect(place).toContainText('3 of 8 answered');
  await show('patients/AnswersReady');
  await expect(place).toContainText('Assessment ready');
  await expect(place.getByRole('link', { name: 'Before your visit' })).toBeVisible();
});

test('how bad it is, from 0 to 10, is one tap or the arrow keys [ASSESS-1]', async ({
  page,
  show,
  calls,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await show('patients/AskedHowBad');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Answer, or skip this question.')).toBeVisible();
  const scale = page.getByRole('group', { name: 'How bad is it at its worst?' });
  await expect(scale.getByRole('radio')).toHaveCount(11);
  await expect(scale.getByRole('radio', { name: '0 Nothing at all' })).not.toBeChecked();
  await scale.getByRole('radio', { name: '6', exact: true }).check();
  const chip = await scale.getByRole('radio', { name: '6', exact: true }).boundingBox();
  expect(Math.min(chip?.width ?? 0, chip?.height ?? 0)).toBeGreaterThanOrEqual(42);
  await page.keyboard.press('ArrowRight');
  await expect(scale.getByRole('radio', { name: '7', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Next' }).click();
  expect(await calls()).toEqual([
    JSON.stringify({ question: 'severity', answer: { kind: 'number', number: 7 } }),
  ]);
});

test('on My Queue a patient can report the end of the visit long after the call, but not shortly after the call [PAT-11, QST-5, QST-6]', async ({
  page,
  show,
}) => {
  await show('patients/CalledJustNow');
  const turn = page.getByRole('article').filter({ hasText: 'It is your turn' });
  const seen = page.getByRole('button', { name: 'I was seen' });
  await expect(turn).toBeVisible();
  await expect(seen).toHaveCount(0);
  await show('patients/CalledLongAgo');
  await expect(turn).toBeVisible();
  await expect(page.getByRole('button', { name: 'I am no longer there' })).toBeVisible();
  await seen.click();
  await expect(page.getByText('The desk knows that the visit is over')).toBeVisible();
  await expect(turn).toHaveCount(0);
  await expect(seen).toHaveCount(0);
});

test('the account stores the language of the first page after sign-in, and later the language chosen in the menu [PROF-1, ENT-9]', async ({
  page,
  show,
  calls,
}) => {
  await show('patients/LanguageOfAccount', 'hi');
  const first = 'PUT {"language":"hi","isFirst":true}';
  // React mounts a component twice in strict mode, so the first request is aborted and sent again.
  await expect.poll(async () => [...new Set(await calls())]).toEqual([first]);
  await page.getByRole('combobox').selectOption('ur');
  const next = 'PUT {"language":"ur","isFirst":false}';
  await expect.poll(async () => [...new Set(await calls())]).toEqual([first, next]);
});

test('each question before a visit names the patient whom the question concerns [ASSESS-1, ASSESS-4]', async ({
  page,
  show,
}) => {
  await show('patients/AskedAboutChild');
  await expect(page.getByRole('heading', { level: 2 })).toContainText('About Riya');
  await expect(page.getByRole('note')).toContainText('If Riya has any of the signs below');
  await expect(page.getByText('Question 1 of 14')).toBeVisible();
});

const scenes = [
  'AlertOpen',
  'AlertOpenHere',
  'CalledLongAgo',
  'AskedAboutChild',
  'AskedHowBad',
  'AnswersBegun',
  'PhoneNumber',
  'LastPlace',
];
for (const scene of scenes) {
  for (const language of languages) {
    test(`${scene} fits on a screen 360 pixels wide in ${language} [ASSESS-2, PAT-11, VERI-4]${longIn(language)}`, async ({
      page,
      show,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await show(`patients/${scene}`, language);
      await expect(page.getByRole('main').locator('h2, form, article').first()).toBeVisible();
      // Waiting for the network makes the screenshot include parts that load later.
      await page.waitForLoadState('networkidle');
      if (picturesIn !== undefined) {
        await page.screenshot({ path: `${picturesIn}/${scene}-${language}.png`, fullPage: true });
      }
      await expectSoundBriefly(page);
    });
  }
}

/** The ways to enter a phone number in a field, such as typing and pasting. */
const ways: Record<string, (field: Locator, text: string) => Promise<void>> = {
  typed: (field, text) => field.pressSequentially(text),
  pasted: async (field, text) => {
    await field.focus();
    await field.page().keyboard.insertText(text);
  },
  autofilled: (field, text) => field.fill(text),
};

const numbers = [
  ['9876500011', '+919876500011'],
  ['09876500011', '+919876500011'],
  ['919876500011', '+919876500011'],
  ['+919876500011', '+919876500011'],
  ['+91 98765 00011', '+919876500011'],
  ['0091 98765-00011', '+919876500011'],
  ['+1 415 555 2671', '+14155552671'],
  ['+44 (0)7911 123456', '+447911123456'],
  ['+49 151 12345678', '+4915112345678'],
] as const;

for (const [way, put] of Object.entries(ways)) {
  test(`a phone number ${way} in any format is shown in full, and the sign-in code is sent only to that number [VERI-4]`, async ({
    page,
    show,
    calls,
  }) => {
    await show('patients/PhoneNumber');
    const field = page.getByLabel('Phone number');
    for (const [text, full] of numbers) {
      await page.getByLabel('Country code').selectOption('+91');
      await field.fill('');
      await put(field, text);
      const said = page.getByRole('status').filter({ hasText: 'The code will go to' });
      await expect(said).toContainText(full.slice(-4));
      expect((await said.innerText()).replaceAll(/[^+\d]/gu, '')).toBe(full);
      await page.getByRole('button', { name: 'Send Code' }).click();
      expect((await calls()).at(-1)).toBe(full);
    }
  });
}

test('a phone number with too many or too few digits is not sent, and no digit is cut off [VERI-4]', async ({
  page,
  show,
  calls,
}) => {
  await show('patients/PhoneNumber');
  const field = page.getByLabel('Phone number');
  for (const text of ['98765000111', '987650001', '+91 98765 0001', '0091987']) {
    await field.fill('');
    await field.pressSequentially(text);
    await expect(field).toHaveValue(text.replaceAll(' ', ''));
    await page.getByRole('button', { name: 'Send Code' }).click();
    await expect(field).toBeFocused();
    await expect(page.getByText('The code will go to')).toBeHidden();
  }
  expect(await calls()).toEqual([]);
});

test('the queue page of one hospital does not show that the patient’s place in line at another hospital has ended [PAT-12]', async ({
  page,
  show,
}) => {
  await show('patients/NothingHere');
  await expect(page.getByText('No Active Queue')).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
});

test('without a connection, My Queue shows the patient’s last known place with the token and the room [PAT-11]', async ({
  page,
  show,
}) => {
  await show('patients/LastPlace');
  const card = page.getByRole('article');
  await expect(card).toContainText('C-003');
  await expect(card).toContainText('R4 · City');
});

test('an appointment that was cancelled beforehand is not listed among the earlier appointments [APPT-1]', async ({
  page,
  show,
}) => {
  await show('patients/Booked');
  await expect(page.getByText('1 earlier appointment')).toBeVisible();
  await expect(page.getByText('1 cancelled appointment')).toBeVisible();
});

test('if the server’s answer contains no message, the console still says that its data failed to load [CONS-3]', async ({
  page,
  show,
}) => {
  await show('patients/ConsoleFailed');
  await expect(page.getByText('Error Loading Console')).toBeVisible();
  await expect(page.getByText('Failed to load queue data')).toBeVisible();
  await expect(page.getByText('HTTP 502')).toHaveCount(0);
});
