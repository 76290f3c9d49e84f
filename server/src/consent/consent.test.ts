/** Tests of patients' consents: given, withdrawn, and applied at once [SEC-26, PROF-1]. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { notifyOfQueue } from '../notifications/notify-of-queue.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenPerson, givenProfile } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;

before(async () => {
  app = await makeTestApp();
});
after(() => app.close());
beforeEach(async () => {
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Rao', phone: '+919811000000' });
  const profile = {
    ...givenProfile(),
    dateOfBirth: '1990-05-04',
    insurance: { provider: 'Saffron Assurance', policyNumber: 'SA-1', groupNumber: '' },
    emergencyContacts: [{ name: 'Ravi Rao', phone: '+919811000077', relation: 'brother' }],
  };
  await get(app, patient, 'saveProfile', { body: profile });
});

function say(purpose: 'profile' | 'messages', isGiven: boolean, hospitalId = town.hospitalId) {
  return get(app, patient, 'saveConsent', { id: hospitalId, body: { purpose, isGiven } });
}

async function ask(doctorId = town.doctorId): Promise<string> {
  return (await get(app, patient, 'requestPlace', { body: { doctorId } })).queue.id;
}

test('a profile is shared only with the hospital that its owner consented to, until the consent is withdrawn [SEC-26, PROF-1]', async () => {
  const id = patient.userId;
  await ask();
  for (const person of [town.doctor, town.colleague, town.admin]) {
    assert.equal((await get(app, person, 'getSharedProfile', { id })).profile, null);
  }
  await say('profile', true);
  const { profile } = await get(app, town.doctor, 'getSharedProfile', { id });
  assert.equal(profile?.dateOfBirth, '1990-05-04');
  assert.equal(profile.insurance.provider, 'Saffron Assurance');
  assert.deepEqual(profile.emergencyContacts, [
    { name: 'Ravi Rao', phone: '+919811000077', relation: 'brother' },
  ]);
  assertRefused(await call(app, town.otherAdmin, 'getSharedProfile', { id }), 'not_found');
  assertRefused(await call(app, town.receptionist, 'getSharedProfile', { id }), 'forbidden');
  await say('profile', false);
  const after = await call(app, town.doctor, 'getSharedProfile', { id });
  assert.ok(!after.text.includes('Saffron'));
  assert.equal((await get(app, town.doctor, 'getSharedProfile', { id })).profile, null);
  const trail = await app.db.many<{ patient_ids: string[] }>(sql`
    select patient_ids from audit where action = 'read shared profile'
      and user_id = ${town.doctor.userId} and outcome = 'ok'`);
  assert.equal(trail.length, 4, 'a look in vain is on record too');
  assert.ok(trail.every(({ patient_ids }) => patient_ids[0] === id));
});

test('another hospital that knows the patient does not learn whether the patient consented to share the profile [SEC-26, SEC-1]', async () => {
  const entry = await ask();
  await say('profile', true);
  await get(app, patient, 'leaveQueue', { id: entry });
  await ask(town.otherDoctorId);
  const { profile } = await get(app, town.otherAdmin, 'getSharedProfile', { id: patient.userId });
  assert.equal(profile, null);
});

test('sharing the profile of a child of the account shows the child’s own birthday and emergency contact [SEC-26, PROF-1]', async () => {
  const { person } = await get(app, patient, 'addPerson', { body: givenPerson() });
  await get(app, patient, 'requestPlace', {
    body: { doctorId: town.doctorId, patientId: person.id },
  });
  await say('profile', true);
  const { profile } = await get(app, town.doctor, 'getSharedProfile', { id: person.id });
  assert.equal(profile?.dateOfBirth, person.dateOfBirth);
  assert.equal(profile.emergencyContacts[0]?.name, 'Ravi Rao');
  assert.equal(profile.insurance.provider, '', 'the policy is the account’s own');
});

test('for a walk-in, staff see that the patient has no account, and not that the patient refused to share a profile [CONS-2, ARR-2]', async () => {
  const body = { doctorId: town.doctorId, name: 'Mohan', phone: '', symptoms: '' };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body });
  const answer = await get(app, town.doctor, 'getSharedProfile', { id: queue.patient.id });
  assert.deepEqual(answer, { profile: null, hasAccount: false });
});

test('each change of the consent to share a profile is stored with its time, and other people cannot change the consent [SEC-26]', async () => {
  assertRefused(
    await call(app, patient, 'saveConsent', {
      id: town.hospitalId,
      body: { purpose: 'profile', isGiven: true },
    }),
    'not_found',
  );
  assert.deepEqual((await get(app, patient, 'listConsents')).hospitals, []);
  await ask();
  const [undecided] = (await get(app, patient, 'listConsents')).hospitals;
  assert.deepEqual(
    undecided?.consents.map(({ purpose, isGiven, saidAt }) => [purpose, isGiven, saidAt]),
    [
      ['profile', false, null],
      ['messages', true, null],
    ],
  );
  await say('messages', true);
  for (const isGiven of [true, true, false, true]) await say('profile', isGiven);
  const [decided] = (await get(app, patient, 'listConsents')).hospitals;
  const [profile, messages] = decided?.consents ?? [];
  assert.deepEqual(
    profile?.changes.map(({ isGiven }) => isGiven),
    [true, false, true],
  );
  assert.equal(profile.saidAt, profile.changes[0]?.at);
  assert.deepEqual(messages?.changes, []);
  const { data } = await get(app, patient, 'exportOwnData');
  assert.ok(Array.isArray(data['consents']) && data['consents'].length === 3);
});

test('a recorded decision to share or not share a profile cannot be changed by a bug or an SQL injection [SEC-26, SEC-19]', async () => {
  await ask();
  await say('profile', true);
  await assert.rejects(app.db.run(sql`update consent set given = false`), /permission denied/u);
  await assert.rejects(app.db.run(sql`delete from consent`), /permission denied/u);
});

test('without the patient’s consent no messages are sent during the wait, but messages about a call or a removal are always sent [SEC-26]', async () => {
  const options = {
    db: app.db,
    clock: app.clock,
    publicUrl: 'http://localhost',
    canSendSms: true,
  };
  const entry = await ask();
  await say('messages', false);
  await get(app, town.admin, 'approveRequest', { id: entry });
  await notifyOfQueue(options, town.doctorId);
  assert.deepEqual(await noticesOf(entry), []);
  await get(app, town.admin, 'startConsultation', { id: entry });
  await notifyOfQueue(options, town.doctorId);
  assert.deepEqual(await noticesOf(entry), ['called']);
});

test('when a patient consents again the hospital’s messages resume, and messages from another hospital never stopped [SEC-26]', async () => {
  const options = {
    db: app.db,
    clock: app.clock,
    publicUrl: 'http://localhost',
    canSendSms: true,
  };
  const entry = await ask();
  await say('messages', false);
  await get(app, patient, 'leaveQueue', { id: entry });
  const elsewhere = await ask(town.otherDoctorId);
  await get(app, town.otherAdmin, 'approveRequest', { id: elsewhere });
  await notifyOfQueue(options, town.otherDoctorId);
  assert.ok((await noticesOf(elsewhere)).includes('approved'));
  await get(app, patient, 'leaveQueue', { id: elsewhere });
  const again = await ask();
  await get(app, town.admin, 'approveRequest', { id: again });
  await say('messages', true);
  await notifyOfQueue(options, town.doctorId);
  assert.ok((await noticesOf(again)).includes('approved'));
});

async function noticesOf(entryId: string): Promise<string[]> {
  const rows = await app.db.many<{ kind: string }>(sql`
    select kind from notice where about = ${entryId} order by kind`);
  return rows.map(({ kind }) => kind);
}
