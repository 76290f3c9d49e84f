/**
 * Tests of a person who works at two hospitals: the switch between them, in all tabs, with one live
 * connection.
 */
import { listColleagues } from '@baari/contract/doctor/doctor.ts';
import { applyToHospital, approveApplication } from '@baari/contract/account/team.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { collectNames, expectHindiOnly, readInHindi } from '../support/language.ts';
import { expectSoundBriefly } from '../support/looks.ts';
import { line, makePatient, makePlace, makeStaff, signIn } from '../support/people.ts';
import { countStreams } from '../support/streams.ts';

test.use({ demo: false });

test('a person who works at two hospitals switches hospitals in a menu, and every tab and live connection switch too [ROLE-9, EV-9] @gate', async ({
  page,
  context,
  server,
  trouble,
}) => {
  // Another tab's requests for the former hospital are refused and logged in the console.
  trouble.allow(/^409 |HTTP 409/u);
  // A request for a doctor's line at the former hospital is answered with 404.
  trouble.allow(/^404 GET \/api\/hospitals\/[\w-]+\/queues\//u);
  const { origin } = server;
  const lotus = await makePlace(origin, 'Lotus Clinic', 'Dr. Nita Joshi');
  const river = await makePlace(origin, 'River Hospital', 'Dr. Hema Rao');
  const person = await makeStaff(lotus, 'Latha Menon', 'receptionist');
  const streams = countStreams(context);

  await signIn(context, person);
  await page.goto('/staff/dashboard');
  await expect(page.getByText('Lotus Clinic').first()).toBeVisible();
  await expect(page.getByLabel('Working at')).toHaveCount(0);

  const { request } = await call(person, applyToHospital, {
    body: {
      hospitalId: river.hospital.id,
      firstName: 'Latha',
      lastName: 'Menon',
      email: person.email,
      phone: '+919812300000',
      role: 'receptionist',
    },
  });
  await call(river.admin, approveApplication, { id: request.id });
  await line(lotus, await makePatient(origin, 'Anita More'));
  await line(river, await makePatient(origin, 'Sarla Patil'));

  await page.goto(`/staff/queue/${lotus.hospital.id}`);
  await expect(page.getByText('Anita More')).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/staff/queue/${lotus.hospital.id}`);
  await expect(other.getByText('Anita More')).toBeVisible();
  const choice = page.getByLabel('Working at');
  await expect(choice).toHaveValue(lotus.hospital.id);
  await expectSoundBriefly(page);

  await choice.selectOption('River Hospital, Nashik');
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/staff/dashboard', { timeout: 15_000 });
    await expect(tab.getByLabel('Working at')).toHaveValue(river.hospital.id);
    await expect(tab.getByText('Anita More')).toHaveCount(0);
  }
  await page.goto(`/staff/queue/${river.hospital.id}`);
  await expect(page.getByText('Sarla Patil')).toBeVisible();
  await other.goto(`/staff/queue/${river.hospital.id}`);
  await expect(other.getByText('Sarla Patil')).toBeVisible();
  await line(river, await makePatient(origin, 'Gauri Kale'));
  await line(lotus, await makePatient(origin, 'Meena Shah'));
  for (const tab of [page, other]) {
    await expect(tab.getByText('Gauri Kale')).toBeVisible();
    await expect(tab.getByText('Meena Shah')).toHaveCount(0);
  }
  await expect.poll(() => streams().open).toBe(1);

  await page.goto(`/staff/queue/${lotus.hospital.id}`);
  await expect(page.getByText('Anita More')).toHaveCount(0);

  // The user switches the hospital on a phone, in Hindi, from the menu.
  const names = collectNames(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/staff/dashboard');
  await readInHindi(page);
  await page.getByRole('button', { name: 'मेन्यू खोलें' }).click();
  await expect(page.getByLabel('अभी काम कर रहे हैं')).toHaveValue(river.hospital.id);
  await expectHindiOnly(page, names);
  await page.getByLabel('अभी काम कर रहे हैं').selectOption(lotus.hospital.id);
  // The other open tab changes to Hindi only when it loads again.
  const choiceThere = other.getByLabel('अभी काम कर रहे हैं');
  await expect(choiceThere).toHaveValue(lotus.hospital.id, { timeout: 15_000 });
});

test('a doctor who works at two hospitals switches between them in the header of the console [ROLE-9, CONS-1]', async ({
  page,
  context,
  server,
}) => {
  const { origin } = server;
  const lotus = await makePlace(origin, 'Kamal Clinic', 'Dr. Nita Joshi');
  const river = await makePlace(origin, 'Sarita Hospital', 'Dr. Hema Rao');
  const doctor = await makeStaff(lotus, 'Latha Menon', 'doctor');
  const { doctors } = await call(lotus.admin, listColleagues);
  const doctorId = doctors.find(({ name }) => name === 'Latha Menon')?.id ?? '';
  await signIn(context, doctor);
  await page.goto(`/doctor/console/${doctorId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByLabel('Working at')).toHaveCount(0);
  const { request } = await call(doctor, applyToHospital, {
    body: {
      hospitalId: river.hospital.id,
      firstName: 'Latha',
      lastName: 'Menon',
      email: doctor.email,
      phone: '+919812300000',
      role: 'receptionist',
    },
  });
  await call(river.admin, approveApplication, { id: request.id });
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`/doctor/console/${doctorId}`);
    await expect(page.getByLabel('Working at')).toHaveValue(lotus.hospital.id);
    await expectSoundBriefly(page);
  }
  await page.getByLabel('Working at').selectOption('Sarita Hospital, Nashik');
  await expect(page).toHaveURL('/staff/dashboard', { timeout: 15_000 });
  await expect(page.getByLabel('Working at')).toHaveValue(river.hospital.id);
});
