/**
 * Tests of adding a patient at the desk: known patients are suggested before a new record is made,
 * and can be added to a line.
 */
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import { findKnownPatients } from '@baari/contract/visit/appointment.ts';
import type { PatientMerge } from '@baari/contract/patient/merge.ts';
import { putInLine } from '@baari/contract/patient/patient.ts';
import {
  completeConsultation,
  listPatientVisits,
  startConsultation,
} from '@baari/contract/queue/queue.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { makeDoctor, makePlace, type Place } from '../support/people.ts';
import { delay } from '../support/routing.ts';

let place: Place;
test.beforeAll(async ({ server }) => {
  place = await makePlace(server.origin, 'Kadamb Clinic', 'Dr. Sharayu Limaye');
  await makeDoctor(place.admin, 'Dr. Tushar Wagh');
});

/** Makes a walk-in patient whose visit is already over. */
async function visitOf(name: string, change: object = {}): Promise<string> {
  // Dr. Soman has an empty line.
  const { id: doctorId } = await makeDoctor(place.admin, 'Dr. Uma Soman');
  const body = { name, doctorId, ...change };
  const { queue } = await call(place.admin, addWalkIn, { body });
  await call(place.admin, startConsultation, { id: queue.id });
  await call(place.admin, completeConsultation, { id: queue.id, body: {} });
  return queue.patient.id;
}

async function recordsOf(name: string): Promise<number> {
  const { patients } = await call(place.admin, findKnownPatients, { body: { search: name } });
  return patients.length;
}

test('while the desk fills in the walk-in form, known patients with a similar name are suggested, and one tap chooses one of these patients [DESK-7, DESK-8] @gate', async ({
  newBrowser,
}) => {
  await visitOf('Sunita Verma', { phone: '+919876501234', age: 61, gender: 'Female' });
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  await desk.getByRole('button', { name: 'Add walk-in' }).click();
  const form = desk.getByRole('dialog', { name: 'Add a walk-in' });
  await form.getByLabel('Full name').fill('Verma Suneeta');
  await form.getByLabel('Full name').press('Enter');
  const alike = form.getByRole('region', { name: 'Is it one of these?' });
  await expect(alike).toContainText('Similar name');
  await expect(alike).toContainText('61 years');
  await expect(alike).toContainText('Phone …1234');
  await expect(
    form.getByRole('button', { name: 'None of these: add as new patient' }),
  ).toBeVisible();
  await expectSound(desk);
  expect(await recordsOf('Sunita')).toBe(1);

  await form.getByLabel('Phone').fill('०९८७६५ ०१२३४');
  await expect(alike).toContainText('Same phone and name');
  await alike.getByRole('button', { name: 'Choose Sunita Verma' }).click();
  const known = desk.getByRole('dialog', { name: 'Add Sunita Verma to a line' });
  await known.getByText('Earlier visits here').click();
  await expect(known.getByRole('listitem')).toContainText('Dr. Uma Soman');
  await expectSoundBriefly(desk);
  await known.getByLabel('Symptoms').fill('Cough');
  await known.getByRole('button', { name: 'Add to the queue' }).click();
  await desk
    .getByRole('dialog', { name: 'Ticket' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click();
  await expect(desk.getByRole('article', { name: 'Sunita Verma' })).toBeVisible();
  expect(await recordsOf('Sunita')).toBe(1);

  // A waiting patient cannot be chosen again. The desk adds a second patient of the same name as a
  // new patient.
  await desk.getByRole('button', { name: 'Add walk-in' }).click();
  await form.getByLabel('Full name').fill('Sunita Verma');
  await expect(alike).toContainText('In the queue of Dr. Sharayu Limaye now');
  await expect(alike.getByRole('button', { name: 'Choose Sunita Verma' })).toHaveCount(0);
  await form.getByRole('button', { name: 'None of these: add as new patient' }).click();
  await desk
    .getByRole('dialog', { name: 'Ticket' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click();
  await expect(desk.getByRole('article', { name: 'Sunita Verma' })).toHaveCount(2);
});

test('the desk adds a known patient to a line from the command palette by keyboard or from today’s visits, and reads why a patient is refused [DESK-8, INV-2]', async ({
  newBrowser,
  trouble,
}) => {
  trouble.allow(/^409 POST \/api\/hospital\/patients\/[^/]+\/queue/u);
  const id = await visitOf('Zarina Merchant');
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  await expect(desk.getByRole('button', { name: 'Add walk-in' })).toBeEnabled();
  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('zarina');
  const palette = desk.getByRole('dialog', { name: 'Search and actions' });
  const group = palette.getByRole('group', { name: 'Known patients: add to a line' });
  await expect(group.getByRole('option', { name: /Zarina Merchant/u })).toBeVisible();
  // The palette finds Zarina's visit of today with another query than the one for known patients.
  const visits = palette.getByRole('group', { name: 'Patients', exact: true });
  await expect(visits.getByRole('option', { name: /Zarina Merchant/u })).toBeVisible();
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('Enter');
  const form = desk.getByRole('dialog', { name: 'Add Zarina Merchant to a line' });
  await form.getByLabel('Doctor').selectOption({ label: 'First free doctor of Cardiology' });
  await call(place.admin, addWalkIn, {
    body: { name: 'Somebody Before', doctorId: place.doctor.id },
  });
  await form.getByRole('button', { name: 'Add to the queue' }).click();
  const ticket = desk.getByRole('dialog', { name: 'Ticket' });
  await ticket.getByRole('button', { name: 'Close' }).last().click();

  await desk.getByRole('button', { name: 'Today' }).click();
  const today = desk.getByRole('dialog', { name: 'Today’s visits' });
  await expectSoundBriefly(desk);
  await today.getByRole('button', { name: 'Add to a line again: Zarina Merchant' }).click();
  await form.getByLabel('Doctor').selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Add to the queue' }).click();
  await expect(form.getByRole('alert')).toContainText('One queue at a time.');
  expect(id).not.toBe('');
});

test('if a search result arrives late in the command palette, Enter still chooses the entry that was selected before [DESK-6]', async ({
  newBrowser,
}) => {
  await visitOf('Sudha Wagh');
  const desk = await (await newBrowser(place.admin)).newPage();
  const letGo = await delay(desk, { method: 'POST', path: /\/queues\/today$/u });
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  await expect(desk.getByRole('button', { name: 'Add walk-in' })).toBeEnabled();
  await desk.keyboard.press('Control+k');
  await desk.keyboard.type('wagh');
  const palette = desk.getByRole('dialog', { name: 'Search and actions' });
  const doctor = palette.getByRole('option', { name: /Dr. Tushar Wagh/u });
  await expect(doctor).toBeVisible();
  await desk.keyboard.press('ArrowDown');
  await letGo();
  await expect(palette.getByRole('option', { name: /Sudha Wagh/u }).first()).toBeVisible();
  await expect(doctor).toHaveAttribute('data-highlighted', '');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('combobox', { name: 'Doctor' })).toContainText('Dr. Tushar Wagh');
});

test('a family is added in one form, a known member is found by phone, a refused member can be retried, and one press prints the tickets [DESK-9, ARR-4]', async ({
  newBrowser,
}) => {
  await visitOf('Vasudha Kale', { phone: '+919866000555' });
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  await desk.getByRole('button', { name: 'Add walk-in' }).click();
  await desk.getByRole('button', { name: 'Several of one family' }).click();
  const form = desk.getByRole('dialog', { name: 'Add people of one family' });
  await form.getByLabel('Phone of the family').fill('98660 00555');
  await form.getByRole('button', { name: 'Choose Vasudha Kale' }).click();
  const [mother, son, daughter] = [1, 2, 3].map((nth) =>
    form.getByRole('group', { name: new RegExp(`^${nth}(?:st|nd|rd) person$`, 'u') }),
  );
  if (!mother || !son || !daughter) throw new Error('Three were asked for.');
  await expect(mother).toContainText('Vasudha Kale');
  await son.getByLabel('Full name').fill('Aarav Kale');
  await son.getByLabel('Age').fill('६');
  await form.getByRole('button', { name: 'Add a person' }).click();
  await form.getByRole('button', { name: 'Add all 3 to the queue' }).click();
  await expect(daughter.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true');
  await daughter.getByLabel('Full name').fill('Anika Kale');
  await daughter.getByLabel('Doctor').selectOption({ label: 'First free doctor of Cardiology' });
  await expectSound(desk);
  // Another desk added one of the family members first.
  const { patients } = await call(place.admin, findKnownPatients, {
    body: { search: 'Vasudha Kale' },
  });
  const id = patients[0]?.id ?? '';
  await call(place.admin, putInLine, { id, body: { doctorId: place.doctor.id } });
  await form.getByRole('button', { name: 'Add all 3 to the queue' }).click();
  const added = form.getByRole('note').filter({ hasText: '2 people are in the queue.' });
  await expect(added).toContainText('Aarav Kale');
  await expect(added).toContainText('Anika Kale');
  await expect(mother).toContainText('already in a queue');
  await expect(form.getByRole('group')).toHaveCount(1);
  await expectSoundBriefly(desk);
  await form.getByRole('button', { name: 'Ticket of Aarav Kale' }).click();
  const ticket = desk.getByRole('dialog', { name: 'Ticket' });
  await expect(ticket.getByRole('img', { name: /QR code/u })).toBeVisible();
  await ticket.getByRole('button', { name: 'Close' }).last().click();
  // One press prints both tickets, each on its own sheet.
  await desk.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await form.getByRole('button', { name: 'Print all 2 tickets' }).click();
  await expect(desk.locator('body[data-printed] > .print-ticket')).toHaveCount(2);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(desk.getByRole('article', { name: 'Aarav Kale' })).toBeVisible();
  expect(await recordsOf('Kale')).toBe(3);
});

test('the desk previews and merges two records of one patient and can separate the records again, without losing typed text [DESK-10]', async ({
  newBrowser,
}) => {
  const kept = await visitOf('Damini Phadke', { phone: '+919866000777', age: 50 });
  await visitOf('Daamini Phadke', { phone: '+919866000777' });
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  await desk.getByRole('button', { name: 'Add walk-in' }).click();
  const form = desk.getByRole('dialog', { name: 'Add a walk-in' });
  await form.getByLabel('Phone').fill('98660 00777');
  await form.getByRole('button', { name: 'Merge two records of one person' }).click();
  const merge = desk.getByRole('dialog', { name: 'Two records of one person' });
  const button = merge.getByRole('button', { name: 'Merge', exact: true });
  await expect(button).toBeDisabled();
  const stays = merge.getByRole('group', { name: 'Which record stays?' });
  await stays.getByRole('radio', { name: /^Damini Phadke/u }).check();
  const goes = merge.getByRole('group', { name: 'Which record is merged into it?' });
  await goes.getByRole('radio', { name: /^Daamini Phadke/u }).check();
  await expect(merge.getByText('1 visit or request')).toBeVisible();
  await expectSound(desk);
  await button.click();
  const done = 'The record of Daamini Phadke was merged into that of Damini Phadke';
  await expect(merge.getByText(done).first()).toBeVisible();
  expect(await recordsOf('Phadke')).toBe(1);
  const visits = () => call(place.admin, listPatientVisits, { id: kept });
  expect((await visits()).visits).toHaveLength(2);
  // At the mocked time it is half past one at night in the hospital's time zone, so the date shown
  // is that of the next day.
  await desk.route('**/api/hospital/merges*', async (route) => {
    const response = await route.fetch();
    const { merges } = (await response.json()) as { merges: PatientMerge[] };
    const early = merges.map((each) => ({ ...each, at: '2026-03-01T20:00:00.000Z' }));
    await route.fulfill({ response, json: { merges: early } });
  });
  await merge.getByText('Earlier merges').click();
  await expect(merge.getByText('2 Mar 2026', { exact: true })).toBeVisible();
  await merge
    .getByRole('button', { name: 'Undo the merge of Daamini Phadke into Damini Phadke' })
    .click();
  await expect(merge.getByText('undone', { exact: true })).toBeVisible();
  expect((await visits()).visits).toHaveLength(1);
  // After the undo no radio button is checked, so pressing the button again cannot merge the
  // records.
  await expect(stays.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(goes).toHaveCount(0);
  await expect(button).toBeDisabled();
  await expectSoundBriefly(desk);
  await merge.getByRole('button', { name: 'Close' }).first().click();
  await expect(form.getByLabel('Phone')).toHaveValue('98660 00777');
  await expect(form.getByRole('button', { name: /^Choose/u })).toHaveCount(2);
});

test('the walk-in form and its suggestions are in Hindi on a phone [DESK-7]', async ({
  newBrowser,
}) => {
  await visitOf('Rukmini Hegde', { phone: '+919876509999', age: 44 });
  const desk = await (await newBrowser(place.admin)).newPage();
  await desk.setViewportSize({ width: 360, height: 780 });
  await desk.goto(`/hospital/dashboard?view=queue&tab=queue&doctor=${place.doctor.id}`);
  await readInHindi(desk);
  await desk.getByRole('button', { name: 'बिना खाते का मरीज़ जोड़ें' }).click();
  await desk.getByLabel('पूरा नाम').fill('Rukmini Hegde');
  await expect(desk.getByText('मिलता-जुलता नाम')).toBeVisible();
  const { hospital, doctor, admin } = place;
  await expectHindiOnly(
    desk,
    new Set([
      hospital.name,
      doctor.name,
      admin.name,
      'Rukmini Hegde',
      'Dr. Tushar Wagh',
      'Dr. Uma Soman',
      'Sunita Verma',
      'Somebody Before',
      'Cough',
      'Aarav Kale',
      'Anika Kale',
      'Vasudha Kale',
      'Damini Phadke',
      'Daamini Phadke',
      'Zarina Merchant',
    ]),
  );
  await expectSoundBriefly(desk);
});
