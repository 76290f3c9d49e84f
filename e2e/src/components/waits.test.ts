/**
 * Tests of how a patient reads the wait in every state of a line, on the smallest phone and in each
 * language.
 */
import { languages } from '@baari/contract/languages.gen.ts';
import { expectHindiOnly, longIn } from '../support/language.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { expect, test } from './playground.ts';

const picturesIn = process.env['BAARI_PICTURES_OF_WAITS'];

for (const scene of ['Going', 'AroundBreaks', 'Gone']) {
  for (const language of languages) {
    test(`the texts about the wait fit on a screen 360 pixels wide with 0, 1, 5 and 20 people ahead, ${scene} in ${language} [INV-16, PAT-11, WORK-4]${longIn(language)}`, async ({
      page,
      show,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await show(`waits/${scene}`, language);
      await expect(page.getByRole('article').first()).toBeVisible();
      if (picturesIn !== undefined) {
        await page.screenshot({ path: `${picturesIn}/${scene}-${language}.png`, fullPage: true });
      }
      await expectSoundBriefly(page);
      if (language === 'hi') {
        await expectHindiOnly(page, new Set(['d1', 'City', 'C-001', 'C-002', 'C-006', 'C-021']));
      }
    });
  }
}

test('a patient is advised to ask the reception if nobody has been called for long or the call is expected after closing time [INV-16, PAT-11]', async ({
  page,
  show,
}) => {
  await show('waits/Gone');
  const silence = page.getByText('Nobody has been called for 40 minutes. Ask the reception.');
  await expect(silence.first()).toBeVisible();
  const beyond = page.getByText(/The hours end at .*You will probably not be seen today\./u);
  await expect(beyond.first()).toBeVisible();
  const advice = page.getByRole('region', { name: /^What to do now/u });
  await expect(
    advice.filter({ hasText: 'They know what is possible today.' }).first(),
  ).toBeVisible();
  await expect(page.getByText(/Be at the door|Leave now|You are next/u)).toHaveCount(0);
});

test('a patient who missed the call reads about the missed call first, instead of a place in the line [PAT-11, PROF-1]', async ({
  page,
  show,
}) => {
  await show('waits/CalledInVain');
  const places = page.getByRole('navigation').getByRole('button');
  await expect(places.first()).toContainText('Called but not there');
  await expect(places.first()).not.toContainText('2nd');
  await expect(places.last()).toContainText('6th');
});

test('if several people of an account have places in line, each link to the questions before the visit names its patient [PAT-11, PROF-1]', async ({
  page,
  show,
}) => {
  await show('waits/CalledInVain');
  const named = { name: 'Before your visit', exact: true };
  await expect(page.getByRole('link', named)).toHaveCount(1);
  await expect(page.getByRole('link', { name: /^Before your visit For \S/u })).toHaveCount(1);
});

test('when reporting a delay would not change the patient’s place, My Queue does not say that others go first [WAIT-1]', async ({
  page,
  show,
}) => {
  await show('waits/LateAtTheEnd');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You keep your place');
  await expect(dialog).toContainText('You can go later twice in a visit.');
  await expect(dialog).not.toContainText('Others go first');
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Go later' }).click();
  await expect(page.getByText('The desk knows')).toBeVisible();
  await expect(page.getByText('You keep your place in the line.')).toBeVisible();
  await expect(page.getByText(/You are now/u)).toHaveCount(0);
});

test('a patient who withdraws a request is asked to confirm withdrawing the request, and not leaving the queue [PAT-11, QST-7]', async ({
  page,
  show,
}) => {
  await show('waits/Requested');
  await page.getByRole('button', { name: 'Withdraw the request' }).click();
  const question = page.getByRole('alertdialog', { name: 'Withdraw your request?' });
  await expect(question).toContainText('The staff will not see your request any more.');
  await expect(question).not.toContainText(/queue/iu);
  await expect(question.getByRole('button')).toHaveText([
    'Keep the request',
    'Withdraw the request',
  ]);
  await question.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(page.getByText('The request could not be withdrawn').first()).toBeVisible();
});

test('if the code of a dialog cannot be loaded, My Queue still shows the place, and pressing the button again opens the dialog [PAT-11]', async ({
  page,
  show,
  trouble,
}) => {
  trouble.allow(/ERR_FAILED|console error/u);
  await show('waits/Requested');
  const heading = page.getByRole('heading', { level: 2 }).first();
  const code = /leave-otherwise/u;
  await page.route(code, (route) => route.abort());
  await page.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(page.getByText('Check your connection and try again.').first()).toBeVisible();
  await expect(heading).toBeVisible();
  await page.unroute(code);
  // By key, because the message may stand before the button.
  await page.getByRole('button', { name: 'Withdraw the request' }).press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

for (const where of ['on its button', 'in its dialog']) {
  test(`when the patient’s place in line is ended on another device while the keyboard focus is ${where}, the focus moves to the heading [PAT-11, QST-7]`, async ({
    page,
    show,
  }) => {
    await show('waits/EndsElsewhere');
    const leave = page.getByRole('button', { name: /^Leave the queue/u });
    await leave.focus();
    if (where === 'in its dialog') {
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Stay in the queue' })).toBeFocused();
    }
    await page.evaluate(() => window.dispatchEvent(new Event('ended-elsewhere')));
    await expect(leave).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

for (const language of ['ar', 'ur'] as const) {
  test(`texts for screen readers use the commas of their own script, in ${language} [ENT-9]`, async ({
    page,
    show,
  }) => {
    await show('waits/Going', language);
    const advice = page.getByRole('region').first();
    await expect(advice).toHaveAttribute('aria-label', /^[^,]*،[^,]*$/u);
    await show('changes/OfAnother', language);
    const times = await page.getByRole('listitem').getByRole('time').allTextContents();
    expect(times.some((time) => time.includes('، '))).toBe(true);
    expect(times.filter((time) => time.includes(', '))).toEqual([]);
  });
}
