/**
 * Tests a mother and her child: added to the account, queued with two doctors, followed side by
 * side, and called.
 */
import { addPerson } from '@baari/contract/patient/person.ts';
import { getProfile, saveProfile } from '@baari/contract/patient/profile.ts';
import {
  approveRequest,
  completeConsultation,
  leaveQueue,
  listPending,
  requestPlace,
  startConsultation,
} from '@baari/contract/queue/queue.ts';
import { call } from './api.ts';
import { expect, test } from './fixtures.ts';
import { collectNames, expectHindiOnly, readInHindi } from './language.ts';
import { expectAccessible, expectSound, expectSoundBriefly } from './looks.ts';
import { line, makeDoctor, makePatient, makePlace, signIn } from './people.ts';

test.use({ demo: false });

const child = {
  name: 'Riya Verma',
  relation: 'child',
  dateOfBirth: '2019-07-01',
  gender: 'Female',
} as const;

test('a mother adds her child, joins two doctors’ lines for both, follows both live, and the child is called [PROF-1, PAT-9, PAT-11, QST-1, EV-9] @gate', async ({
  context,
  page,
  server,
}) => {
  test.setTimeout(120_000);
  const { origin } = server;
  const place = await makePlace(origin, 'Wada Clinic', 'Dr. Meera Kulkarni');
  const paediatrician = await makeDoctor(place.admin, 'Dr. Anil Joshi');
  const mother = await makePatient(origin, 'Asha Verma');
  await signIn(context, mother);

  await page.goto('/patient/dashboard?view=profile');
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.getByText('Nobody else yet.')).toBeVisible();
  await people.getByRole('button', { name: 'Add someone' }).click();
  const form = page.getByRole('dialog', { name: 'Add someone' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('This field is required.')).toBeVisible();
  await form.getByLabel('Full name').fill(child.name);
  await form.getByLabel('Relation').selectOption('Child');
  await form.getByLabel('Date of birth').fill(child.dateOfBirth);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(people.getByRole('button', { name: 'Edit Riya Verma' })).toBeVisible();

  await page.goto(`/patient/hospital/${place.hospital.id}`);
  const card = (doctor: string) => page.getByRole('listitem').filter({ hasText: doctor });
  await card('Dr. Meera Kulkarni')
    .getByRole('button', { name: /^Join Queue/u })
    .click();
  const join = page.getByRole('dialog', { name: 'Join the line of Dr. Meera Kulkarni' });
  await expect(join.getByLabel('Who is it for?')).toHaveValue(/.+/u);
  await expectAccessible(page);
  await join.getByRole('button', { name: 'Send Request' }).click();
  await expect(join).toBeHidden();
  await card('Dr. Anil Joshi')
    .getByRole('button', { name: /^Join for someone else/u })
    .click();
  const joinForChild = page.getByRole('dialog', { name: 'Join the line of Dr. Anil Joshi' });
  const whom = joinForChild.getByLabel('Who is it for?');
  await expect(whom.getByRole('option', { name: /already in a queue/u })).toBeDisabled();
  await expect(whom.locator('option:checked')).toHaveText(child.name);
  await joinForChild.getByRole('button', { name: 'Send Request' }).click();
  await expect(joinForChild).toBeHidden();

  await page.goto('/patient/queue');
  const cards = page.getByRole('article');
  const places = page.getByRole('navigation', { name: 'Places you follow' });
  await expect(places.getByRole('button')).toHaveCount(2);
  await expect(cards).toHaveCount(1);
  const { pendingQueues } = await call(place.admin, listPending, { id: place.hospital.id });
  const of = (name: string) => pendingQueues.find(({ patient }) => patient.name === name)?.id ?? '';
  for (const name of ['Asha Verma', child.name]) {
    await call(place.admin, approveRequest, { id: of(name), body: {} });
  }
  const ofChild = cards.filter({ hasText: paediatrician.name });
  const own = cards.filter({ hasText: 'Dr. Meera Kulkarni' });
  const placeOfChild = places.getByRole('button', { name: 'Riya Verma is next' });
  await expect(placeOfChild).toContainText('Be at the door');
  await expect(places.getByRole('button', { name: 'You are next' })).toBeVisible();
  await placeOfChild.click();
  await expect(placeOfChild).toHaveAttribute('aria-expanded', 'true');
  await expect(ofChild.getByText('Riya Verma is next')).toBeVisible();
  await expect(ofChild.getByText('For Riya Verma').first()).toBeVisible();
  await expect(own).toHaveCount(0);
  await expectSound(page);

  await call(place.admin, startConsultation, { id: of(child.name) });
  await expect(page.getByText('It is Riya Verma’s turn').last()).toBeVisible();
  await expect(page).toHaveTitle(/It is Riya Verma’s turn/u);
  await expect(own.getByText('You are next', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await call(place.admin, completeConsultation, { id: of(child.name), body: {} });
  await expect(cards).toHaveCount(1);
  // Past visits load only when they are near the visible part of the page.
  const history = page.getByRole('region', { name: 'Queue History' });
  await history.scrollIntoViewIfNeeded();
  const visit = history.getByRole('listitem');
  await expect(visit.getByText('For Riya Verma').first()).toBeVisible();
  await visit.getByText('Details').first().click();
  await expect(visit.getByText('Time with the doctor')).toBeVisible();
  await expectAccessible(page);

  // If only the child has a place in a line, the mother's request must not say that it is for
  // another person.
  await call(place.admin, startConsultation, { id: of('Asha Verma') });
  await call(place.admin, completeConsultation, { id: of('Asha Verma'), body: {} });
  await page.goto(`/patient/hospital/${place.hospital.id}`);
  await card('Dr. Anil Joshi')
    .getByRole('button', { name: /^Join Queue/u })
    .click();
  await whom.selectOption(child.name);
  await joinForChild.getByRole('button', { name: 'Send Request' }).click();
  await expect(joinForChild).toBeHidden();
  await expect(card('Dr. Anil Joshi').getByText('See my place')).toBeVisible();
  await expect(
    card('Dr. Meera Kulkarni').getByRole('button', { name: /^Join Queue/u }),
  ).toBeVisible();
});

test('the people of an account can be edited, and removed unless they are in a queue [PROF-1]', async ({
  context,
  page,
  server,
  trouble,
}) => {
  trouble.allow(/^409 DELETE \/api\/people\/[^/]+$/u);
  const { origin } = server;
  const place = await makePlace(origin, 'Peth Clinic', 'Dr. Sunil Apte');
  const mother = await makePatient(origin, 'Meena Patil');
  const { person } = await call(mother, addPerson, { body: child });
  const { queue } = await call(mother, requestPlace, {
    body: { doctorId: place.doctor.id, patientId: person.id },
  });
  await signIn(context, mother);
  await page.goto('/patient/dashboard?view=profile#people');
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.getByRole('heading', { name: 'People' })).toBeFocused();
  await people.getByRole('button', { name: 'Edit Riya Verma' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Riya Verma' });
  await form.getByLabel('Full name').fill('Riya Patil');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(people.getByRole('button', { name: 'Edit Riya Patil' })).toBeVisible();
  await expectSound(page);

  const remove = async () => {
    await people.getByRole('button', { name: 'Remove Riya Patil' }).click();
    const question = page.getByRole('alertdialog', { name: /^Remove Riya Patil/u });
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(question).toBeHidden();
  };
  await remove();
  await expect(page.getByText('This person is in a queue. Leave it first.').first()).toBeVisible();
  await call(mother, leaveQueue, { id: queue.id });
  await remove();
  await expect(people.getByText('Nobody else yet.')).toBeVisible();
});

test('language and theme from the profile apply on a new device, and a change made on that device stays [PROF-1]', async ({
  newBrowser,
  server,
}) => {
  const chooser = await makePatient(server.origin, 'Nisha Kale');
  const { profile } = await call(chooser, getProfile);
  expect([profile.preferences.language, profile.preferences.theme]).toEqual([null, null]);
  const { id: _, email: __, erasureRequestedAt: ___, preferences, ...rest } = profile;
  await call(chooser, saveProfile, {
    body: { ...rest, preferences: { ...preferences, language: 'hi', theme: 'dark' } },
  });
  const device = await (await newBrowser(chooser)).newPage();
  await device.goto('/patient/dashboard');
  const html = device.locator('html');
  await expect(html).toHaveAttribute('lang', 'hi');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await device.evaluate(() => {
    localStorage.setItem('baari_language', 'en');
    localStorage.setItem('baari_theme', 'light');
  });
  await device.reload();
  await expect(device.getByRole('heading', { level: 1 })).toHaveText('Browse Hospitals');
  await expect(html).toHaveAttribute('data-theme', 'light');

  const newcomer = await makePatient(server.origin, 'Om Das');
  const own = await (await newBrowser(newcomer)).newPage();
  await own.addInitScript(() => localStorage.setItem('baari_theme', 'dark'));
  await own.goto('/patient/dashboard');
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Browse Hospitals');
  await expect(own.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the web address of the hospital list contains the specialty filter, and a doctor’s page shows the week, the next free time and the live line [PAT-2, PAT-7, PAT-8, ROUTE-16]', async ({
  context,
  page,
  server,
}) => {
  const { origin } = server;
  const place = await makePlace(origin, 'Tara Clinic', 'Dr. Gita Bose');
  await signIn(context, await makePatient(origin, 'Usha Sen'));
  await page.goto('/patient/dashboard?search=Tara');
  await expect(page.getByRole('heading', { name: 'Tara Clinic' })).toBeVisible();
  await page.getByLabel('Doctor’s specialty').selectOption('Neurology');
  await expect(page).toHaveURL(/specialty=Neurology/u);
  await expect(page.getByText('No hospitals found')).toBeVisible();
  await page.getByLabel('Doctor’s specialty').selectOption('Cardiology');
  await page.reload();
  await expect(page.getByLabel('Doctor’s specialty')).toHaveValue('Cardiology');
  await expect(page.getByRole('heading', { name: 'Tara Clinic' })).toBeVisible();

  await page.goto(`/patient/hospital/${place.hospital.id}/doctor/${place.doctor.id}`);
  await expect(page.getByRole('region', { name: 'Working hours' })).toContainText('Monday');
  await expect(page.getByText('Next free appointment:')).toBeVisible();
  await expect(page.getByText('Nobody is waiting')).toBeVisible();
  await expectSound(page);
  await line(place, await makePatient(origin, 'Jaya Roy'));
  await expect(page.getByText('1 person waiting or inside')).toBeVisible();
});

test('My Queue with two places and the people of an account are in Hindi [PROF-1, PAT-11]', async ({
  context,
  page,
  server,
}) => {
  const { origin } = server;
  const place = await makePlace(origin, 'Nadi Clinic', 'Dr. Uma Rao');
  const mother = await makePatient(origin, 'Kiran Joshi');
  const { person } = await call(mother, addPerson, { body: child });
  for (const patientId of [undefined, person.id]) {
    const body = { doctorId: place.doctor.id, ...(patientId === undefined ? {} : { patientId }) };
    await call(mother, requestPlace, { body });
  }
  await signIn(context, mother);
  const names = collectNames(page);
  await page.goto('/patient/queue');
  await readInHindi(page);
  await expect(page.getByRole('main').getByRole('navigation').getByRole('button')).toHaveCount(2);
  await expectHindiOnly(page, names);
  await expectSoundBriefly(page);
  await page.goto('/patient/dashboard?view=profile');
  await expect(page.getByRole('region', { name: 'मेरे लोग' })).toBeVisible();
  await expectHindiOnly(page, names);
  await expectSoundBriefly(page);
});
