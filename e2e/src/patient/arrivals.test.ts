/**
 * Tests of arrivals: a walk-in with a ticket, the calling display, the kiosk and the QR code at the
 * door.
 */
import { addWalkIn, makeTicket } from '@baari/contract/visit/arrival.ts';
import { startConsultation } from '@baari/contract/queue/queue.ts';
import { makeScreen, renewDoorCode, revokeScreen } from '@baari/contract/hospital/screen.ts';
import type { Browser, Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { passTime } from '../support/clock.ts';
import { openRow } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectAccessible, expectSound, expectSoundBriefly } from '../support/looks.ts';
import { line, makeDoctor, makePatient, makePlace, type Place, signIn } from '../support/people.ts';
import { windowOn } from '../support/windows.ts';

let place: Place;
test.beforeAll(async ({ server }) => {
  place = await makePlace(server.origin, 'Gulmohar Clinic', 'Dr. Jayanti Rao');
});

/**
 * The names on these screens, such as those of the hospital and the doctor, which stay the same in
 * Hindi.
 */
function names(): Set<string> {
  const { hospital, doctor, admin } = place;
  return new Set([hospital.name, doctor.name, admin.name, 'Kamla Devi', 'Entrance', 'Hall']);
}

async function openLink(page: Page, kind: 'display' | 'kiosk', name: string): Promise<string> {
  const made = await call(place.admin, makeScreen, { body: { kind, name } });
  await page.goto(made.url);
  return made.screen.id;
}

/** Opens the page in a browser without JavaScript, as on a basic phone. */
async function withoutScript(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

test('a walk-in follows a printed ticket on a phone without JavaScript, and is called by token on the display [ARR-2, ARR-3, ARR-4, ARR-6] @gate', async ({
  browser,
  newBrowser,
}) => {
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  await desk.getByRole('button', { name: 'Add walk-in' }).click();
  await desk.getByRole('button', { name: 'Add to the queue' }).click();
  await expect(desk.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true');
  await desk.getByLabel('Full name').fill('Kamla Devi');
  await desk.getByLabel('Phone').fill('+91 98765 43210');
  await desk.getByLabel('Symptoms').fill('Fever since Monday');
  const making = desk.waitForResponse((response) => response.url().endsWith('/ticket'));
  await desk.getByRole('button', { name: 'Add to the queue' }).click();
  const made = makeTicket.reply.parse(await (await making).json());
  const { token, url } = made.ticket;
  const dialog = desk.getByRole('dialog', { name: 'Ticket' });
  await expect(dialog).toContainText(token);
  await expect(dialog.getByRole('img', { name: /QR code/u })).toBeVisible();
  await expectAccessible(desk);
  await desk.emulateMedia({ media: 'print' });
  await expect(desk.locator('.print-sheet')).toContainText(token);
  await expect(desk.locator('#root')).toBeHidden();
  await desk.emulateMedia({ media: 'screen' });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = desk.getByRole('article', { name: 'Kamla Devi' });
  await expect(row).toContainText(token);
  await expect(row.getByText(/Here since/u)).toBeVisible();

  const phone = await withoutScript(browser, url);
  await expect(phone.getByRole('heading', { name: `Your token ${token}` })).toBeVisible();
  // A screen reader reads "Your token" together with the token in the live region, so the words
  // must not appear a second time.
  expect(await phone.locator('main').ariaSnapshot()).not.toMatch(/paragraph: Your token$/mu);
  await expect(phone.getByText('You are next')).toBeVisible();
  expect(await phone.content()).not.toMatch(/Kamla|Fever|43210/u);
  await phone.getByRole('link', { name: 'हिन्दी' }).click();
  await expect(phone.getByText('अगली बारी आपकी है')).toBeVisible();

  const display = await (await newBrowser()).newPage();
  await display.setViewportSize({ width: 1920, height: 1080 });
  await openLink(display, 'display', 'Hall');
  const tile = display.getByRole('listitem').filter({ hasText: place.doctor.name });
  await expect(tile).toContainText(token);
  await expect(tile).not.toContainText('Please come in');
  await display.getByRole('button', { name: 'Tap to allow sound' }).click();
  await expect(display.getByRole('button', { name: 'Sound is on' })).toBeVisible();

  await row.getByRole('button', { name: 'Start' }).click();
  await expect(tile).toContainText('Please come in');
  await expect(display.getByRole('status').filter({ hasText: token })).toBeAttached();
  expect(await display.content()).not.toContain('Kamla');
  await phone.goto(url);
  await expect(phone.getByText('It is your turn. Please go in.')).toBeVisible();
  await phone.context().close();
});

test('the desk marks a patient as arrived and undoes a wrong mark, and the patient sees each change [ARR-1]', async ({
  newBrowser,
  server,
}) => {
  const patient = await makePatient(server.origin, 'Meenal Joshi');
  const entry = await line(place, patient);
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  const row = desk.getByRole('article', { name: 'Meenal Joshi' });
  await row.getByRole('button', { name: 'Check in' }).click();
  await expect(row.getByText(/Here since/u)).toBeVisible();
  const mine = await (await newBrowser(patient)).newPage();
  await mine.goto('/patient/queue');
  await expect(mine.getByText(/You checked in at/u)).toBeVisible();
  await expect(mine.getByText(entry.token ?? 'none', { exact: true })).toBeVisible();
  await openRow(desk, 'Meenal Joshi');
  await row.getByRole('button', { name: 'Undo check-in' }).click();
  await mine.getByRole('button', { name: 'I’m here' }).click();
  await expect(mine.getByText(/You checked in at/u)).toBeVisible();
  await expect(row.getByText(/Here since/u).first()).toBeVisible();
  await expectSoundBriefly(mine);
});

test('a patient checks in at a kiosk by token and sees the place without a name, and the kiosk resets for the next person [ARR-5] @gate', async ({
  newBrowser,
  server,
  trouble,
}) => {
  trouble.allow(/^404 POST \/api\/kiosk/u);
  const patient = await makePatient(server.origin, 'Lalita Singh');
  const { token } = await line(place, patient);
  const kiosk = await (await newBrowser()).newPage();
  const screenId = await openLink(kiosk, 'kiosk', 'Entrance');
  await expect(kiosk.getByText(place.hospital.name)).toBeVisible();
  await expectSound(kiosk);
  await kiosk.getByLabel('Token or digits').fill('Z99');
  await kiosk.getByRole('button', { name: 'Check in' }).click();
  await expect(kiosk.getByText('We found no visit today for what you typed.')).toBeVisible();
  for (const key of (token ?? '').replaceAll(/[-0]/gu, '')) {
    await kiosk.getByRole('button', { name: key, exact: true }).click();
  }
  await kiosk.getByRole('button', { name: 'Check in' }).click();
  await expect(kiosk.getByRole('heading', { name: 'You are checked in' })).toBeVisible();
  await expect(kiosk.getByText(token ?? 'none')).toBeVisible();
  expect(await kiosk.content()).not.toContain('Lalita');
  await kiosk.getByRole('button', { name: 'Done' }).click();
  await expect(kiosk.getByLabel('Token or digits')).toHaveValue('');
  await readInHindi(kiosk);
  await expectHindiOnly(kiosk, names());
  await call(place.admin, revokeScreen, { id: screenId });
  await kiosk.reload();
  await expect(kiosk.getByRole('alert')).toBeVisible();
});

test('a kiosk returns to the hospital’s language and clears typed text when a person leaves [ARR-5, ENT-9]', async ({
  newBrowser,
}) => {
  const kiosk = await (await newBrowser()).newPage();
  await kiosk.clock.install();
  await openLink(kiosk, 'kiosk', 'Lift');
  const title = kiosk.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Check in');
  const menu = kiosk.getByRole('banner').getByRole('combobox');
  await menu.click();
  await menu.selectOption('hi');
  await expect(title).not.toHaveText('Check in');
  await kiosk.keyboard.type('B1');
  await passTime(kiosk, 50_000);
  await expect(title).toHaveText('Check in');
  await expect(kiosk.getByLabel('Token or digits')).toHaveValue('');
});

test('a barcode scanner at a kiosk reads one ticket after another without a tap, wherever the focus is [ARR-5, DESK-11]', async ({
  newBrowser,
  server,
}) => {
  const [first, second] = [
    await line(place, await makePatient(server.origin, 'Uma Dixit')),
    await line(place, await makePatient(server.origin, 'Asmita Rege')),
  ];
  const { ticket } = await call(place.admin, makeTicket, { id: first.id });
  const kiosk = await (await newBrowser()).newPage();
  await openLink(kiosk, 'kiosk', 'Side door');
  await expect(kiosk.getByLabel('Token or digits')).toBeFocused();
  await kiosk.keyboard.type(ticket.url);
  await kiosk.keyboard.press('Enter');
  await expect(kiosk.getByText(first.token ?? 'none', { exact: true })).toBeVisible();
  await kiosk.keyboard.type((second.token ?? '').replace('-', '').toLowerCase());
  await kiosk.keyboard.press('Enter');
  await expect(kiosk.getByText(second.token ?? 'none', { exact: true })).toBeVisible();
});

test('the QR code at the door checks in a person with a visit today, and shows the doctors to others [ARR-5]', async ({
  newBrowser,
  server,
  trouble,
}) => {
  const { door } = await call(place.admin, renewDoorCode);
  const patient = await makePatient(server.origin, 'Omkar Jadhav');
  const { token } = await line(place, patient);
  const phone = await (await newBrowser(patient)).newPage();
  await phone.goto(door.url);
  await expect(phone.getByRole('heading', { name: 'You are checked in' })).toBeVisible();
  await expect(phone.getByText(token ?? 'none')).toBeVisible();
  await expectSoundBriefly(phone);
  const stranger = await (await newBrowser(await makePatient(server.origin, 'Ravi'))).newPage();
  await stranger.goto(door.url);
  await expect(stranger.getByRole('heading', { name: /no visit here today/u })).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'See the doctors' })).toBeVisible();
  const visitor = await (await newBrowser()).newPage();
  await visitor.goto(door.url);
  await expect(visitor).toHaveURL(/\/login/u);
  await expect(
    visitor.getByText(`You are checking in at ${place.hospital.name}`),
    'a visitor reads where they are before signing in',
  ).toBeVisible();
  trouble.allow(/^40[09] POST .*\/arrivals$/u);
  await call(place.admin, renewDoorCode);
  await stranger.goto(door.url);
  await expect(stranger.getByText('This code is no longer valid.')).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Try again' }), 'mends no code').toHaveCount(0);
  await stranger.goto(`/here/${place.hospital.id}?code=half`);
  await expect(stranger.getByText('Please scan the code at the entrance again.')).toBeVisible();
});

test('an administrator creates and revokes screens and the QR code at the door, in both languages [ARR-5, ARR-6]', async ({
  newBrowser,
  trouble,
}) => {
  trouble.allow(/^404 GET \/api\/screens\/board\/events$/u);
  const page = await (await newBrowser(place.admin)).newPage();
  await page.goto('/hospital/dashboard?view=screens');
  await page.getByRole('button', { name: 'Add screen' }).click();
  await page.getByLabel('Name').fill('Upper floor');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.getByText(/\/display\/[\w-]+#[\w-]{32}$/u);
  await expect(link).toBeVisible();
  await expectAccessible(page);
  const url = (await link.textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Not opened yet').first()).toBeVisible();
  const display = await (await newBrowser()).newPage();
  await display.goto(url);
  await expect(display.getByText(place.hospital.name)).toBeVisible();
  await page.getByRole('button', { name: 'New link for Upper floor' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create link' }).click();
  await expect(link).toBeVisible();
  const renewed = (await link.textContent()) ?? '';
  expect(renewed).not.toBe(url);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(display.getByText('This link does not open a screen')).toBeVisible({
    timeout: 20_000,
  });
  await display.goto('about:blank');
  await display.goto(renewed);
  await expect(display.getByText(place.hospital.name)).toBeVisible();
  await page.getByRole('button', { name: 'Revoke Upper floor' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('button', { name: 'Revoke Upper floor' })).toHaveCount(0);
  await expect(display.getByText('This link does not open a screen')).toBeVisible({
    timeout: 20_000,
  });
  await expectSound(page);
  await readInHindi(page);
  await expect(page.getByRole('heading', { name: 'स्क्रीन', exact: true })).toBeVisible();
});

test('an administrator who creates a screen link reads what the link allows: seeing tokens or checking patients in [ARR-5, ARR-6]', async ({
  newBrowser,
}) => {
  const page = await (await newBrowser(place.admin)).newPage();
  await page.goto('/hospital/dashboard?view=screens');
  const made = page.getByRole('dialog', { name: 'The link of this screen' });
  for (const [kind, lets] of [
    ['Display', 'Anyone who has it sees tokens, never names.'],
    ['Kiosk', 'Anyone who has it can check patients in.'],
  ] as const) {
    await page.getByRole('button', { name: 'Add screen' }).click();
    await page.getByRole('radio', { name: kind }).check();
    await page.getByLabel('Name').fill(`${kind} at the lift`);
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(made).toContainText(lets);
    await made.getByRole('button', { name: 'Done' }).click();
    await expect(made).toHaveCount(0);
  }
});

test('a waiting-room display is legible at every screen size and in Hindi, and shows many doctors in turn [ARR-6]', async ({
  newBrowser,
}) => {
  test.slow();
  const body = { name: 'Kamla Devi', doctorId: place.doctor.id, urgency: 'low' as const };
  await call(place.admin, addWalkIn, { body });
  const others = Array.from({ length: 9 }, (_, n) => `Dr. Number ${n + 1}`);
  await Promise.all(others.map((name) => makeDoctor(place.admin, name)));
  const context = await newBrowser();
  const display = await context.newPage();
  await openLink(display, 'display', 'Hall');
  await expect(display.getByText(place.doctor.name)).toBeVisible();
  await expectSound(display);
  await display.setViewportSize({ width: 1920, height: 1080 });
  await expectAccessible(display);
  await readInHindi(display);
  await expect(display.getByText(place.doctor.name)).toBeVisible();
  await expectHindiOnly(display, new Set([...names(), ...others]));
  // The display shows eight doctors at a time, so it rotates until each of the ten has been shown.
  for (const name of [place.doctor.name, ...others]) {
    await expect(display.getByText(name, { exact: true })).toBeVisible({ timeout: 30_000 });
  }
});

test('a display without a connection keeps showing its last data, says how old it is, and catches up later [ARR-6]', async ({
  newBrowser,
  server,
  trouble,
}) => {
  trouble.allow(/^net::ERR_INTERNET_DISCONNECTED GET \/api\/screens\/board\/events$/u);
  trouble.allow(/^console warning: The live connection failed/u);
  // The code chunk with the texts of an announcement language may be loading when the network
  // drops.
  trouble.allow(/^net::ERR_INTERNET_DISCONNECTED GET \/assets\/[\w.-]+\.js$/u);
  trouble.allow(/^console warning: TypeError: Failed to fetch dynamically imported module/u);
  const quiet = await makePlace(server.origin, 'Bakul Clinic', 'Dr. Usha Menon');
  const { token, id } = await line(quiet, await makePatient(server.origin, 'Uday Joshi'));
  const { url } = await call(quiet.admin, makeScreen, { body: { kind: 'display', name: 'Hall' } });
  const context = await newBrowser();
  const display = await context.newPage();
  await display.clock.install();
  await display.goto(url);
  await expect(display.getByText(token ?? 'none')).toBeVisible();
  await context.setOffline(true);
  await passTime(display, '01:00');
  await expect(display.getByText(/^No connection\./u)).toBeVisible();
  await call(quiet.admin, startConsultation, { id });
  await passTime(display, '03:00');
  await expect(display.getByText(/^No connection\. Last update 4 min/u)).toBeVisible();
  await expect(display.getByText(token ?? 'none')).toBeVisible();
  await context.setOffline(false);
  await expect(display.getByText(/^No connection\./u)).toHaveCount(0);
  await expect(display.getByText('Nobody is waiting')).toBeVisible();
});

test('a waiting-room display announces the patient, whichever button the desk uses to start the consultation [ARR-6]', async ({
  newBrowser,
  server,
}) => {
  const quiet = await makePlace(server.origin, 'Ashoka Clinic', 'Dr. Vikram Sen');
  const { token, id } = await line(quiet, await makePatient(server.origin, 'Pallavi Deo'));
  const { url } = await call(quiet.admin, makeScreen, { body: { kind: 'display', name: 'Hall' } });
  const display = await (await newBrowser()).newPage();
  await display.goto(url);
  await expect(display.getByText(token ?? 'none')).toBeVisible();
  await call(quiet.admin, startConsultation, { id });
  await expect(display.getByText('Please come in')).toBeVisible();
});

test('a display shows only the doctors of its waiting room, and updates when an administrator changes them [ARR-6]', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Champa Clinic', 'Dr. Wahida Ali');
  await makeDoctor(place.admin, 'Dr. Yusuf Tak');
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=screens');
  await page.getByRole('button', { name: 'Add screen' }).click();
  const adding = windowOn(page);
  await adding.getByLabel('Name').fill('First floor');
  await adding.getByText('Only some', { exact: true }).click();
  const make = adding.getByRole('button', { name: 'Create link' });
  await expect(make).toBeDisabled();
  await adding.getByRole('checkbox', { name: /^Dr\. Yusuf Tak/u }).check();
  await expectSoundBriefly(page);
  await make.click();
  const link = page.getByText(/\/display\/[\w-]+#[\w-]{32}$/u);
  const url = (await link.textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  const listed = page.getByRole('listitem').filter({ hasText: 'First floor' });
  await expect(listed).toContainText('Dr. Yusuf Tak');

  const display = await (await newBrowser()).newPage();
  await display.goto(url);
  await expect(display.getByText('Dr. Yusuf Tak')).toBeVisible();
  await expect(display.getByText('Dr. Wahida Ali')).toBeHidden();

  await page.getByRole('button', { name: 'Change First floor' }).click();
  const editing = page.getByRole('dialog', { name: 'Change this screen' });
  await expect(editing.getByRole('checkbox', { name: /^Dr\. Yusuf Tak/u })).toBeChecked();
  await editing.getByLabel('Name').fill('First floor, left');
  await editing.getByText('All doctors and lines', { exact: true }).click();
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: 'First floor, left' })).toContainText(
    'All doctors and lines',
  );
  await expect(display.getByText('Dr. Wahida Ali')).toBeVisible({ timeout: 15_000 });
});
