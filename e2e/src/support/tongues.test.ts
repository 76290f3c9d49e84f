/**
 * Tests of the main tasks of patient, desk and console in a right-to-left language and in the
 * language with the tallest letters. The tests find buttons by that language's own texts.
 */
import { aboutLanguages, languages } from '@baari/contract/languages.gen.ts';
import {
  approveRequest,
  completeConsultation,
  listOpenEntries,
  startConsultation,
} from '@baari/contract/queue/queue.ts';
import { listReceivedRatings } from '@baari/contract/doctor/rating.ts';
import { makeScreen } from '@baari/contract/hospital/screen.ts';
import type { Locator, Page } from '@playwright/test';
import { call } from './api.ts';
import { expect, test } from './fixtures.ts';
import { collectNames } from './language.ts';
import { openRow } from './desk.ts';
import { ask, line, makeDoctor, makePatient, makePlace, makeStaff, signIn } from './people.ts';
import { expectSoundIn, textsIn } from './tongues.ts';

interface Reader {
  readonly language: 'ur' | 'ta';
  /** Names in the script of the language. */
  readonly names: readonly [string, string, string];
  readonly words: string;
}

const readers: readonly Reader[] = [
  {
    language: 'ur',
    names: ['اسلم خان', 'بشریٰ علی', 'چاند بی بی'],
    words: 'سیڑھیوں پر سینے میں درد',
  },
  {
    language: 'ta',
    names: ['அருண் குமார்', 'பானுமதி', 'செல்வி ராஜன்'],
    words: 'படியேறும்போது நெஞ்சு வலி',
  },
];

/** The stars given in the test, of five. */
const stars = 4;

for (const { language, names, words } of readers) {
  const { ownName } = aboutLanguages[language];

  test.describe(ownName, () => {
    test.use({ locale: `${language}-IN` });

    test(`a patient finds a hospital, requests a place, follows it, leaves, and rates a later visit, in ${ownName} [PAT-2, PAT-9, PAT-11, ENT-9]${language === 'ur' ? ' @gate' : ''}`, async ({
      page,
      context,
      server,
    }) => {
      const said = await textsIn(
        language,
        'browse',
        'asking',
        'patientQueue',
        'pastVisit',
        'security',
      );
      const { browse, asking, patientQueue: t, pastVisit, security } = said;
      const latin = collectNames(page);
      const place = await makePlace(server.origin, `Wada Clinic (${language})`, 'Dr. Uma Sen');
      const ahead = await line(place, await makePatient(server.origin, names[0]));
      const patient = await makePatient(server.origin, names[1]);
      await signIn(context, patient);

      await page.goto('/patient/dashboard');
      await page.getByRole('searchbox', { name: browse.searchHospitals }).fill(place.hospital.name);
      await expect(page.getByText(browse.hospitalCount(1), { exact: true })).toBeVisible();
      await expectSoundIn(page, language, latin);
      await page
        .getByRole('link', {
          name: `${browse.viewDoctors} ${browse.viewDoctorsOf(place.hospital.name)}`,
        })
        .click();
      await page.getByRole('link', { name: place.doctor.name }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(place.doctor.name);
      await expectSoundIn(page, language, latin);

      await page.getByRole('button', { name: t.join }).click();
      const form = page.getByRole('dialog', { name: asking.joinTitle(place.doctor.name) });
      await form.getByRole('textbox', { name: t.symptoms }).fill(words);
      await form.getByRole('radio', { name: t.urgencyNames.high }).check();
      await expectSoundIn(page, language, latin);
      await form.getByRole('button', { name: asking.sendRequest }).click();
      await expect(page.getByText(asking.sentTitle).first()).toBeVisible();

      await page.goto('/patient/queue');
      await expect(page.getByText(t.pendingHeadline, { exact: true })).toBeVisible();
      await expect(page.getByText(words).first()).toBeVisible();
      const [entry] = (await call(patient, listOpenEntries)).queues;
      await call(place.admin, approveRequest, { id: entry?.id ?? '', body: {} });
      await expect(page.getByText(t.youAre(2), { exact: true })).toBeVisible();
      await expect(page.getByText(t.ahead(1), { exact: true })).toBeVisible();
      await expect(page.getByText(t.estimatedWait, { exact: true })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: t.announceApproved(2) })).toHaveCount(
        1,
      );
      await expectSoundIn(page, language, latin);
      await call(place.admin, startConsultation, { id: ahead.id });
      await expect(page.getByText(t.youAreNext, { exact: true })).toBeVisible();
      await expect(page.getByText(t.advice.next.title, { exact: true })).toBeVisible();

      await page.getByRole('button', { name: t.leave }).click();
      const question = page.getByRole('alertdialog', { name: t.leaveQuestion });
      await question.getByRole('button', { name: t.leaveConfirm, exact: true }).click();
      await expect(page.getByText(t.noActive, { exact: true })).toBeVisible();

      await call(place.admin, completeConsultation, { id: ahead.id, body: {} });
      const { id } = await line(place, patient);
      await call(place.admin, startConsultation, { id });
      await expect(page.getByText(t.turnHeadline, { exact: true }).first()).toBeVisible();
      await expect(
        page.getByText(t.turnGoIn(t.withDoctor(place.doctor.name)), { exact: true }),
      ).toBeVisible();
      await expectSoundIn(page, language, latin);
      await call(place.admin, completeConsultation, { id, body: {} });
      await expect(page.getByText(t.outcome.completed.title).first()).toBeVisible();

      await page.getByRole('button', { name: t.rate }).first().click();
      const rating = page.getByRole('dialog', { name: pastVisit.rateTitle(place.doctor.name) });
      await rating.getByRole('radio', { name: pastVisit.starNames[1] }).focus();
      await page.keyboard.press('Space');
      for (let star = 1; star < stars; star += 1) await pressOnward(page, language);
      await expect(rating.getByRole('radio', { name: pastVisit.starNames[stars] })).toBeChecked();
      await expectSoundIn(page, language, latin);
      await rating.getByRole('button', { name: pastVisit.sendRating }).click();
      await expect(rating).toBeHidden();
      await expect(page.getByText(t.yourRating(String(stars))).first()).toBeAttached();
      const { ratings } = await call(place.admin, listReceivedRatings);
      expect(ratings.map((given) => given.stars)).toEqual([stars]);
      await expectSoundIn(page, language, latin);

      await page.goto('/profile');
      const devices = page.getByRole('region', { name: security.sessions });
      await expect(devices.getByText('127.0.0.x').first()).toBeVisible();
      await expectSoundIn(page, language, latin);
    });

    test(`the desk signs in, approves, adds a walk-in, checks in, moves patients and undoes a no-show, in ${ownName} [LOGIN-1, ADM-5, ADM-6, ARR-1, ARR-2, DESK-1, DESK-3, INV-12, ENT-9]`, async ({
      page,
      server,
    }) => {
      const said = await textsIn(language, 'identity', 'queueDesk', 'receiving', 'arrival');
      const { identity, queueDesk: t, receiving, arrival, common } = said;
      const latin = collectNames(page);
      const place = await makePlace(server.origin, 'Kadamba Clinic (East)', 'Dr. Vani Das');
      const desk = await makeStaff(place, 'Esha Tope', 'receptionist');
      const beside = { ...place, doctor: await makeDoctor(place.admin, 'Dr. Zubin Mody') };
      await line(place, await makePatient(server.origin, names[0]));
      const asked = await ask(await makePatient(server.origin, names[1]), place.doctor.id);
      const [first, second, third] = names;

      await page.goto('/login');
      await page.getByLabel(identity.email).fill(desk.email);
      await page.getByLabel(identity.password, { exact: true }).fill(desk.password);
      await expectSoundIn(page, language, latin);
      await page.getByRole('button', { name: identity.signIn, exact: true }).click();
      await page.getByRole('link', { name: t.nav.queue }).first().click();

      const request = page
        .getByRole('list', { name: t.pendingTab })
        .getByRole('article', { name: second });
      await expect(request).toBeVisible();
      await expectSoundIn(page, language, latin);
      await page.locator(`[data-entry="${asked.id}"]`).focus();
      await page.keyboard.press('a');
      await expect(page.getByText(t.noPendingTitle)).toBeVisible();
      await page.goto(`/staff/queue/${place.hospital.id}?tab=queue&doctor=${place.doctor.id}`);
      const list = page
        .getByRole('list', { name: t.activeTab })
        .or(page.getByRole('list', { name: t.waitingList }));
      await expectOrder(list, [first, second]);

      await page.getByRole('button', { name: arrival.addWalkIn }).click();
      const form = page.getByRole('dialog', { name: receiving.walkInTitle });
      await form.getByLabel(receiving.name).fill(third);
      await form.getByLabel(receiving.phone).fill('+919876543210');
      await form.getByRole('textbox', { name: receiving.symptoms }).fill(words);
      await expectSoundIn(page, language, latin);
      await form.getByRole('button', { name: receiving.add, exact: true }).click();
      const ticket = page.getByRole('dialog', { name: arrival.ticketTitle });
      await expect(ticket.getByRole('img', { name: arrival.qrOfTicket })).toBeVisible();
      await expectSoundIn(page, language, latin);
      await ticket.getByRole('button', { name: common.close, exact: true }).last().click();
      await expectOrder(list, [first, second, third]);

      const row = (name: string) => list.getByRole('article', { name });
      await row(first).getByRole('button', { name: t.actions.check_in.label }).click();
      await expect(row(first).getByRole('button', { name: t.actions.check_in.label })).toHaveCount(
        0,
      );

      await row(third)
        .getByRole('button', { name: t.grip(third) })
        .focus();
      await page.keyboard.press('Space');
      const heard = page.getByRole('status');
      await expect(heard.filter({ hasText: t.grabbed(third, 3) })).toHaveCount(1);
      await page.keyboard.press('ArrowUp');
      await expect(row(third).getByText(t.effectAhead(1))).toBeVisible();
      await expectSoundIn(page, language, latin);
      await page.keyboard.press('Enter');
      await expectOrder(list, [first, third, second]);
      await expect(heard.filter({ hasText: t.actions.move.done(third, 2) })).toHaveCount(1);

      // Moves the patient with the drag handle at the start of the row, which is on the right in
      // Urdu.
      const grip = row(second).getByRole('button', { name: t.grip(second) });
      await drag(page, grip, row(third));
      await expect(row(second).getByText(t.effectAhead(1))).toBeVisible();
      expect(
        (await centreOf(grip)) > (await centreOf(row(second))),
        'the side of the row on which the drag handle is',
      ).toBe(aboutLanguages[language].direction === 'rtl');
      await expectSoundIn(page, language, latin);
      await page.mouse.up();
      await expectOrder(list, [first, second, third]);
      await drag(page, row(third).getByRole('button', { name: t.grip(third) }), row(second));
      await page.mouse.up();
      await expectOrder(list, [first, third, second]);

      await openRow(list, second);
      await row(second).getByRole('button', { name: t.actions.no_show.label }).click();
      const question = page.getByRole('alertdialog', {
        name: t.actions.no_show.confirm.title(second),
      });
      await expectSoundIn(page, language, latin);
      await question.getByRole('button', { name: t.actions.no_show.label, exact: true }).click();
      await expectOrder(list, [first, third]);
      const offer = page.getByRole('region', { name: t.undoLabel });
      await expect(offer).toContainText(t.actions.no_show.done(second));
      await page.keyboard.press('z');
      await expectOrder(list, [first, third, second]);

      // Two doctors' lines are shown side by side. The arrow key that moves to the next one follows the
      // reading direction.
      const far = await line(beside, await makePatient(server.origin, 'Wasim Mir'));
      await page.goto(`/staff/queue/${place.hospital.id}?tab=queue`);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('button', { name: t.view, exact: true }).click();
      const view = page.getByRole('dialog', { name: t.view });
      await view.getByRole('radio', { name: t.sideBySide }).check();
      await page.keyboard.press('Escape');
      const near = page
        .getByRole('list', { name: t.lineOf(place.doctor.name) })
        .locator('[data-entry]')
        .first();
      await near.focus();
      await pressOnward(page, language);
      await expect(page.locator(`[data-entry="${far.id}"]`)).toBeFocused();
      const [here, there] = [
        await near.boundingBox(),
        await page.locator(`[data-entry="${far.id}"]`).boundingBox(),
      ];
      if (!here || !there) throw new Error('Both lines are on screen.');
      expect(Math.sign(there.x - here.x), 'which way the lines go').toBe(
        language === 'ur' ? -1 : 1,
      );
      await expectSoundIn(page, language, latin);
    });

    test(`a doctor calls a patient, writes a note, completes the visit and takes a break, in ${ownName} [CONS-2, CONS-5, DOC-2, ENT-9]`, async ({
      page,
      context,
      server,
    }) => {
      const said = await textsIn(language, 'doctorConsole', 'doctorWork');
      const { doctorConsole: t, doctorWork, ui } = said;
      const latin = collectNames(page);
      const place = await makePlace(server.origin, 'Champak Clinic', 'Dr. Tara Bose');
      for (const name of names) await line(place, await makePatient(server.origin, name));
      await signIn(context, place.admin);
      await page.goto(`/doctor/console/${place.doctor.id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title);
      await expect(page.getByRole('heading', { name: t.nextPatient })).toBeVisible();
      await expectSoundIn(page, language, latin);

      await page.getByRole('button', { name: t.callIn }).click();
      await page.getByLabel(t.notes).fill(words);
      await expect(page.getByText(t.noteSaved, { exact: true })).toBeVisible();
      await expectSoundIn(page, language, latin);
      await page.getByRole('button', { name: t.complete }).click();
      await expect(page.getByText(t.justCompleted(names[0]))).toBeVisible();
      await expect(page.getByRole('heading', { name: t.nextPatient })).toBeVisible();

      await page.getByRole('button', { name: doctorWork.breakTitle, exact: true }).click();
      await page.getByRole('button', { name: doctorWork.breakFor(15), exact: true }).click();
      await expect(page.getByRole('button', { name: doctorWork.breakEnd })).toBeVisible();
      await expectSoundIn(page, language, latin);
      await page.getByRole('button', { name: doctorWork.breakEnd }).click();
      await expect(page.getByText(doctorWork.breakTitle, { exact: true })).toBeVisible();
      await expect(page.getByText(ui.live)).toBeVisible();
    });
  });
}

test('the labels on a kiosk’s keys fit on the narrowest screen in every language [ARR-5, ENT-9]', async ({
  page,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kevda Clinic', 'Dr. Uma Sen');
  const { url } = await call(place.admin, makeScreen, { body: { kind: 'kiosk', name: 'Door' } });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const language of languages) {
    const { screens } = await textsIn(language, 'screens');
    await page.addInitScript((code) => localStorage.setItem('baari_language', code), language);
    await page.goto('/about');
    await page.goto(url);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const word of [screens.kioskDelete, screens.kioskClear]) {
      const key = page.getByRole('button', { name: word, exact: true });
      await expect(key).toBeVisible();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      expect(await roomBeside(key), `px between “${word}” and the edge`).toBeGreaterThanOrEqual(8);
    }
  }
});

/**
 * The space between a button's edges and its label and icon, in pixels, at the side where it is
 * smaller.
 */
async function roomBeside(button: Locator): Promise<number> {
  return button.evaluate((own) => {
    const outer = own.getBoundingClientRect();
    const shown = Array.from(own.querySelectorAll('svg'), (sign) => sign.getBoundingClientRect());
    const walker = document.createTreeWalker(own, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      shown.push(range.getBoundingClientRect());
    }
    return Math.min(
      ...shown.flatMap(({ left, right }) => [left - outer.left, outer.right - right]),
    );
  });
}

/** Drags a row to the upper edge of another one, step by step, without releasing it. */
async function drag(page: Page, grip: Locator, onto: Locator): Promise<void> {
  await grip.scrollIntoViewIfNeeded();
  const [from, to] = [await grip.boundingBox(), await onto.boundingBox()];
  if (!from || !to) throw new Error('Both are on screen.');
  const x = from.x + from.width / 2;
  const y = from.y + from.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 24; step += 1) {
    await page.mouse.move(x, y + ((to.y + 8 - y) * step) / 24);
  }
}

async function centreOf(part: Locator): Promise<number> {
  return part.evaluate((own) => {
    const { left, right } = own.getBoundingClientRect();
    return (left + right) / 2;
  });
}

async function expectOrder(list: Locator, names: readonly string[]): Promise<void> {
  await expect(list.getByRole('article').getByRole('heading')).toHaveText([...names]);
}

/** Presses the arrow key that points forward in the reading direction of the language. */
async function pressOnward(page: Page, language: Reader['language']): Promise<void> {
  const isMirrored = aboutLanguages[language].direction === 'rtl';
  await page.keyboard.press(isMirrored ? 'ArrowLeft' : 'ArrowRight');
}
