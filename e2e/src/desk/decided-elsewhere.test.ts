/**
 * Tests of dialogs that are open while a colleague decides the matter in question: they close with
 * a message [STAFF-4, JOINH-2, APPT-1].
 */
import {
  bookForPatient,
  cancelForPatient,
  listNextSlots,
} from '@baari/contract/visit/appointment.ts';
import { getCurrentUser } from '@baari/contract/account/identity.ts';
import { approveRequest } from '@baari/contract/queue/queue.ts';
import { addLines, removeLine } from '@baari/contract/lines/shared-line.ts';
import {
  applyToHospital,
  changeMemberRole,
  rejectApplication,
} from '@baari/contract/account/team.ts';
import { call } from '../support/api.ts';
import { passTime } from '../support/clock.ts';
import { expect, test } from '../support/fixtures.ts';
import { ask, makePatient, makePlace, makeStaff, signIn } from '../support/people.ts';
import { windowOn } from '../support/windows.ts';

const elsewhere = 'A colleague changed this in the meantime. Your change was not made.';

test('the reject dialog closes when a colleague approves the request, and says who did what [STAFF-4, ADM-6]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Gulmohar Clinic', 'Dr. Ila Sen');
  const reception = await makeStaff(place, 'Mira Nair', 'receptionist');
  const asked = await ask(await makePatient(server.origin, 'Anil Kapse'), place.doctor.id);
  await signIn(context, reception);
  await page.goto(`/staff/queue/${place.hospital.id}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Reason').fill('The clinic is full today.');
  await call(place.admin, approveRequest, { id: asked.id, body: {} });
  await expect(page.getByText('Anil Kapse: a colleague acted before you')).toBeVisible();
  await expect(
    page.getByText(/^Rukmini Gokhale approved this request \d+ s ago\.$/u),
  ).toBeVisible();
  await expect(question).toHaveCount(0);
});

test('if another administrator decides a request to join the team, the open dialog of that request closes with a message [JOINH-2]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^409 POST \/api\/hospital\/join-requests\/[^/]+\/reject$/u);
  const place = await makePlace(server.origin, 'Palash Clinic', 'Dr. Om Sen');
  const applicant = await makePatient(server.origin, 'Gita Rao');
  const { request } = await call(applicant, applyToHospital, {
    body: {
      hospitalId: place.hospital.id,
      firstName: 'Gita',
      lastName: 'Rao',
      email: applicant.email,
      phone: '+919812300000',
      role: 'receptionist',
    },
  });
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=team');
  await page.getByRole('button', { name: 'Reject' }).click();
  await call(place.admin, rejectApplication, { id: request.id, body: { reason: '' } });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText(elsewhere)).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('an open dialog that asks whether to make a person administrator never changes to asking about removing the role [JOINH-2]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Mogra Clinic', 'Dr. Uma Sen');
  const reception = await makeStaff(place, 'Kiran Shah', 'receptionist');
  const { user } = await call(reception, getCurrentUser);
  await signIn(context, place.admin);
  await page.clock.install();
  await page.goto('/hospital/dashboard?view=team');
  const card = page.getByRole('listitem').filter({ hasText: 'Kiran Shah' });
  await card.getByRole('button', { name: 'Make admin' }).click();
  await call(place.admin, changeMemberRole, { id: user.id, body: { role: 'hospital_admin' } });
  // Changes of roles send no live events, so the page polls the list each minute.
  await passTime(page, '01:05');
  await expect(page.getByText(elsewhere)).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('the dialog of an appointment closes with a message when a colleague cancels the appointment [APPT-1]', async ({
  page,
  context,
  server,
  trouble,
}) => {
  trouble.allow(/^409 POST \/api\/hospital\/appointments\/[^/]+\/cancel$/u);
  const place = await makePlace(server.origin, 'Kewda Clinic', 'Dr. Tara Sen');
  const { nextSlots } = await call(place.admin, listNextSlots, { id: place.hospital.id });
  const slot = nextSlots[0];
  if (slot === undefined) throw new Error('No time can be booked.');
  const { appointment } = await call(place.admin, bookForPatient, {
    body: {
      doctorId: slot.doctorId,
      date: slot.date,
      time: slot.time,
      patient: { kind: 'new', name: 'Vijay Patil', phone: '+919812311111' },
    },
  });
  await signIn(context, place.admin);
  await page.goto(`/hospital/dashboard?view=appointments&date=${slot.date}`);
  await page.getByRole('button', { name: /^Cancel .*Vijay Patil/u }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await call(place.admin, cancelForPatient, { id: appointment.id, body: { reason: '' } });
  await question.getByRole('button', { name: 'Cancel the appointment' }).click();
  await expect(page.getByText(elsewhere)).toBeVisible();
  await expect(question).toHaveCount(0);
});

test('the dialog of a shared line closes with a message when another administrator removes the line [LINE-1]', async ({
  page,
  context,
  server,
}) => {
  const place = await makePlace(server.origin, 'Parijat Clinic', 'Dr. Uma Sen');
  const kind = 'pharmacy' as const;
  const wanted = { name: 'Pharmacy', kind, points: [{ name: 'Window 1' }] };
  const { lines } = await call(place.admin, addLines, { body: { lines: [wanted] } });
  await signIn(context, place.admin);
  await page.goto('/hospital/dashboard?view=lines');
  await page.getByRole('button', { name: /^Change Pharmacy/u }).click();
  await expect(windowOn(page)).toBeVisible();
  await call(place.admin, removeLine, { id: lines[0]?.id ?? '' });
  await expect(page.getByText(elsewhere)).toBeVisible();
  await expect(windowOn(page)).toHaveCount(0);
});
