/**
 * Tests of a line's limits: an administrator sets one, patients read it, and the desk exceeds it
 * with a reason.
 */
import { setLineLimits } from '@baari/contract/lines/line-limits.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { readInHindi } from '../support/language.ts';
import { expectSound, expectSoundBriefly } from '../support/looks.ts';
import { line, makePatient, makePlace, makeStaff } from '../support/people.ts';

test.use({ demo: false });

test('an administrator sets a limit of two requests, the third patient reads that the line is full, and the desk adds a patient with a reason [QST-1, PAT-6, ARR-2]', async ({
  newBrowser,
  server,
  trouble,
}) => {
  test.setTimeout(120_000);
  // The desk first adds the walk-in without a reason, which the server refuses.
  trouble.allow(/^409 POST \/api\/hospital\/walk-ins/u);
  const place = await makePlace(server.origin, 'Nilgiri Clinic', 'Dr. Anita Rao');
  const asha = await makePatient(server.origin, 'Asha Verma');
  const ravi = await makePatient(server.origin, 'Ravi Nair');
  const third = await makePatient(server.origin, 'Meena Das');
  const reception = await makeStaff(place, 'Kavita Rao', 'receptionist');

  const admin = await (await newBrowser(place.admin)).newPage();
  await admin.goto('/hospital/dashboard?view=doctors');
  await admin.getByRole('button', { name: 'Limits of Dr. Anita Rao' }).click();
  const limits = admin.getByRole('dialog', { name: 'Limits of Dr. Anita Rao' });
  await limits.getByLabel('Requests a day').fill('0');
  await expect(limits.getByRole('button', { name: 'Save limits' })).toBeDisabled();
  await limits.getByLabel('Requests a day').fill('2');
  await expectSound(admin);
  await limits.getByRole('button', { name: 'Save limits' }).click();
  await expect(limits).toBeHidden();

  const patient = await (await newBrowser(third)).newPage();
  await patient.setViewportSize({ width: 360, height: 740 });
  await patient.goto(`/patient/hospital/${place.hospital.id}`);
  const join = patient.getByRole('button', { name: /^Join Queue/u });
  await expect(join).toBeEnabled();
  await line(place, asha);
  await line(place, ravi);
  await patient.reload();
  await expect(patient.getByText('Full today', { exact: true })).toBeVisible();
  await expect(
    patient.getByText(/^No more places today\. You can request one again/u),
  ).toBeVisible();
  await expect(join).toBeDisabled();
  await expectSound(patient);
  await patient.getByRole('link', { name: 'Book a time with Dr. Anita Rao' }).click();
  await expect(patient.getByRole('button', { name: /^Book/u })).toBeEnabled();
  await expectSoundBriefly(patient);

  const desk = await (await newBrowser(reception)).newPage();
  await desk.goto(`/staff/queue/${place.hospital.id}`);
  await desk.getByRole('button', { name: 'Add walk-in' }).click();
  const form = desk.getByRole('dialog', { name: 'Add a walk-in' });
  await form.getByLabel('Full name').fill('Om Prakash');
  await expect(
    form.getByText('This patient would be number 3 today. The limit is 2.'),
  ).toBeVisible();
  await form.getByRole('button', { name: 'Add to the queue' }).click();
  await expect(form.getByRole('alert')).toContainText('All places in this line are taken');
  await form.getByLabel('Reason to go beyond the limit').selectOption('It is urgent');
  await expectSound(desk);
  await form.getByRole('button', { name: 'Add to the queue' }).click();
  const ticket = desk.getByRole('dialog', { name: 'Ticket' });
  await expect(ticket).toContainText('Om Prakash');
  await ticket.getByText('Close', { exact: true }).click();
  await expect(desk.getByRole('article', { name: 'Om Prakash' })).toBeVisible();

  await admin.goto('/hospital/dashboard?view=audit');
  await expect(admin.getByText('Beyond the limit of 2 (number 3): It is urgent')).toBeVisible();
});

test('a patient who reads Hindi reads that requests are over for today in Hindi [PAT-6, QST-1]', async ({
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Tara Clinic', 'Dr. Uma Sen');
  const patient = await makePatient(server.origin, 'Asha Verma');
  await call(place.admin, setLineLimits, {
    id: place.doctor.id,
    body: { requestsADay: null, lastRequestAt: '00:01', waitingAtOnce: null },
  });
  const page = await (await newBrowser(patient)).newPage();
  await page.goto(`/patient/hospital/${place.hospital.id}/doctor/${place.doctor.id}`);
  await readInHindi(page);
  await expect(page.getByText('आज के अनुरोध समाप्त', { exact: true })).toBeVisible();
  await expect(page.getByText(/^आज के लिए अनुरोध का समय समाप्त है/u)).toBeVisible();
  await expectSound(page);
});
