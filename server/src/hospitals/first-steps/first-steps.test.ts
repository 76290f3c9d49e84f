/** Tests of the first steps of a new hospital. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FirstStep } from '@baari/contract/hospital/first-steps.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { mailsTo } from '../../testing/test-mails.ts';
import { makeHospital, makePerson, makeTown, type TestPerson } from '../../testing/test-people.ts';
import { makeLine } from '../../testing/test-stops.ts';

let app: TestApp;
let admin: TestPerson;
before(async () => {
  app = await makeTestApp();
  const hospitalId = await makeHospital(app, { departments: [] });
  admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
});
after(() => app.close());

async function done(by = admin): Promise<FirstStep[]> {
  return (await get(app, by, 'getFirstSteps')).done;
}

test('a new hospital has done no first step, and each step counts once its data is there, on whichever page it was done [ADM-1]', async () => {
  // Work in another hospital does not count.
  const town = await makeTown(app);
  const patient = await makePerson(app);
  const elsewhere = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.admin, 'approveRequest', { id: elsewhere.queue.id });
  assert.deepEqual(await done(), []);

  const { doctor } = await get(app, admin, 'addDoctor', {
    body: {
      name: 'Dr. Asha Rao',
      email: 'asha.rao@example.org',
      phone: '+919876500021',
      specialty: 'Cardiology',
      department: 'Cardiology',
    },
  });
  assert.deepEqual(await done(), ['departments', 'doctors']);
  await get(app, admin, 'setDoctorStatus', { id: doctor.id, body: { status: 'available' } });
  assert.deepEqual(await done(), ['departments', 'doctors', 'available']);

  const next = await makePerson(app);
  const { queue } = await get(app, next, 'requestPlace', { body: { doctorId: doctor.id } });
  assert.ok(!(await done()).includes('patient'), 'the request waits for approval');
  await get(app, admin, 'approveRequest', { id: queue.id });
  assert.ok((await done()).includes('patient'));

  await get(app, admin, 'inviteStaff', {
    body: { role: 'receptionist', emails: ['desk@example.org'] },
  });
  await makeLine(app, admin, { name: 'Laboratory' });
  assert.deepEqual(await done(), [
    'departments',
    'doctors',
    'available',
    'patient',
    'team',
    'lines',
  ]);
});

test('only an administrator reads the first steps [ADM-1, ROLE-4]', async () => {
  const town = await makeTown(app);
  assert.equal((await call(app, town.receptionist, 'getFirstSteps')).status, 403);
  assert.ok((await done(town.admin)).includes('doctors'));
});

test('an administrator sends a test mail to the own address, which counts as a step, and not more than ten a day [ADM-1, SEC-15]', async () => {
  const { sentTo } = await get(app, admin, 'sendTestMessage');
  assert.equal(sentTo, admin.email);
  assert.ok((await done()).includes('message'));
  const mail = (await mailsTo(app.db, admin.email)).at(-1);
  assert.match(mail?.plain ?? '', /^This is a test\. Mails of /mu);
  for (let count = 1; count < 10; count += 1) await get(app, admin, 'sendTestMessage');
  assertRefused(await call(app, admin, 'sendTestMessage'), 'too_many_messages');

  const unproved = await makePerson(app, {
    isVerified: false,
    works: { as: 'hospital_admin', hospitalId: await makeHospital(app) },
  });
  assertRefused(await call(app, unproved, 'sendTestMessage'), 'email_not_verified');
});
