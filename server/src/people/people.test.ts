/** Several people under one account: ownership, who may request for whom, and what each reader sees. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type { Person } from '@baari/contract/patient/person.ts';
import { maxAddedPeople } from '@baari/contract/patient/person.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenPerson, givenReport } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let mother: TestPerson;
let stranger: TestPerson;
let riya: Person;
let kabir: Person;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(async () => {
  mother = await makePerson(app, { name: 'Asha Verma', phone: '+919811000000' });
  stranger = await makePerson(app, { name: 'Zainab Khan' });
  riya = await add('Riya Verma');
  kabir = await add('Kabir Verma');
});

async function add(name: string, to: TestPerson = mother): Promise<Person> {
  return (await get(app, to, 'addPerson', { body: givenPerson(name) })).person;
}

async function join(patientId?: string, doctorId = town.doctorId, by = mother): Promise<string> {
  const body = { doctorId, ...(patientId === undefined ? {} : { patientId }) };
  return (await get(app, by, 'requestPlace', { body })).queue.id;
}

async function names(of: TestPerson = mother): Promise<string[]> {
  return (await get(app, of, 'listPeople')).people.map(({ name }) => name);
}

async function see(entryId: string): Promise<void> {
  await app.db.pool.query(
    "update queue_entry set status = 'cancelled', cancelled_by = 'staff', ended_at = now() where status in ('waiting', 'in_progress') and id <> $1",
    [entryId],
  );
  await get(app, town.admin, 'approveRequest', { id: entryId });
  await get(app, town.admin, 'startConsultation', { id: entryId });
  await get(app, town.admin, 'completeConsultation', { id: entryId, body: {} });
}

test('an account lists its own person first and then the added people, and saves all fields of a person together [PROF-1]', async () => {
  assert.deepEqual(await names(), ['Asha Verma', 'Riya Verma', 'Kabir Verma']);
  const [own] = (await get(app, mother, 'listPeople')).people;
  assert.equal(own?.relation, 'self');
  assert.equal(own?.id, mother.userId);
  const body = { name: 'Riya V. Rao', relation: 'other', dateOfBirth: '', gender: '' } as const;
  const { person } = await get(app, mother, 'savePerson', { id: riya.id, body });
  assert.deepEqual(person, { ...body, id: riya.id });
  assert.deepEqual(await names(), ['Asha Verma', 'Riya V. Rao', 'Kabir Verma']);
});

test('a patient who never saved a profile is listed as the only person of the account [PROF-1]', async () => {
  const { people } = await get(app, stranger, 'listPeople');
  assert.deepEqual(
    people.map(({ id, relation }) => ({ id, relation })),
    [{ id: stranger.userId, relation: 'self' }],
  );
});

test('an eleventh added person is refused, also when several people are added at once [PROF-1]', async () => {
  const more = Array.from({ length: maxAddedPeople }, (_, index) =>
    call(app, mother, 'addPerson', { body: givenPerson(`Cousin ${index}`) }),
  );
  const answers = await Promise.all(more);
  assert.equal(answers.filter(({ status }) => status === 201).length, maxAddedPeople - 2);
  assertRefused(
    await call(app, mother, 'addPerson', { body: givenPerson('One more') }),
    'too_many_people',
  );
});

test('a future date of birth is refused, naming the field [PROF-1, VAL-6]', async () => {
  const body = { ...givenPerson(), dateOfBirth: '2999-01-01' };
  assertRefused(await call(app, mother, 'addPerson', { body }), 'invalid_request', 'dateOfBirth');
  assertRefused(
    await call(app, mother, 'savePerson', { id: riya.id, body }),
    'invalid_request',
    'dateOfBirth',
  );
});

test('the account’s own person is edited in the profile and cannot be removed [PROF-1]', async () => {
  const own = { id: mother.userId };
  assertRefused(
    await call(app, mother, 'savePerson', { ...own, body: givenPerson() }),
    'own_person',
  );
  assertRefused(await call(app, mother, 'removePerson', own), 'own_person');
});

test('a mother waits for herself and two children at once, even with one doctor [INV-2, PROF-1]', async () => {
  const ids = [await join(), await join(riya.id), await join(kabir.id)];
  const { queues } = await get(app, mother, 'listOpenEntries');
  assert.deepEqual(
    queues.map(({ id, patient }) => [id, patient.name]),
    [
      [ids[0], 'Asha Verma'],
      [ids[1], 'Riya Verma'],
      [ids[2], 'Kabir Verma'],
    ],
  );
  const again = { doctorId: town.colleagueId, patientId: riya.id };
  assertRefused(await call(app, mother, 'requestPlace', { body: again }), 'already_in_queue');
  assert.equal((await get(app, mother, 'getCurrentEntry')).queue.id, ids[2]);
});

test('of two concurrent requests for one child at two doctors one succeeds [INV-2, PROF-1]', async () => {
  const answers = await Promise.all(
    [town.doctorId, town.colleagueId].map((doctorId) =>
      call(app, mother, 'requestPlace', { body: { doctorId, patientId: riya.id } }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((one, other) => one - other),
    [201, 409],
  );
});

test('staff see the child’s name, the account holder and the account’s contact [ENT-1, PROF-1]', async () => {
  const id = await join(riya.id);
  const { queue } = await get(app, town.receptionist, 'getEntry', { id });
  assert.deepEqual(queue.patient, {
    id: riya.id,
    name: 'Riya Verma',
    fullName: 'Riya Verma',
    email: mother.email,
    phone: '+919811000000',
    through: 'Asha Verma',
    isContactProved: true,
    isPhoneProved: false,
  });
  const own = await get(app, town.receptionist, 'getEntry', { id: await join() });
  assert.equal(own.queue.patient.through, null);
  const { patients } = await get(app, town.receptionist, 'findReportPatients', {
    body: { search: 'Riya' },
  });
  const found = patients.find((patient) => patient.id === riya.id);
  assert.deepEqual([found?.phone, found?.through], ['+919811000000', 'Asha Verma']);
});

test('an account can read the queue of each of its people, and cannot find the people of other accounts [API-6, PROF-1]', async () => {
  const id = await join(riya.id);
  const of = async (person: string) =>
    (await get(app, mother, 'getPatientQueue', { id: person })).activeQueue?.id ?? null;
  assert.equal(await of(riya.id), id);
  assert.equal(await of(kabir.id), null);
  assert.equal(await of(mother.userId), null);
  for (const person of [riya.id, kabir.id, mother.userId]) {
    assertRefused(await call(app, stranger, 'getPatientQueue', { id: person }), 'not_found');
  }
});

test('a request for another account’s person gets exactly the same answer as one for an unknown person [SEC-2, PROF-1]', async () => {
  const entryId = await join(riya.id);
  const random = randomUUID();
  const calls = [
    (id: string) => call(app, stranger, 'savePerson', { id, body: givenPerson() }),
    (id: string) => call(app, stranger, 'removePerson', { id }),
    (id: string) => call(app, stranger, 'getPatientQueue', { id }),
    (id: string) => call(app, stranger, 'listHistory', { query: { patientId: id } }),
    (id: string) =>
      call(app, stranger, 'requestPlace', { body: { doctorId: town.doctorId, patientId: id } }),
    (id: string) =>
      call(app, stranger, 'bookAppointment', {
        body: { doctorId: town.doctorId, date: '2020-01-06', time: '09:00', patientId: id },
      }),
  ];
  for (const [index, made] of calls.entries()) {
    const real = await made(riya.id);
    assertRefused(real, 'not_found', String(index));
    assert.equal(real.text, (await made(random)).text, String(index));
  }
  for (const name of ['getEntry', 'leaveQueue'] as const) {
    assertRefused(await call(app, stranger, name, { id: entryId }), 'not_found');
  }
  assert.deepEqual((await get(app, stranger, 'listOpenEntries')).queues, []);
  assert.deepEqual(await names(), ['Asha Verma', 'Riya Verma', 'Kabir Verma']);
});

test('an account holder leaves a queue for a child, and the history names the patient of each visit [API-2, API-12]', async () => {
  await get(app, mother, 'leaveQueue', { id: await join(riya.id) });
  await get(app, mother, 'leaveQueue', { id: await join() });
  const whose = async (query: { patientId?: string } = {}) =>
    (await get(app, mother, 'listHistory', { query })).queues.map(({ patient }) => patient.name);
  assert.deepEqual(await whose(), ['Asha Verma', 'Riya Verma']);
  assert.deepEqual(await whose({ patientId: riya.id }), ['Riya Verma']);
  assert.deepEqual(await whose({ patientId: kabir.id }), []);
});

test('a person who is in a queue cannot be removed from the account, and a removed person with visits stays in the records [PROF-1]', async () => {
  const entryId = await join(riya.id);
  assertRefused(await call(app, mother, 'removePerson', { id: riya.id }), 'person_in_queue');
  await see(entryId);
  await get(app, mother, 'removePerson', { id: riya.id });
  assert.deepEqual(await names(), ['Asha Verma', 'Kabir Verma']);
  const { queues } = await get(app, mother, 'listHistory', { query: { patientId: riya.id } });
  assert.deepEqual(
    queues.map(({ patient }) => patient.name),
    ['Riya Verma'],
  );
  for (const again of [
    await call(app, mother, 'removePerson', { id: riya.id }),
    await call(app, mother, 'savePerson', { id: riya.id, body: givenPerson() }),
    await call(app, mother, 'requestPlace', {
      body: { doctorId: town.doctorId, patientId: riya.id },
    }),
  ]) {
    assertRefused(again, 'not_found');
  }
});

test('a removed person who never had a visit is deleted [PROF-1]', async () => {
  await get(app, mother, 'removePerson', { id: kabir.id });
  const { rows } = await app.db.pool.query('select 1 from patient where id = $1', [kabir.id]);
  assert.equal(rows.length, 0);
});

test('when a person of an account is removed and requests a place at the same moment, only one of the two succeeds [INV-2, PROF-1]', async () => {
  for (let round = 0; round < 10; round += 1) {
    const person = await add(`Child ${round}`);
    const body = { doctorId: town.doctorId, patientId: person.id };
    const [asked, removed] = await Promise.all([
      call(app, mother, 'requestPlace', { body }),
      call(app, mother, 'removePerson', { id: person.id }),
    ]);
    const outcome = `${asked.status} ${removed.status}`;
    assert.ok(outcome === '201 409' || outcome === '404 200', outcome);
    if (asked.status === 201) {
      const { activeQueue } = await get(app, mother, 'getPatientQueue', { id: person.id });
      await get(app, mother, 'leaveQueue', { id: activeQueue?.id ?? '' });
      await get(app, mother, 'removePerson', { id: person.id });
    }
  }
});

test('a child’s report can be read by the mother and by no other patient [RPT-1, PROF-1]', async () => {
  await join(riya.id);
  const body = givenReport(riya.id, town.doctorId);
  const { report } = await get(app, town.admin, 'createReport', { body });
  const { reports } = await get(app, mother, 'listOwnReports');
  assert.deepEqual(
    reports.map(({ id, patient }) => [id, patient.name]),
    [[report.id, 'Riya Verma']],
  );
  assertRefused(await call(app, stranger, 'getReport', { id: report.id }), 'not_found');
});

test('only the child’s account can rate the child’s visit [ENT-4, PROF-1]', async () => {
  const entryId = await join(riya.id);
  await see(entryId);
  assertRefused(
    await call(app, stranger, 'rateVisit', { id: entryId, body: { stars: 1 } }),
    'not_found',
  );
  await get(app, mother, 'rateVisit', { id: entryId, body: { stars: 5 } });
  assert.equal((await get(app, mother, 'listOwnRatings')).ratings[0]?.entryId, entryId);
});

test('the export contains every person of the account and nobody else [PROF-1, SEC-14]', async () => {
  await join(riya.id);
  const theirs = await add('Imran Khan', stranger);
  await join(theirs.id, town.doctorId, stranger);
  const { data } = await get(app, mother, 'exportOwnData');
  const text = JSON.stringify(data);
  for (const name of ['Asha Verma', 'Riya Verma', 'Kabir Verma'])
    assert.match(text, new RegExp(name, 'u'));
  assert.doesNotMatch(text, /Imran|Zainab/u);
  assert.match(JSON.stringify(data['queueEntries']), /"person":"Riya Verma"/u);
});
