/**
 * Tests of the order of a line at the desk: dragging, reasons, missed calls, and what the patients
 * see.
 */
import { getDoctorQueue, type StaffEntry } from '@baari/contract/queue/queue.ts';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { type Account, call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSound } from '../support/looks.ts';
import { openRow } from '../support/desk.ts';
import { delay } from '../support/routing.ts';
import {
  ask,
  line,
  makeDoctor,
  makePatient,
  makePlace,
  makeStaff,
  type Place,
  signIn,
} from '../support/people.ts';

interface InLine {
  readonly patient: Account;
  readonly entry: StaffEntry;
}

/** Adds patients of these names to the line, one after the other. */
async function standInLine(place: Place, names: readonly string[]): Promise<InLine[]> {
  const made: InLine[] = [];
  for (const name of names) {
    const patient = await makePatient(place.admin.origin, name);
    made.push({ patient, entry: await line(place, patient) });
  }
  return made;
}

async function openQueue(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/hospital/dashboard?view=queue&tab=queue');
  return page;
}

function waitingList(page: Page): Locator {
  return page.getByRole('list', { name: 'Waiting list' });
}

function waiting(page: Page): Locator {
  return page.getByRole('list', { name: 'Waiting list' }).getByRole('article');
}

function row(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Waiting list' }).getByRole('article', { name });
}

async function expectOrder(page: Page, names: readonly string[]): Promise<void> {
  await expect(waiting(page).getByRole('heading')).toHaveText([...names]);
}

async function phoneOf(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/patient/queue');
  return page;
}

test('dragging a patient ahead first shows the effect on the line, and the patients who move back read that the order changed [INV-12, ADM-5, STAFF-4] @gate', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kadamba Clinic', 'Dr. Uma Sen');
  const [first] = await standInLine(place, ['Anil Das', 'Bina Roy', 'Chand Lal', 'Deepa Nag']);
  const phone = await phoneOf(await newBrowser(first?.patient));
  await expect(phone.getByText('You are next', { exact: true })).toBeVisible();
  const desk = await openQueue(await newBrowser(place.admin));
  await expectOrder(desk, ['Anil Das', 'Bina Roy', 'Chand Lal', 'Deepa Nag']);
  const grip = row(desk, 'Deepa Nag').getByRole('button', { name: 'Move Deepa Nag' });
  await grip.scrollIntoViewIfNeeded();
  const from = await grip.boundingBox();
  const to = await row(desk, 'Anil Das').boundingBox();
  if (!from || !to) throw new Error('Both are on screen.');
  await desk.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await desk.mouse.down();
  for (let step = 1; step <= 24; step += 1) {
    const y = from.y + ((to.y + 8 - from.y) * step) / 24;
    await desk.mouse.move(from.x + from.width / 2, y);
  }
  await expect(row(desk, 'Deepa Nag').getByText(/^moves ahead of 3/u)).toBeVisible();
  await expect(phone.getByText('You are next', { exact: true })).toBeVisible();
  await desk.mouse.up();
  await expectOrder(desk, ['Deepa Nag', 'Anil Das', 'Bina Roy', 'Chand Lal']);
  await expect(phone.getByText('You are 2nd', { exact: true })).toBeVisible();
  await expect(phone.getByText('The desk changed the order', { exact: true })).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('The desk changed the order', { exact: true })).toBeVisible();
  await expect(phone.getByText('From 1st to 2nd in line', { exact: true })).toBeVisible();
});

test('staff move a patient to any place by keyboard: after Space, or one place at a time with Alt and an arrow key [INV-12, ADM-5]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Champaka Clinic', 'Dr. Vani Das');
  await standInLine(place, ['Esha Bhat', 'Firoz Khan', 'Gauri Pai']);
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=queue&tab=queue');
  await expectOrder(page, ['Esha Bhat', 'Firoz Khan', 'Gauri Pai']);
  const said = page.getByRole('status');
  // The server's response to a check-in arrives while the user is moving another patient with the
  // keyboard.
  const release = await delay(page, { method: 'POST', path: /^\/queues\/[^/]+\/check-in$/u });
  await row(page, 'Esha Bhat').getByRole('button', { name: 'Check in', exact: true }).click();
  await row(page, 'Gauri Pai').getByRole('button', { name: 'Move Gauri Pai' }).focus();
  await page.keyboard.press('Space');
  const pickedUp = said.filter({ hasText: /^Gauri Pai picked up, 3rd in line/u });
  await expect(pickedUp).toHaveCount(1);
  await release();
  await expect(said.filter({ hasText: 'Esha Bhat is checked in.' })).toHaveCount(1);
  await expect(pickedUp).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(said.filter({ hasText: '1st in line' })).toHaveCount(1);
  await expect(row(page, 'Gauri Pai').getByText(/^moves ahead of 2/u)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectOrder(page, ['Esha Bhat', 'Firoz Khan', 'Gauri Pai']);

  await row(page, 'Gauri Pai').getByRole('button', { name: 'Move Gauri Pai' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expectOrder(page, ['Gauri Pai', 'Esha Bhat', 'Firoz Khan']);
  await expect(said.filter({ hasText: 'Gauri Pai is now 1st in line.' })).toHaveCount(1);
  const firoz = await openRow(waitingList(page), 'Firoz Khan');
  await firoz.getByRole('button', { name: 'Add notes' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expectOrder(page, ['Gauri Pai', 'Firoz Khan', 'Esha Bhat']);
});

test('if the desk moves a patient and calls one right afterwards, the server receives the move first, however slow the network is [ADM-5, QST-4, INV-12]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Turant Clinic', 'Dr. Lata Bose');
  await standInLine(place, ['Asha Kaul', 'Bela Shah', 'Charu Jain']);
  const desk = await openQueue(await newBrowser(place.admin));
  await expectOrder(desk, ['Asha Kaul', 'Bela Shah', 'Charu Jain']);
  const sent: string[] = [];
  await desk.route(/\/api\/queues\/[0-9a-f-]{36}/u, async (route) => {
    const { method, url } = { method: route.request().method(), url: route.request().url() };
    if (method !== 'GET') sent.push(/[0-9a-f-]{36}([/a-z-]*)/u.exec(url)?.[1] ?? '');
    if (sent.length === 1) await desk.waitForTimeout(500);
    return route.continue();
  });
  await desk.keyboard.press('q');
  await expect(desk.getByRole('listitem').filter({ hasText: 'Asha Kaul' })).toBeFocused();
  await desk.keyboard.press('d');
  await desk.keyboard.press('s');
  await expectOrder(desk, ['Asha Kaul', 'Charu Jain']);
  await expect.poll(() => sent).toEqual(['/move', '']);
  await expect
    .poll(async () => {
      const { queue } = await call(place.admin, getDoctorQueue, { id: place.doctor.id });
      return queue.map(({ patient, status }) => `${patient.fullName}: ${status}`);
    })
    .toEqual(['Bela Shah: in_progress', 'Asha Kaul: waiting', 'Charu Jain: waiting']);
  await expectOrder(desk, ['Asha Kaul', 'Charu Jain']);
  await expect(desk.getByText('Failed to start consultation. Please try again.')).toHaveCount(0);
});

test('the desk moves a patient to the end of the line with one key and a confirmation, and the patient reads that staff did this [INV-12, STAFF-4]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Parijat Clinic', 'Dr. Lila Bose');
  const [first] = await standInLine(place, ['Heena Shah', 'Imran Ali', 'Jaya Menon']);
  const phone = await phoneOf(await newBrowser(first?.patient));
  await expect(phone.getByText('You are next', { exact: true })).toBeVisible();
  const desk = await openQueue(await newBrowser(place.admin));
  await expectOrder(desk, ['Heena Shah', 'Imran Ali', 'Jaya Menon']);
  await desk.keyboard.press('j');
  await desk.keyboard.press('l');
  const question = desk.getByRole('alertdialog', { name: 'Send Heena Shah to the end' });
  await expect(question).toBeVisible();
  await expectSound(desk);
  await question.getByRole('button', { name: 'Send to the end' }).click();
  await expectOrder(desk, ['Imran Ali', 'Jaya Menon', 'Heena Shah']);
  await expect(
    desk.getByRole('status').filter({ hasText: 'Heena Shah is now 3rd in line.' }),
  ).toHaveCount(1);
  await expect(
    row(desk, 'Heena Shah').getByRole('button', { name: 'Send to the end' }),
  ).toHaveCount(0);
  await expect(phone.getByText('You are 3rd', { exact: true })).toBeVisible();
  await expect(phone.getByText('The desk changed this place', { exact: true })).toBeVisible();
});

test('placing others ahead of one patient for the sixth time requires a reason, and the patient who was passed reads the reason [INV-12, STAFF-4]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Bakula Clinic', 'Dr. Yash Rao');
  const names = [
    'Hari Om',
    'Indra Sen',
    'Jyoti Das',
    'Kamal Jit',
    'Leela Rao',
    'Mohan Lal',
    'Naina Sood',
  ];
  const [first] = await standInLine(place, names);
  const phone = await phoneOf(await newBrowser(first?.patient));
  const desk = await openQueue(await newBrowser(place.admin));
  await expectOrder(desk, names);
  await row(desk, 'Naina Sood').getByRole('button', { name: 'Move Naina Sood' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Move Naina Sood' });
  await dialog.getByLabel('Place in line (1 to 7)').fill('1');
  await expect(dialog.getByText(/^moves ahead of 6/u)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  for (const name of names.slice(1, 6)) {
    await row(desk, name)
      .getByRole('button', { name: `Move ${name}` })
      .click();
    const asked = desk.getByRole('dialog', { name: `Move ${name}` });
    await asked.getByLabel('Place in line (1 to 7)').fill('1');
    await expect(asked.getByText(/^moves ahead of/u)).toBeVisible();
    await asked.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(asked).toHaveCount(0);
    await expect(row(desk, name).getByText('1st in line')).toHaveCount(1);
  }
  await row(desk, 'Naina Sood').getByRole('button', { name: 'Move Naina Sood' }).click();
  await dialog.getByLabel('Place in line (1 to 7)').fill('1');
  await expect(dialog.getByText(/one patient is then passed 6 times in total/u)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled();
  await expectSound(desk);
  await dialog.getByRole('radio', { name: 'An urgent case' }).check();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(row(desk, 'Naina Sood').getByText('1st in line')).toHaveCount(1);
  await expect(phone.getByText('An urgent case was placed ahead', { exact: true })).toBeVisible();
});

test('a patient who missed the call reads so on the phone, taps "I’m here" and goes next, and the desk sees each step [PAT-11, ADM-5]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Ketaki Clinic', 'Dr. Zubin Mody');
  const [first, second] = await standInLine(place, ['Om Puri Das', 'Parul Jain', 'Qadir Ali']);
  const phone = await phoneOf(await newBrowser(first?.patient));
  const nextPhone = await phoneOf(await newBrowser(second?.patient));
  const desk = await openQueue(await newBrowser(place.admin));
  await expectOrder(desk, ['Om Puri Das', 'Parul Jain', 'Qadir Ali']);
  await openRow(waitingList(desk), 'Om Puri Das');
  await row(desk, 'Om Puri Das').getByRole('button', { name: 'Not here' }).click();
  await expectOrder(desk, ['Parul Jain', 'Om Puri Das', 'Qadir Ali']);
  await expect(row(desk, 'Om Puri Das').getByText(/^Not here at .* called once$/u)).toBeVisible();
  await expect(nextPhone.getByText('You are next', { exact: true })).toBeVisible();
  await expect(phone.getByText(/^You were called at .* but were not there\.$/u)).toBeVisible();
  await expect(phone.getByText('Tell the desk when you arrive; you are next.')).toBeVisible();
  await expectSound(phone);
  await expectSound(desk);

  // `expectSound` above narrowed the browser window, which closed the row, so it is opened again.
  await openRow(waitingList(desk), 'Om Puri Das');
  await row(desk, 'Om Puri Das').getByRole('button', { name: 'Call again' }).click();
  await expect(phone.getByText('You have been called 2 times.', { exact: true })).toBeVisible();
  await phone.reload();
  await phone.getByRole('button', { name: 'I’m here' }).click();
  await expect(phone.getByText('The desk knows that you are here', { exact: true })).toBeVisible();
  await expectOrder(desk, ['Om Puri Das', 'Parul Jain', 'Qadir Ali']);
  await expect(row(desk, 'Om Puri Das').getByText(/^Back since /u)).toBeVisible();
  await expect(
    nextPhone.getByText('A patient who was called earlier went ahead', { exact: true }),
  ).toBeVisible();
  await row(desk, 'Om Puri Das').getByRole('button', { name: 'Start' }).click();
  await expect(phone.getByText('It is your turn', { exact: true }).first()).toBeVisible();
});

test('a doctor marks a called patient as not here, and the patient keeps the place [CONS-2]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Malati Clinic', 'Dr. Arun Puri');
  await standInLine(place, ['Rekha Nair', 'Samir Sheikh']);
  const office = await (await newBrowser(place.admin)).newPage();
  await office.goto(`/doctor/console/${place.doctor.id}`);
  await office.getByRole('button', { name: 'Call In' }).click();
  await expect(office.getByText('In Progress', { exact: true })).toBeVisible();
  await office.getByRole('button', { name: 'Not here' }).click();
  await expect(office.getByRole('heading', { name: 'Next patient' })).toBeVisible();
  await expect(office.getByText('Samir Sheikh', { exact: true }).first()).toBeVisible();
  await expect(office.getByText('Called but not here', { exact: true })).toBeVisible();
  await office.getByRole('button', { name: 'Call In' }).click();
  await expect(office.getByRole('button', { name: 'Complete Consultation' })).toBeVisible();
});

test('the desk changes an urgency with a reason, the patient sees the urgency live, and the desk suggests whom to call next [INV-12, ROLE-4, STAFF-4]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Ketki Clinic', 'Dr. Vinod Pal');
  const [first] = await standInLine(place, ['Gita Rao', 'Hari Om']);
  const phone = await phoneOf(await newBrowser(first?.patient));
  await expect(phone.getByText('You are next', { exact: true })).toBeVisible();
  const desk = await openQueue(await newBrowser(place.admin));
  await openRow(waitingList(desk), 'Gita Rao');
  await row(desk, 'Gita Rao').getByRole('button', { name: 'Change urgency' }).click();
  const dialog = desk.getByRole('dialog', { name: 'How urgent is Gita Rao?' });
  const confirm = dialog.getByRole('button', { name: 'Change', exact: true });
  await expect(dialog.getByRole('radio', { name: 'HIGH' })).toBeChecked();
  await dialog.getByLabel('Reason').fill('Only a prescription.');
  await expect(confirm).toBeDisabled();
  await dialog.getByText('LOW', { exact: true }).click();
  await expectSound(desk);
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(row(desk, 'Gita Rao').getByText('LOW', { exact: true }).first()).toBeVisible();
  await openRow(waitingList(desk), 'Gita Rao');
  await expect(row(desk, 'Gita Rao')).toContainText('(patient said HIGH): Only a prescription.');
  await expectOrder(desk, ['Gita Rao', 'Hari Om']);

  await expect(phone.getByText('The staff set the urgency to “Low”')).toBeVisible();
  await expect(phone.getByText('Only a prescription.')).toBeHidden();

  await expect(desk.getByText(/Hari Om should be called next/u)).toBeVisible();
  await desk.getByRole('button', { name: 'Place first' }).click();
  await expectOrder(desk, ['Hari Om', 'Gita Rao']);
  // By keyboard: E opens the urgency dialog of the selected patient.
  await desk.keyboard.press('j');
  await desk.keyboard.press('e');
  await expect(desk.getByRole('dialog', { name: /^How urgent is/u })).toBeVisible();
});

test('the desk notes by a button that a patient needs an interpreter, and the doctor’s console shows it live; one key removes the note [ADM-5, STAFF-4, CONS-2]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Juhi Clinic', 'Dr. Naina Rao');
  await standInLine(place, ['Devi Kala', 'Elango Mani']);
  const office = await (await newBrowser(place.admin)).newPage();
  await office.goto(`/doctor/console/${place.doctor.id}`);
  const marks = (at: Page | Locator) => at.getByText('Needs an interpreter', { exact: true });
  await expect(office.getByRole('heading', { name: 'Next patient' })).toBeVisible();
  await expect(marks(office)).toHaveCount(0);

  const desk = await openQueue(await newBrowser(place.admin));
  const first = await openRow(waitingList(desk), 'Devi Kala');
  await first.getByRole('button', { name: 'Note interpreter' }).click();
  await expect(marks(first).first()).toBeVisible();
  await expect(marks(row(desk, 'Elango Mani'))).toHaveCount(0);
  const said = desk.getByRole('status');
  await expect(said.filter({ hasText: 'Devi Kala needs an interpreter.' })).toHaveCount(1);
  await expect(marks(office).first()).toBeVisible();
  await desk.reload();
  await expect(marks(first).first()).toBeVisible();
  await expectSound(desk);
  await expectSound(office);

  await desk.keyboard.press('j');
  await desk.keyboard.press('i');
  await expect(marks(first)).toHaveCount(0);
  await expect(said.filter({ hasText: 'Devi Kala needs no interpreter.' })).toHaveCount(1);
  await openRow(waitingList(desk), 'Devi Kala');
  await expect(first.getByRole('button', { name: 'Note interpreter' })).toBeVisible();
  await expect(marks(office)).toHaveCount(0);
  await desk.reload();
  await expect(first).toBeVisible();
  await expect(marks(first)).toHaveCount(0);
});

test('on a wide screen all lines are side by side and shortcut keys act on the selected patient’s line, and a narrow screen shows a list [DESK-3]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Tagar Clinic', 'Dr. Anita Bose');
  const second = { ...place, doctor: await makeDoctor(place.admin, 'Dr. Bela Rao') };
  await standInLine(place, ['Umesh Jain', 'Varsha Pal']);
  await standInLine(second, ['Wasim Mir', 'Yamini Iyer']);
  await signIn(context, place.admin);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/hospital/dashboard?view=queue&tab=queue');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  const view = page.getByRole('dialog', { name: 'View' });
  await view.getByRole('radio', { name: 'Side by side' }).check();
  await page.keyboard.press('Escape');
  const columns = page.getByRole('region', { name: 'Lines side by side' });
  const anita = columns.getByRole('list', { name: 'Line of Dr. Anita Bose' });
  const bela = columns.getByRole('list', { name: 'Line of Dr. Bela Rao' });
  await expect(columns).toBeVisible();
  await page.reload();
  await expect(anita.getByRole('article')).toHaveCount(2);
  await expect(bela.getByRole('article')).toHaveCount(2);
  const [left, right] = [await anita.boundingBox(), await bela.boundingBox()];
  if (!left || !right) throw new Error('Both lines are on screen.');
  expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
  await expectSound(page);

  await bela.getByRole('button', { name: 'Wasim Mir', exact: true }).focus();
  await page.keyboard.press('s');
  await expect(columns.getByText(/Wasim Mir, inside since/u)).toBeVisible();
  await expect(bela.getByRole('article')).toHaveCount(1);
  await expect(anita.getByRole('article')).toHaveCount(2);
  await expect(selectedIn(bela)).toContainText('Yamini Iyer');
  await page.keyboard.press('ArrowLeft');
  await expect(selectedIn(anita)).toContainText('Umesh Jain');
  await page.keyboard.press('j');
  await expect(selectedIn(anita)).toContainText('Varsha Pal');
  await page.keyboard.press('j');
  await expect(selectedIn(anita)).toContainText('Varsha Pal');
  await page.keyboard.press('u');
  await expect(anita.getByRole('article').first()).toContainText('Varsha Pal');

  await page.setViewportSize({ width: 1000, height: 800 });
  await expect(columns).toHaveCount(0);
  await expectOrder(page, ['Varsha Pal', 'Umesh Jain']);
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(view.getByRole('radio', { name: 'Compact rows' })).toBeVisible();
  await expect(view.getByRole('radio', { name: 'Side by side' })).toHaveCount(0);
});

test('on a receptionist’s screen the header of the desk page is one row with the title and every button, in both languages [DESK-3]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Kaner Clinic', 'Dr. Firoz Daruwala');
  await signIn(context, place.admin);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['/hospital/dashboard?view=queue', `/staff/queue/${place.hospital.id}`]) {
    await page.goto(path);
    await expectOneRow(page);
    await page.getByLabel('Read Baari in').selectOption('hi');
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    await expectOneRow(page);
    await page.getByLabel('बारी इसमें पढ़ें').selectOption('en');
    await expect(page.locator('html')).toHaveAttribute('lang', /^en/u);
  }
});

/** Expects that the page header has one row: its title and all its buttons are at the same height. */
async function expectOneRow(page: Page): Promise<void> {
  const head = page.locator('main header').filter({ has: page.locator('h1') });
  const buttons = head.getByRole('button').filter({ visible: true });
  await expect(buttons).toHaveCount(5);
  const title = await head.locator('h1').boundingBox();
  if (!title) throw new Error('The title is on screen.');
  for (const button of await buttons.all()) {
    const box = await button.boundingBox();
    if (!box) throw new Error('The button is on screen.');
    const words = await button.innerText();
    expect(box.y, words).toBeLessThan(title.y + title.height);
    expect(box.y + box.height, words).toBeGreaterThan(title.y);
  }
}

/** The entry of the list that has the keyboard focus or contains the focused element. */
function selectedIn(list: Locator): Locator {
  return list.locator('[data-entry]:focus, [data-entry]:focus-within');
}

test('the desk layout is saved for each person on this device, until the person resets it with one press [DESK-3]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Gulmohar Clinic', 'Dr. Chitra Rao');
  const second = { ...place, doctor: await makeDoctor(place.admin, 'Dr. Deepak Sen') };
  await standInLine(place, ['Zoya Khan']);
  await standInLine(second, ['Arvind Kaul', 'Bhanu Rai']);
  await ask(await makePatient(server.origin, 'Charu Vaid'), second.doctor.id);
  await ask(await makePatient(server.origin, 'Dinesh Oak'), place.doctor.id);
  const reception = await makeStaff(place, 'Esha Tope', 'receptionist');
  const page = await (await newBrowser(reception)).newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/staff/queue/${place.hospital.id}?tab=queue`);
  const requests = page.getByRole('list', { name: 'Pending Approvals' }).getByRole('article');
  const inLine = page.getByRole('list', { name: 'Active Queue' }).getByRole('article');
  await expect(requests).toContainText([/Charu Vaid/u, /Dinesh Oak/u]);
  await expect(inLine).toContainText([/Zoya Khan/u, /Arvind Kaul/u, /Bhanu Rai/u]);

  await page.getByRole('button', { name: 'View', exact: true }).click();
  const view = page.getByRole('dialog', { name: 'View' });
  await view.getByRole('radio', { name: 'Compact rows' }).check();
  await view.getByLabel('Order of the requests').selectOption({ label: 'By doctor' });
  await view.getByLabel('Order of the lines').selectOption({ label: 'Most people waiting first' });
  await view.getByRole('checkbox', { name: 'Reason' }).uncheck();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(requests).toContainText([/Dinesh Oak/u, /Charu Vaid/u]);
  await expect(inLine).toContainText([/Arvind Kaul/u, /Bhanu Rai/u, /Zoya Khan/u]);
  await expect(inLine.getByText('Tight chest on the stairs.')).toHaveCount(0);

  await page.getByRole('button', { name: 'View', exact: true }).click();
  await view.getByRole('button', { name: 'Reset view' }).click();
  await expect(view.getByRole('checkbox', { name: 'Reason' })).toBeChecked();
  await expect(view.getByRole('radio', { name: 'Compact rows' })).not.toBeChecked();
  await view.getByRole('radio', { name: 'Compact rows' }).check();
  await page.keyboard.press('Escape');
  await expect(requests).toContainText([/Charu Vaid/u, /Dinesh Oak/u]);
  await expect(inLine).toContainText([/Zoya Khan/u, /Arvind Kaul.*Tight chest/u, /Bhanu Rai/u]);
});
