/**
 * Tests a person who works at two hospitals. The session acts for one hospital and shows no data of
 * the other hospital.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { actingHospitalHeader } from '@baari/contract/constants.ts';
import { streamPath } from '@baari/contract/events.ts';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenApplication } from '../testing/test-bodies.ts';
import { tokenMailedTo } from '../testing/test-mails.ts';
import {
  alsoWorks,
  makeDoctor,
  makePerson,
  makeTown,
  signIn,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { openStream } from '../testing/test-stream.ts';

let app: TestApp;
let town: Town;
/** The first hospital's receptionist, who is a doctor at the second hospital. */
let both: TestPerson;
let doctorThere: string;

before(async () => {
  app = await makeTestApp({ isListening: true });
});
after(() => app.close());
beforeEach(async () => {
  town = await makeTown(app);
  doctorThere = await makeDoctor(app, town.otherHospitalId);
  both = await makePerson(app, {
    works: { as: 'receptionist', hospitalId: town.hospitalId },
  });
  await alsoWorks(app, both, {
    as: 'doctor',
    hospitalId: town.otherHospitalId,
    doctorId: doctorThere,
  });
});

function actFor(hospitalId: string, person: { readonly token: string } = both) {
  return get(app, person, 'actForHospital', { body: { hospitalId } });
}

async function whoIs(person: { readonly token: string }) {
  const { role, hospitalId, doctorId } = (await get(app, person, 'getCurrentUser')).user;
  return { role, hospitalId, doctorId };
}

const atDesk = () => ({ role: 'receptionist', hospitalId: town.hospitalId, doctorId: null });
const asDoctor = () => ({
  role: 'doctor',
  hospitalId: town.otherHospitalId,
  doctorId: doctorThere,
});

/** Makes a patient request a place in this doctor's queue; returns the id of the queue entry. */
async function asking(doctorId: string): Promise<string> {
  const patient = await makePerson(app);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId } });
  return queue.id;
}

test('a person who works at two hospitals has the role at the active hospital, and the session stores which hospital is active [ROLE-9]', async () => {
  assert.deepEqual(await whoIs(both), atDesk());
  assert.equal((await get(app, both, 'getCurrentUser')).user.worksAtSeveral, true);
  const { user } = await actFor(town.otherHospitalId);
  assert.deepEqual([user.role, user.doctorId], ['doctor', doctorThere]);
  assert.deepEqual(await whoIs(both), asDoctor());
  const { hospitals } = await get(app, both, 'listOwnHospitals');
  assert.deepEqual(
    new Map(hospitals.map(({ id, role, isActing }) => [id, { role, isActing }])),
    new Map([
      [town.hospitalId, { role: 'receptionist', isActing: false }],
      [town.otherHospitalId, { role: 'doctor', isActing: true }],
    ]),
  );
  await actFor(town.hospitalId);
  assert.deepEqual(await whoIs(both), atDesk());
});

test('a person who works at one hospital gets the usual user data and cannot act for another hospital [ROLE-9, ENT-6]', async () => {
  const { user } = await get(app, town.receptionist, 'getCurrentUser');
  assert.deepEqual(Object.keys(user).toSorted(), [
    'doctorId',
    'email',
    'emailVerified',
    'hospitalId',
    'id',
    'name',
    'phone',
    'role',
  ]);
  const elsewhere = { body: { hospitalId: town.otherHospitalId } };
  assertRefused(await call(app, town.receptionist, 'actForHospital', elsewhere), 'not_found');
  const patient = await makePerson(app);
  assertRefused(await call(app, patient, 'actForHospital', elsewhere), 'not_found');
  assert.deepEqual(await get(app, patient, 'listOwnHospitals'), { hospitals: [] });
});

test('switching between two hospitals is audited at both, and each audit trail shows nothing else of the other hospital [ROLE-9, SEC-13]', async () => {
  await actFor(town.otherHospitalId);
  const rows = await app.db.many<{ hospital_id: string; action: string; role: string }>(sql`
    select hospital_id, action, role, details from audit
    where user_id = ${both.userId} and action <> 'sign in' order by id`);
  assert.deepEqual(
    rows.map((row) => [row.hospital_id, row.action, row.role]),
    [
      [town.otherHospitalId, 'begin to act here', 'doctor'],
      [town.hospitalId, 'switch hospital', 'receptionist'],
    ],
  );
});

test('each device works for the hospital chosen on that device, and a new device starts with the hospital chosen last [ROLE-9]', async () => {
  const phone = await signIn(app, both.email);
  await actFor(town.otherHospitalId, phone);
  assert.deepEqual(await whoIs(both), atDesk());
  assert.deepEqual(await whoIs(phone), asDoctor());
  assert.deepEqual(await whoIs(await signIn(app, both.email)), asDoctor());
});

test('after a switch to another hospital, a page that requests the former hospital’s data is refused and changes nothing [ROLE-9, ROLE-7]', async () => {
  const page = { headers: { [actingHospitalHeader]: town.hospitalId } };
  const id = await asking(town.doctorId);
  assert.equal((await call(app, both, 'getEntry', { id, ...page })).status, 200);
  await actFor(town.otherHospitalId);
  assertRefused(await call(app, both, 'getOwnHospital', page), 'acting_elsewhere');
  assertRefused(await call(app, both, 'approveRequest', { id, ...page }), 'acting_elsewhere');
  const stream = await app.send({
    method: 'GET',
    url: `/api${streamPath}`,
    token: both.token,
    ...page,
  });
  assertRefused(stream, 'acting_elsewhere');
  // A call that names no hospital is for the hospital to which the session switched, where this
  // queue entry does not exist.
  assertRefused(await call(app, both, 'approveRequest', { id }), 'not_found');
});

test('an API answer that was stored for a retry at one hospital is not sent after switching to another hospital [ROLE-9, INV-7]', async () => {
  const id = await asking(town.doctorId);
  const retried = { id, headers: { 'idempotency-key': 'from the desk' } };
  await get(app, both, 'approveRequest', retried);
  assert.equal((await call(app, both, 'approveRequest', retried)).status, 200);
  await actFor(town.otherHospitalId);
  assertRefused(await call(app, both, 'approveRequest', retried), 'idempotency_key_reused');
});

test('after a switch to another hospital, the former hospital’s live stream ends and the next belongs to the new hospital [ROLE-9, EV-7]', async () => {
  const before = await openStream(app, both);
  await before.find(({ event }) => event.type === 'connected');
  await actFor(town.otherHospitalId);
  await before.ended(20_000);
  const next = await openStream(app, both);
  await next.find(({ event }) => event.type === 'connected');
  await asking(town.doctorId);
  const id = await asking(doctorThere);
  await next.find(({ event }) => event.type === 'queue_requested' && event.data.id === id);
  assert.ok(next.frames.every(({ raw }) => !raw.includes(town.doctorId)));
  next.cut();
});

test('a request sent during a switch of hospital is carried out for the hospital for which the server accepted the request [ROLE-9]', async () => {
  const here = await asking(town.doctorId);
  const there = await asking(doctorThere);
  await get(app, town.admin, 'approveRequest', { id: here });
  await get(app, town.otherAdmin, 'approveRequest', { id: there });
  for (let round = 0; round < 20; round += 1) {
    const to = round % 2 === 0 ? town.otherHospitalId : town.hospitalId;
    const note = { notes: `round ${round}` };
    const [, ...answers] = await Promise.all([
      actFor(to),
      call(app, both, 'noteEntry', { id: here, body: note }),
      call(app, both, 'noteEntry', { id: there, body: note }),
    ]);
    for (const { status } of answers) assert.ok([200, 404].includes(status), String(status));
    const { hospitalId } = (await get(app, both, 'getCurrentUser')).user;
    assert.equal(hospitalId, to);
  }
  const rows = await app.db.many<{ hospital_id: string; entry_id: string }>(sql`
    select distinct hospital_id, entry_id from audit
    where user_id = ${both.userId} and outcome = 'ok' and entry_id is not null`);
  for (const row of rows) {
    assert.equal(row.entry_id, row.hospital_id === town.hospitalId ? here : there);
  }
});

test('a person who leaves one hospital continues at the other hospital on devices that were set to it [ROLE-9, SEC-6]', async () => {
  const phone = await signIn(app, both.email);
  await actFor(town.otherHospitalId, phone);
  await get(app, town.admin, 'removeMember', { id: both.userId });
  assertRefused(await call(app, both, 'getOwnHospital'), 'session_ended');
  assert.deepEqual(await whoIs(phone), asDoctor());
  const back = { body: { hospitalId: town.hospitalId } };
  assertRefused(await call(app, phone, 'actForHospital', back), 'not_found');
  const again = await signIn(app, both.email);
  assert.deepEqual(await whoIs(again), asDoctor());
  assert.equal((await get(app, again, 'getCurrentUser')).user.worksAtSeveral, undefined);
});

test('switching to a hospital that removes the person at the same moment gives no access to that hospital [ROLE-9, SEC-6] @long', async () => {
  for (let round = 0; round < 10; round += 1) {
    const phone = await signIn(app, both.email);
    await actFor(town.otherHospitalId, phone);
    const [switched] = await Promise.all([
      call(app, phone, 'actForHospital', { body: { hospitalId: town.hospitalId } }),
      get(app, town.admin, 'removeMember', { id: both.userId }),
    ]);
    if (switched.status === 200) {
      assertRefused(await call(app, phone, 'getOwnHospital'), 'session_ended');
    } else assert.deepEqual(await whoIs(phone), asDoctor());
    await alsoWorks(app, both, { as: 'receptionist', hospitalId: town.hospitalId });
  }
});

test('if the active hospital removes a person, the session continues at the person’s other hospital [ROLE-9]', async () => {
  await actFor(town.otherHospitalId);
  await app.db.run(sql`
    delete from membership where user_id = ${both.userId} and hospital_id = ${town.otherHospitalId}`);
  assert.deepEqual(await whoIs(both), atDesk());
});

test('when a person’s role changes at one hospital, the role at the other hospital stays the same [ROLE-9, JOINH-2]', async () => {
  const body = { role: 'hospital_admin' };
  await get(app, town.admin, 'changeMemberRole', { id: both.userId, body });
  assert.equal((await whoIs(both)).role, 'hospital_admin');
  await actFor(town.otherHospitalId);
  assert.deepEqual(await whoIs(both), asDoctor());
  const { members } = await get(app, town.otherAdmin, 'getTeam');
  assert.equal(members.find(({ userId }) => userId === both.userId)?.role, 'doctor');
});

test('each hospital’s rules for two-factor sign-in and idle time apply while the person works for that hospital [ROLE-9, AUTH-2]', async () => {
  await app.db.run(sql`
    update hospital set require_two_factor = true, idle_minutes = 30
    where id = ${town.otherHospitalId}`);
  assert.equal((await call(app, both, 'getOwnHospital')).status, 200);
  await actFor(town.otherHospitalId);
  assertRefused(await call(app, both, 'getOwnHospital'), 'two_factor_setup_required');
  assert.equal((await get(app, both, 'reportUse', { body: {} })).idleMinutes, 30);
  await actFor(town.hospitalId);
  assert.equal((await call(app, both, 'getOwnHospital')).status, 200);
});

test('staff of one hospital can be invited to another, and both memberships continue [ROLE-9, ROLE-8, JOINH-2]', async () => {
  const { receptionist } = town;
  const doctor = {
    name: 'Dr. Meera Iyer',
    email: receptionist.email,
    phone: '+919876543210',
    specialty: 'Neurology',
    department: 'Neurology',
  };
  const added = await get(app, town.otherAdmin, 'addDoctor', { body: doctor });
  const token = await tokenMailedTo(app.db, receptionist.email);
  const { user } = await get(app, receptionist, 'acceptInvitation', { body: { token } });
  assert.deepEqual(
    [user.role, user.hospitalId, user.worksAtSeveral],
    ['doctor', town.otherHospitalId, true],
  );
  assert.equal((await whoIs(receptionist)).doctorId, added.doctor.id);
  await actFor(town.hospitalId, receptionist);
  assert.equal((await whoIs(receptionist)).role, 'receptionist');
  const rows = await app.db.many<{ hospital_id: string }>(sql`
    select hospital_id from audit
    where user_id = ${receptionist.userId} and action = 'accept invitation'`);
  assert.deepEqual(
    rows.map((row) => row.hospital_id),
    [town.otherHospitalId],
  );

  const application = {
    ...givenApplication(town.otherHospitalId, town.doctor.email),
    role: 'admin',
  };
  const { request } = await get(app, town.doctor, 'applyToHospital', { body: application });
  await get(app, town.otherAdmin, 'approveApplication', { id: request.id });
  assert.equal((await whoIs(town.doctor)).doctorId, town.doctorId);
  await actFor(town.otherHospitalId, town.doctor);
  assert.equal((await whoIs(town.doctor)).role, 'hospital_admin');
  assertRefused(
    await call(app, town.doctor, 'applyToHospital', { body: application }),
    'already_staff',
  );
});

test('a server of the previous release sees only each person’s first hospital, and changes made by this server take effect [ROLE-9]', async () => {
  const seen = () =>
    app.db.many<{ hospital_id: string; role: string }>(sql`
      select hospital_id, role from staff_member where user_id = ${both.userId}`);
  assert.deepEqual(await seen(), [{ hospital_id: town.hospitalId, role: 'receptionist' }]);
  await app.db.run(sql`
    update staff_member set role = 'hospital_admin' where user_id = ${both.userId}`);
  assert.equal((await whoIs(both)).role, 'hospital_admin');
  await app.db.run(sql`delete from staff_member where user_id = ${both.userId}`);
  assert.deepEqual(await whoIs(both), asDoctor());
  assert.deepEqual(await seen(), [{ hospital_id: town.otherHospitalId, role: 'doctor' }]);
  const founder = await makePerson(app);
  const added = await app.db.run(sql`
    insert into staff_member (user_id, hospital_id, role)
    values (${founder.userId}, ${town.hospitalId}, 'hospital_admin')
    on conflict (user_id) do nothing`);
  assert.equal(added, 1);
  assert.equal((await whoIs(founder)).role, 'hospital_admin');
  await app.owner.query('delete from identity."user" where id = $1', [both.userId]);
  assert.deepEqual(await seen(), []);
});
