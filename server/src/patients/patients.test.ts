/**
 * The desk searches for known patients before it makes a new record, and adds patients to a line;
 * on a real database.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenPerson } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from appointment; delete from queue_entry');
  await app.db.run(sql`update doctor set status = 'Available'`);
});

async function addWalkIn(name: string, change: object = {}, by = town.receptionist) {
  const body = { name, doctorId: town.doctorId, ...change };
  return (await get(app, by, 'addWalkIn', { body })).queue;
}

function find(body: { name?: string; phone?: string }, by: TestPerson = town.receptionist) {
  return get(app, by, 'findAlike', { body }).then(({ patients }) => patients);
}

async function complete(id: string): Promise<void> {
  await get(app, town.admin, 'startConsultation', { id });
  await get(app, town.admin, 'completeConsultation', { id, body: {} });
}

/** Makes a completed visit of a patient with an account. */
async function visitOf(person: TestPerson, patientId?: string): Promise<void> {
  const body = { doctorId: town.doctorId, ...(patientId === undefined ? {} : { patientId }) };
  const { queue } = await get(app, person, 'requestPlace', { body });
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  await complete(queue.id);
}

test('a former walk-in is found by phone or name in any spelling, with facts that tell patients apart [DESK-7]', async () => {
  const entry = await addWalkIn('Sunita Verma', {
    phone: '+91 98765 43210',
    age: 61,
    gender: 'Female',
  });
  await complete(entry.id);
  const expected = {
    id: entry.patient.id,
    name: 'Sunita Verma',
    through: null,
    hasAccount: false,
    age: 61,
    gender: 'Female',
    phoneEnd: '3210',
    open: null,
  };
  for (const [given, by] of [
    [{ phone: '०९८७६५ ४३२१०' }, 'phone'],
    [{ name: 'Varma Suneeta' }, 'name'],
    [{ name: 'Sunita', phone: '9876543210' }, 'both'],
  ] as const) {
    const [found, ...others] = await find(given);
    const { lastVisit, ...facts } = found ?? {};
    assert.deepEqual(facts, { ...expected, by }, JSON.stringify(given));
    assert.ok(lastVisit !== null && lastVisit !== undefined);
    assert.deepEqual(others, []);
  }
  assert.deepEqual(await find({ name: 'Riya Verma', phone: '43210' }), []);
  assert.deepEqual(await find({}), []);
});

test('a search result of a patient who waits at this hospital shows the token and the doctor [DESK-7]', async () => {
  const entry = await addWalkIn('Zubeida Khan');
  const [found] = await find({ name: 'Zubeida Khan' });
  assert.deepEqual(found?.open, {
    status: 'waiting',
    token: entry.token,
    doctorName: entry.doctor.name,
  });
});

test('a family is found by the account’s phone with the account holder, and a shared profile adds age and sex [DESK-7, SEC-26]', async () => {
  const mother = await makePerson(app, { name: 'Nirmala Joshi', phone: '+919822000111' });
  const body = {
    ...givenPerson('Kabir Joshi'),
    dateOfBirth: '2015-02-03',
    gender: 'Male',
  } as const;
  const { person: child } = await get(app, mother, 'addPerson', { body });
  await visitOf(mother);
  await visitOf(mother, child.id);
  const found = async (by: TestPerson) =>
    (await find({ phone: '98220 00111' }, by)).find(({ id }) => id === child.id);
  const unshared = await found(town.doctor);
  assert.deepEqual(
    [unshared?.name, unshared?.through, unshared?.hasAccount, unshared?.age, unshared?.gender],
    ['Kabir Joshi', 'Nirmala Joshi', true, null, null],
  );
  await get(app, mother, 'saveConsent', {
    id: town.hospitalId,
    body: { purpose: 'profile', isGiven: true },
  });
  const shared = await found(town.doctor);
  assert.ok(shared?.age !== null && shared?.gender === 'Male');
  const atDesk = await found(town.receptionist);
  assert.deepEqual([atDesk?.age, atDesk?.gender], [null, null], 'profiles are not the reception’s');
});

test('another hospital’s patients are never found by any phone or name [DESK-7, ROLE-7]', async () => {
  await addWalkIn('Xerxes Billimoria', { phone: '+919833000222' });
  const sought = { name: 'Xerxes Billimoria', phone: '+919833000222' };
  assert.equal((await find(sought)).length, 1);
  assert.deepEqual(await find(sought, town.otherAdmin), []);
});

test('a hospital cannot find a patient who asked for a place and left, nor an erased patient [DESK-7, SEC-5]', async () => {
  const passer = await makePerson(app, { name: 'Quentin D’Souza', phone: '+919844000333' });
  const { queue } = await get(app, passer, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, passer, 'leaveQueue', { id: queue.id });
  assert.deepEqual(await find({ name: 'Quentin D’Souza', phone: '9844000333' }), []);
  await visitOf(passer);
  assert.equal((await find({ name: 'Quentin D’Souza' })).length, 1);
  await app.db.run(sql`
    update patient set account_id = null, erased_at = now() where id = ${passer.userId}`);
  assert.deepEqual(await find({ name: 'Quentin D’Souza', phone: '9844000333' }), []);
  const booked = await get(app, town.receptionist, 'findKnownPatients', {
    body: { search: 'Quentin' },
  });
  assert.deepEqual(booked.patients, [], 'nor is an appointment booked for the erased');
  const put = { id: passer.userId, body: { doctorId: town.doctorId } };
  assertRefused(await call(app, town.receptionist, 'putInLine', put), 'not_found');
});

test('each search for a known patient is recorded with the patients it showed [DESK-7, SEC-13]', async () => {
  const { patient } = await addWalkIn('Yamuna Pillai');
  await find({ name: 'Yamuna Pillai' });
  const { entries } = await get(app, town.admin, 'listAudit', {
    query: { action: 'look for a known patient' },
  });
  assert.deepEqual(entries[0]?.patients, [{ id: patient.id, name: 'Yamuna Pillai' }]);
});

test('a known patient is added to the end of a line as checked in, with a token and no new record [DESK-8]', async () => {
  const first = await addWalkIn('Kamla Devi', { phone: '+919855000444' });
  await complete(first.id);
  await addWalkIn('Somebody Before');
  const body = { doctorId: town.doctorId, symptoms: 'cough', urgency: 'high' } as const;
  const { queue } = await get(app, town.receptionist, 'putInLine', { id: first.patient.id, body });
  assert.deepEqual(
    [queue.status, queue.position, queue.symptoms, queue.urgency, queue.patient.id],
    ['waiting', 2, 'cough', 'high', first.patient.id],
  );
  assert.ok(queue.token !== null && queue.checkedInAt !== null);
  assert.equal(queue.patient.phone, '+919855000444');
  const { entries } = await get(app, town.admin, 'listAudit', {
    query: { action: 'put a known patient in a line' },
  });
  assert.deepEqual(entries[0]?.patients, [{ id: first.patient.id, name: 'Kamla Devi' }]);
  const { visits } = await get(app, town.receptionist, 'listPatientVisits', {
    id: first.patient.id,
  });
  assert.equal(visits.length, 1);
});

test('a known patient goes to the first free doctor of a department, and is refused when none is Available [DESK-8]', async () => {
  const { patient, id } = await addWalkIn('Leela Nair');
  await complete(id);
  await addWalkIn('Somebody Else');
  const body = { department: 'Cardiology' };
  const { queue } = await get(app, town.receptionist, 'putInLine', { id: patient.id, body });
  assert.equal(queue.doctor.id, town.colleagueId);
  await get(app, town.receptionist, 'removeEntry', { id: queue.id });
  await app.db.run(sql`update doctor set status = 'Busy'`);
  assertRefused(
    await call(app, town.receptionist, 'putInLine', { id: patient.id, body }),
    'nobody_available',
  );
});

test('a request to add a patient that names both a doctor and a department is refused [DESK-8, VAL-6]', async () => {
  const two = { doctorId: town.doctorId, department: 'Cardiology' };
  assertRefused(
    await call(app, town.receptionist, 'addWalkIn', { body: { name: 'Leela Nair', ...two } }),
    'invalid_request',
  );
  const { patient, id } = await addWalkIn('Leela Nair');
  await complete(id);
  const put = { id: patient.id, body: two };
  assertRefused(await call(app, town.receptionist, 'putInLine', put), 'invalid_request');
});

test('adding a patient who is already in a queue, or adding one for an Offline doctor, is refused and changes nothing [DESK-8, INV-2]', async () => {
  const { patient } = await addWalkIn('Farida Ansari');
  const body = { doctorId: town.colleagueId };
  const put = { id: patient.id, body };
  assertRefused(await call(app, town.receptionist, 'putInLine', put), 'already_in_queue');
  const { patient: other, id } = await addWalkIn('Gauri Sen');
  await get(app, town.receptionist, 'removeEntry', { id });
  await app.db.run(sql`update doctor set status = 'Offline' where id = ${town.colleagueId}`);
  assertRefused(
    await call(app, town.receptionist, 'putInLine', { id: other.id, body }),
    'doctor_not_available',
  );
  assertRefused(
    await call(app, town.otherAdmin, 'putInLine', {
      id: other.id,
      body: { doctorId: town.doctorId },
    }),
    'not_found',
  );
});

test('when two desks add one patient to two lines at once, one succeeds [DESK-8, INV-2]', async () => {
  const { patient, id } = await addWalkIn('Hema Iyer');
  await get(app, town.receptionist, 'removeEntry', { id });
  const answers = await Promise.all(
    [town.doctorId, town.colleagueId].map((doctorId) =>
      call(app, town.receptionist, 'putInLine', { id: patient.id, body: { doctorId } }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((one, other) => one - other),
    [201, 409],
  );
});

test('a family joins the lines in list order, new people get the family’s phone, and each arrival is recorded [DESK-9]', async () => {
  const { patient: mother, id } = await addWalkIn('Vasudha Kale', { phone: '+919866000555' });
  await complete(id);
  await addWalkIn('Somebody Before');
  const { doctorId, colleagueId } = town;
  const body = {
    phone: '98660 00555',
    people: [
      { name: 'Aarav Kale', age: 6, gender: 'Male', doctorId, symptoms: 'fever' },
      { patientId: mother.id, doctorId },
      { name: 'Anika Kale', doctorId: colleagueId, urgency: 'high' },
      { name: 'Ishaan Kale', doctorId },
    ],
  } as const;
  const { outcomes } = await get(app, town.receptionist, 'addFamily', { body });
  assert.deepEqual(
    outcomes.map(({ queue }) => [queue?.patient.name, queue?.doctor.id, queue?.position]),
    [
      ['Aarav Kale', doctorId, 2],
      ['Vasudha Kale', doctorId, 3],
      ['Anika Kale', colleagueId, 1],
      ['Ishaan Kale', doctorId, 4],
    ],
  );
  const tokens = outcomes.map(({ queue }) => queue?.token);
  assert.equal(new Set(tokens).size, 4);
  assert.deepEqual(
    outcomes.map(({ queue }) => queue?.patient.phone),
    Array.from({ length: 4 }, () => '+919866000555'),
  );
  assert.equal(outcomes[1]?.queue?.patient.id, mother.id);
  assert.equal((await find({ phone: '9866000555' })).length, 4);
  const { entries } = await get(app, town.admin, 'listAudit', {
    query: { action: 'add a family' },
  });
  assert.deepEqual(
    entries.map(({ patientCount }) => patientCount),
    [4],
  );
});

test('a refused family member is reported separately, leaves no record, and does not affect the others [DESK-9, INV-2]', async () => {
  const { patient: waiting } = await addWalkIn('Tara Gokhale');
  await app.db.run(sql`update doctor set status = 'Offline' where id = ${town.colleagueId}`);
  const body = {
    people: [
      { patientId: waiting.id, doctorId: town.doctorId },
      { name: 'Yash Gokhale', doctorId: town.colleagueId },
      { name: 'Veda Gokhale', doctorId: town.doctorId },
    ],
  };
  const { outcomes } = await get(app, town.receptionist, 'addFamily', { body });
  assert.deepEqual(
    outcomes.map(({ queue, refused }) => queue?.patient.name ?? refused),
    ['already_in_queue', 'doctor_not_available', 'Veda Gokhale'],
  );
  const left = await app.db.many(sql`select 1 from patient where name = 'Yash Gokhale'`);
  assert.equal(left.length, 0);
});

test('a family with an unknown patient or another hospital’s doctor is refused as a whole [DESK-9, ROLE-7]', async () => {
  const stranger = await makePerson(app, { name: 'Noone Here', phone: '+919877000666' });
  for (const odd of [
    { patientId: stranger.userId, doctorId: town.doctorId },
    { name: 'Elsewhere Rao', doctorId: town.otherDoctorId },
  ]) {
    const body = { people: [{ name: 'Pooja Firstly', doctorId: town.doctorId }, odd] };
    assertRefused(await call(app, town.receptionist, 'addFamily', { body }), 'not_found');
  }
  const left = await app.db.many(sql`select 1 from patient where name = 'Pooja Firstly'`);
  assert.equal(left.length, 0);
});

test('two desks that add overlapping families at once both get an answer, and each person gets one place [DESK-9, INV-2]', async () => {
  const ids: string[] = [];
  for (const name of ['Ojas Desai', 'Mira Desai']) {
    const { patient, id } = await addWalkIn(name);
    await get(app, town.receptionist, 'removeEntry', { id });
    ids.push(patient.id);
  }
  const { doctorId, colleagueId } = town;
  const family = (order: readonly string[], doctors: readonly string[]) => ({
    people: order.map((patientId, at) => ({ patientId, doctorId: doctors[at] ?? doctorId })),
  });
  const answers = await Promise.all([
    get(app, town.receptionist, 'addFamily', { body: family(ids, [doctorId, colleagueId]) }),
    get(app, town.admin, 'addFamily', {
      body: family(ids.toReversed(), [doctorId, colleagueId]),
    }),
  ]);
  const all = answers.flatMap(({ outcomes }) => outcomes);
  assert.equal(all.filter(({ queue }) => queue !== null).length, 2);
  assert.equal(all.filter(({ refused }) => refused === 'already_in_queue').length, 2);
});

test('a search request that is repeated with the same key gets the first answer again, and the record names the same patients [SEC-13, INV-7]', async () => {
  await get(app, town.receptionist, 'addWalkIn', {
    body: { name: 'Farida Replay', phone: '+919876501234', doctorId: town.doctorId },
  });
  const headers = { 'idempotency-key': randomUUID() };
  const search = () =>
    get(app, town.receptionist, 'findAlike', { body: { name: 'Farida Replay' }, headers });
  const [first, again] = [await search(), await search()];
  assert.equal(first.patients.length, 1);
  assert.deepEqual(again, first);
  const { rows } = await app.owner.query(
    `select patient_ids, details->'isReplay' as replay from audit
     where action = 'look for a known patient' order by id desc limit 2`,
  );
  const ids = first.patients.map(({ id }) => id);
  assert.deepEqual(rows, [
    { patient_ids: ids, replay: true },
    { patient_ids: ids, replay: null },
  ]);
});
