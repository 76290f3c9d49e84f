/**
 * Tests of answering the questions before a visit without the patient's own phone: printed by the
 * desk, and answered at a kiosk.
 */
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import { getInsights, printAssessment } from '@baari/contract/visit/assessment.ts';
import { makeScreen } from '@baari/contract/hospital/screen.ts';
import type { Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { passTime } from '../support/clock.ts';
import { openRow } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectSound, expectSoundBriefly, pagesOf } from '../support/looks.ts';
import { line, makePatient, makePlace, type Place } from '../support/people.ts';

test('the desk prints a patient’s questions before the visit with the token and without a name, and types in the written answers [ASSESS-4]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Arjun Clinic', 'Dr. Nita Sethi');
  const body = {
    name: 'Kamla Devi',
    doctorId: place.doctor.id,
    urgency: 'medium' as const,
    age: 30,
    gender: 'Female' as const,
  };
  const { queue } = await call(place.admin, addWalkIn, { body });
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto('/hospital/dashboard?view=queue&tab=queue');
  const row = await openRow(desk, 'Kamla Devi');
  await row.getByRole('link', { name: 'Questions' }).click();
  await desk.getByRole('link', { name: 'Print the questions' }).click();
  const sheet = desk.getByRole('region', { name: 'The paper' });
  await expect(sheet).toContainText('does not decide how urgent you are');
  await expect(sheet).toContainText(`Token ${queue.token}`);
  await expect(sheet).toContainText('Dr. Nita Sethi');
  await expect(sheet).not.toContainText('Kamla');
  // A question that is asked only after a certain answer is printed with that answer.
  const questions = sheet.getByRole('listitem');
  await expect(questions.filter({ hasText: 'In which week of pregnancy are you?' })).toContainText(
    /Only if you ticked “Pregnant” in question \d+\./u,
  );
  await expect(questions.filter({ hasText: 'Did it begin suddenly or slowly?' })).toContainText(
    'Skip this question if you ticked “Nothing is wrong: a check-up” in question 3.',
  );
  await expect(questions.first()).toContainText('give this paper to the staff at once');
  await expectSound(desk);

  await desk.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const printed = desk.locator('.print-sheet');
  await expect(printed).toContainText('When did it begin?');
  await expect(desk.locator('#root')).toBeHidden();
  const english = await desk.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pagesOf(english)).toBeGreaterThan(1);
  expect(pagesOf(english)).toBeLessThanOrEqual(4);
  await desk.emulateMedia({ media: 'screen', colorScheme: 'light' });

  const choice = desk.getByLabel('Language of the paper');
  await expect(choice.getByRole('option', { name: 'हिन्दी' })).toHaveAttribute('lang', 'hi');
  await choice.selectOption('hi');
  await expect(sheet).toContainText('क्या अभी इनमें से कुछ हो रहा है?');
  await expect(sheet).toContainText(`टोकन ${queue.token}`);
  // Printing has not changed the page on the screen.
  await expect(desk.getByRole('button', { name: 'Print' })).toBeVisible();
  await desk.emulateMedia({ media: 'print' });
  await expect(printed).toContainText('यह कब शुरू हुआ?');
  await desk.emulateMedia({ media: 'screen' });

  await desk.getByRole('link', { name: 'Back to the patient’s answers' }).click();
  // The page names the patient whose paper answers the desk is typing in.
  const head = desk.getByRole('main');
  await expect(head).toContainText('Kamla Devi');
  await expect(head).toContainText(queue.token ?? 'none');
  await desk.getByRole('button', { name: 'No to all the others' }).click();
  await desk.getByRole('button', { name: 'Next' }).click();
  await desk.getByLabel('Your answer').fill('घुटने में दर्द');
  await desk.getByRole('button', { name: 'Next' }).click();
  await expect(desk.getByRole('heading', { name: 'When did it begin?' })).toBeVisible();
  const { insights } = await call(place.admin, getInsights, { id: queue.id });
  expect(insights.answeredBy).toBe('desk');
  await desk.goto(`/staff/visits/${queue.id}/paper`);
  await readInHindi(desk);
  // The version of the questions may contain Latin letters, so it counts as a name in the Hindi
  // check.
  const { paper } = await call(place.admin, printAssessment, { id: queue.id });
  const names = [place.hospital.name, place.doctor.name, 'Rukmini Gokhale', paper.bank];
  await expectHindiOnly(desk, new Set(names));
});

async function openKiosk(place: Place, page: Page): Promise<void> {
  const body = { kind: 'kiosk' as const, name: 'Entrance' };
  await page.goto((await call(place.admin, makeScreen, { body })).url);
}

async function checkIn(page: Page, token: string | null): Promise<void> {
  await page.getByLabel('Token or digits').fill(token ?? '');
  await page.getByRole('button', { name: 'Check in' }).click();
  await expect(page.getByRole('heading', { name: 'You are checked in' })).toBeVisible();
}

test('a kiosk that cannot load the questions shows an error and resets for the next patient [ASSESS-4]', async ({
  newBrowser,
  server,
  trouble,
}) => {
  trouble.allow(/ERR_FAILED|console error/u);
  const place = await makePlace(server.origin, 'Ketaki Clinic', 'Dr. Rhea Paul');
  const { token } = await line(place, await makePatient(server.origin, 'Tara Bose'));
  const kiosk = await (await newBrowser()).newPage();
  await kiosk.clock.install();
  await openKiosk(place, kiosk);
  await checkIn(kiosk, token);
  await kiosk.route(/kiosk-questions/u, (route) => route.abort());
  await kiosk.getByRole('button', { name: 'Answer questions before your visit' }).click();
  await expect(kiosk.getByText('Check your connection and try again.')).toBeVisible();
  await expect(kiosk.getByRole('heading', { name: 'You are checked in' })).toBeVisible();
  for (let second = 0; second < 21; second++) await kiosk.clock.runFor(1000);
  await expect(kiosk.getByLabel('Token or digits')).toBeVisible();
});

test('a patient answers at a kiosk with large keys, an emergency sign alerts the staff, and no answer stays on the screen [ASSESS-2, ASSESS-4]', async ({
  browser,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Amaltas Clinic', 'Dr. Rhea Paul');
  const patient = await makePatient(server.origin, 'Lalita Nair');
  const { id, token } = await line(place, patient);
  const tablet = await browser.newContext({
    baseURL: server.origin,
    hasTouch: true,
    viewport: { width: 820, height: 1180 },
  });
  const kiosk = await tablet.newPage();
  await openKiosk(place, kiosk);
  await checkIn(kiosk, token);
  await expectSoundBriefly(kiosk);
  await kiosk.getByRole('button', { name: 'Answer questions before your visit' }).click();
  await expect(kiosk.getByRole('heading', { name: 'Is any of this happening now?' })).toBeFocused();
  await expect(kiosk.getByText('does not decide how urgent you are')).toBeVisible();
  // The kiosk is a hospital's tablet, which cannot make phone calls, so it shows no link to call an
  // emergency number.
  await expect(kiosk.getByRole('link', { name: /Call/u })).toHaveCount(0);
  await expectSound(kiosk);
  await kiosk.setViewportSize({ width: 820, height: 1180 });
  const pain = kiosk.getByRole('group', { name: 'Chest pain or pressure now' });
  for (const target of [
    pain.locator('label').first(),
    kiosk.getByRole('button', { name: 'Next' }),
    kiosk.getByRole('button', { name: 'No to all the others' }),
    kiosk.getByRole('button', { name: 'Finish here' }),
  ]) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(54);
  }
  await pain.getByRole('radio', { name: 'Yes' }).check();
  await kiosk.getByRole('button', { name: 'No to all the others' }).tap();
  await kiosk.getByRole('button', { name: 'Next' }).tap();
  await expect(kiosk.getByRole('alert').filter({ hasText: 'Tell the staff now' })).toContainText(
    '112, 108',
  );
  await kiosk.getByLabel('Your answer').fill('Tight chest');
  await kiosk.getByRole('button', { name: 'Next' }).tap();
  await expect(kiosk.getByRole('heading', { name: 'When did it begin?' })).toBeFocused();
  await kiosk.getByRole('button', { name: 'Back' }).tap();
  await expect(kiosk.getByLabel('Your answer')).toHaveValue('Tight chest');
  expect(await kiosk.content()).not.toContain('Lalita');

  await kiosk.getByRole('button', { name: 'Finish here' }).tap();
  await expect(kiosk.getByLabel('Token or digits')).toHaveValue('');
  await expect(kiosk.getByText('Tight chest')).toHaveCount(0);
  await kiosk.goBack();
  await kiosk.goForward();
  await expect(kiosk.getByText('Tight chest')).toHaveCount(0);

  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto('/hospital/dashboard?view=queue&tab=queue');
  const band = desk.getByRole('alert').filter({ hasText: 'reported an emergency sign' });
  await expect(band).toContainText('Lalita Nair');
  const { insights } = await call(place.admin, getInsights, { id });
  expect(insights.answeredBy).toBe('kiosk');
  await tablet.close();
});

test('a kiosk that nobody uses asks whether anybody is there and then clears the screen, and the given answers stay stored [ASSESS-4]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Parijat Clinic', 'Dr. Dev Anand');
  const patient = await makePatient(server.origin, 'Meera Joshi');
  const { id, token } = await line(place, patient);
  const kiosk = await (await newBrowser()).newPage();
  await kiosk.clock.install();
  await openKiosk(place, kiosk);
  await readInHindi(kiosk);
  await kiosk.getByLabel('टोकन या अंक').fill(token ?? '');
  await kiosk.getByRole('button', { name: 'चेक-इन करें' }).click();
  await expect(kiosk.getByRole('heading', { name: 'आपका चेक-इन हो गया' })).toBeVisible();
  await expectHindiOnly(kiosk, new Set([place.hospital.name, place.doctor.name]));
  await kiosk.getByRole('button', { name: 'मुलाक़ात से पहले के सवालों के जवाब दें' }).click();
  await expect(kiosk.getByRole('heading', { name: 'क्या अभी इनमें से कुछ हो रहा है?' })).toBeVisible();
  await expectHindiOnly(kiosk, new Set([place.hospital.name, place.doctor.name]));
  await kiosk.getByRole('button', { name: 'बाकी सब के लिए नहीं' }).click();
  await kiosk.getByRole('button', { name: 'आगे', exact: true }).click();
  await kiosk.getByRole('textbox').fill('Half a sentence');
  await passTime(kiosk, 61_000);
  const asks = kiosk.getByRole('heading', { name: 'क्या आप अभी यहाँ हैं?' });
  await expect(asks).toBeFocused();
  await expect(kiosk.getByRole('textbox')).toBeHidden();
  await expectSoundBriefly(kiosk);
  await kiosk.getByRole('button', { name: 'हाँ, आगे बढ़ें' }).click();
  await expect(kiosk.getByRole('textbox')).toHaveValue('Half a sentence');
  await passTime(kiosk, 61_000);
  await expect(asks).toBeVisible();
  for (let second = 0; second < 21; second += 1) await kiosk.clock.runFor(1000);
  await expect(kiosk.getByRole('heading', { name: 'चेक-इन' })).toBeVisible();
  expect(await kiosk.content()).not.toContain('Half a sentence');
  const { insights } = await call(place.admin, getInsights, { id });
  expect(insights.state).toBe('begun');
  // The patient has already checked in. The token number alone then no longer opens the questions,
  // because every display shows it.
  await kiosk.getByLabel('टोकन या अंक').fill(token ?? '');
  await kiosk.getByRole('button', { name: 'चेक-इन करें' }).click();
  await expect(kiosk.getByRole('heading', { name: 'आपका चेक-इन पहले ही हो चुका था' })).toBeVisible();
  await expect(kiosk.getByRole('button', { name: 'मुलाक़ात से पहले के सवालों के जवाब दें' })).toHaveCount(0);
});
