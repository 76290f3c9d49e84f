/**
 * Tests of a doctor who leaves and whose patients move to another doctor, as desk, doctor and
 * patients see it.
 */
import { listColleagues, setDoctorStatus } from '@baari/contract/doctor/doctor.ts';
import { call } from '../support/api.ts';
import { openRow } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectSound } from '../support/looks.ts';
import {
  line,
  makeDoctor,
  makePatient,
  makePlace,
  makeStaff,
  type Place,
  signIn,
} from '../support/people.ts';

/** Sets a doctor to Available. The doctor's request to join the team was approved before. */
async function startWork(place: Place, name: string) {
  const { doctors } = await call(place.admin, listColleagues, {});
  const own = doctors.find((one) => one.name.includes(name));
  if (own === undefined) throw new Error('Who was let in is one of the doctors.');
  await call(place.admin, setDoctorStatus, { id: own.id, body: { status: 'available' } });
  return own;
}

test('when the desk moves a patient to another doctor, the patient’s phone shows the new doctor’s line with the same token [DAY-3]', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Bakula Clinic', 'Dr. Ira Sen');
  await makeDoctor(place.admin, 'Dr. Ravi Nair');
  const patient = await makePatient(server.origin, 'Anil Das');
  const { token } = await line(place, patient);
  const phone = await (await newBrowser(patient)).newPage();
  await phone.goto('/patient/queue');
  await expect(phone.getByRole('heading', { name: 'Dr. Ira Sen' })).toBeVisible();

  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=queue&tab=queue');
  await openRow(page, 'Anil Das');
  await page.getByRole('button', { name: 'Move to another doctor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Another doctor for Anil Das' });
  await expectSound(page);
  await dialog.getByRole('radio', { name: /^Dr\. Ravi Nair/u }).check();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog).toBeHidden();
  const back = page.getByRole('region', { name: 'Sent on' });
  await expect(back).toContainText('Anil Das is sent on to Dr. Ravi Nair.');
  await back.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article', { name: 'Anil Das' })).toBeVisible();
  await openRow(page, 'Anil Das');
  await page.getByRole('button', { name: 'Move to another doctor' }).click();
  await dialog.getByRole('radio', { name: /^Dr\. Ravi Nair/u }).check();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Nobody is waiting and nobody is with the doctor.')).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Dr. Ravi Nair' })).toBeVisible();
  await expect(
    phone.getByRole('article').getByText(/moved this place here from Dr\. Ira Sen/u),
  ).toBeVisible();
  await expect(phone.getByText(token ?? '').first()).toBeVisible();
});

test('a doctor who goes Offline first keeps the waiting patients, later ends their places with a message, and no patient gets the message to leave home [DAY-2] @gate', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Champaka Clinic', 'Dr. Ira Sen');
  const account = await makeStaff(place, 'Uma Rao', 'doctor');
  const own = await startWork(place, 'Uma Rao');
  const patient = await makePatient(server.origin, 'Bina Roy');
  await line({ ...place, doctor: own }, patient);
  const phone = await (await newBrowser(patient)).newPage();
  await phone.goto('/patient/queue');
  await expect(phone.getByText('Be at the door', { exact: true })).toBeVisible();

  await signIn(context, account);
  await page.goto(`/doctor/view/${own.id}`);
  const status = page.getByRole('group', { name: 'My status' });
  await status.getByText('Offline', { exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Going Offline' });
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Go Offline' }).click();
  await expect(phone.getByText(/We do not know yet when you will be called/u)).toBeVisible();
  await expect(phone.getByText('Be at the door', { exact: true })).toBeHidden();

  await status.getByText('Available', { exact: true }).click();
  await expect(phone.getByText('Be at the door', { exact: true })).toBeVisible();
  await status.getByText('Offline', { exact: true }).click();
  await dialog.getByText('Close their places', { exact: true }).click();
  await dialog.getByLabel('Message to the patients').fill('I am called away.');
  await dialog.getByRole('button', { name: 'Go Offline' }).click();
  await expect(phone.getByText('The doctor has left', { exact: true })).toBeVisible();
  await expect(phone.getByText('I am called away.').first()).toBeVisible();
});

test('the reception records in one dialog that a doctor does not come today, and the waiting patients read the other doctor at once [DAY-2]', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Mogra Clinic', 'Dr. Ira Sen');
  await makeDoctor(place.admin, 'Dr. Ravi Nair');
  const patient = await makePatient(server.origin, 'Bina Roy');
  await line(place, patient);
  const phone = await (await newBrowser(patient)).newPage();
  await phone.goto('/patient/queue');
  await expect(phone.getByRole('heading', { name: 'Dr. Ira Sen' })).toBeVisible();

  await signIn(context, await makeStaff(place, 'Esha Tope', 'receptionist'));
  await page.goto(`/staff/queue/${place.hospital.id}?tab=queue`);
  await page.getByRole('button', { name: 'Record absence: Dr. Ira Sen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dr. Ira Sen is not coming today' });
  await expect(
    dialog.getByRole('radio', { name: 'First free doctor of Cardiology' }),
  ).toBeChecked();
  await dialog.getByRole('radio', { name: /^Dr\. Ravi Nair.*Available.*0 in queue/u }).check();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Set Offline' }).click();
  await expect(dialog).toBeHidden();
  await expect(phone.getByRole('heading', { name: 'Dr. Ravi Nair' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Bina Roy' })).toBeVisible();
  const { doctors } = await call(place.admin, listColleagues, {});
  const status = doctors.find(({ id }) => id === place.doctor.id)?.status;
  expect(status).toBe('Offline');
});

test('an administrator who removes a doctor from the team decides about the waiting patients, who read the decision at once [DAY-2, JOINH-2]', async ({
  page,
  context,
  newBrowser,
  server,
}) => {
  const place = await makePlace(server.origin, 'Tagar Clinic', 'Dr. Ira Sen');
  await makeStaff(place, 'Uma Rao', 'doctor');
  const own = await startWork(place, 'Uma Rao');
  const patient = await makePatient(server.origin, 'Bina Roy');
  await line({ ...place, doctor: own }, patient);
  const phone = await (await newBrowser(patient)).newPage();
  await phone.goto('/patient/queue');
  await expect(phone.getByText('You are next', { exact: true })).toBeVisible();

  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=team');
  const card = page.getByRole('listitem').filter({ hasText: 'Uma Rao' });
  await card.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByLabel('Move them to another doctor')).toBeChecked();
  await expectSound(page);
  await question.getByText('Close their places', { exact: true }).click();
  await question.getByLabel('Message to the patients').fill('Dr. Rao works elsewhere now.');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question).toBeHidden();
  await expect(phone.getByText('The doctor has left', { exact: true })).toBeVisible();
  await expect(phone.getByText('Dr. Rao works elsewhere now.').first()).toBeVisible();
});
