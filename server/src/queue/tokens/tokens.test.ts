/** Tests check-in and tokens through the API on a real database. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  makeDoctor,
  makeHospital,
  makePatients,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../../testing/test-people.ts';
import { lettersFor, tokenOf } from './token.rules.ts';
import { issueToken } from './token.store.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patients = await makePatients(app, 12);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
});

async function join(person: TestPerson | undefined, doctorId = town.doctorId): Promise<string> {
  assert.ok(person !== undefined);
  return (await get(app, person, 'requestPlace', { body: { doctorId } })).queue.id;
}

async function tokenOfApproved(person: TestPerson | undefined, doctorId?: string): Promise<string> {
  const id = await join(person, doctorId);
  const { queue } = await get(app, town.admin, 'approveRequest', { id });
  assert.ok(queue.token !== null);
  return queue.token;
}

test('the letters of a doctor’s tokens are an unused initial if possible, and unique within the hospital [ARR-3]', () => {
  const none = new Set<string>();
  assert.equal(lettersFor('Dr. Meera Kulkarni', none), 'K');
  assert.equal(lettersFor('Dr. Meera Kulkarni', new Set(['K'])), 'M');
  assert.equal(lettersFor('Dr. Meera Kulkarni', new Set(['K', 'M'])), 'A');
  assert.equal(lettersFor('डॉ. मीरा कुलकर्णी', none), 'A');
  assert.equal(lettersFor('Dr. Ines Oliveira', none), 'A', 'I and O look like 1 and 0');
  const taken = new Set<string>();
  for (let doctor = 0; doctor < 700; doctor += 1) {
    const letters = lettersFor(`Dr. ${doctor}`, taken);
    assert.match(letters, /^[A-HJ-NP-Z]{1,3}$/u);
    assert.ok(!taken.has(letters));
    taken.add(letters);
  }
  assert.equal(tokenOf('C', '2026-03-09', 17).text, 'C-017');
  assert.equal(tokenOf('C', '2026-03-09', 1234).text, 'C-1234');
});

test('a patient’s request has no token until staff approve it, and then keeps one token to the end [ARR-3]', async () => {
  const id = await join(patients[0]);
  const patient = patients[0];
  assert.equal((await get(app, patient, 'getEntry', { id })).queue.token, null);
  const { queue } = await get(app, town.admin, 'approveRequest', { id });
  assert.ok(queue.token?.endsWith('-001'));
  assert.equal((await get(app, patient, 'getCurrentEntry')).queue.token, queue.token);
  await get(app, town.admin, 'startConsultation', { id });
  const { queue: done } = await get(app, town.admin, 'completeConsultation', { id });
  assert.equal(done.token, queue.token);
});

test('twelve patients approved at once have twelve tokens, and a number is not reused after its patient has gone [ARR-3, INV-13]', async () => {
  const ids = await Promise.all(patients.slice(0, 11).map((person) => join(person)));
  const approved = await Promise.all(
    ids.map((id) => get(app, town.admin, 'approveRequest', { id })),
  );
  const numbers = approved.map(({ queue }) => Number(queue.token?.split('-')[1]));
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    Array.from({ length: 11 }, (_, n) => n + 1),
  );
  const last = approved.find(({ queue }) => queue.token?.endsWith('-011'));
  assert.ok(last !== undefined);
  await get(app, town.admin, 'removeEntry', { id: last.queue.id });
  assert.match(await tokenOfApproved(patients[11]), /-012$/u);
});

test('token numbers start again at midnight in the hospital’s time zone and not at UTC midnight [ARR-3]', async () => {
  await tokenOfApproved(patients[0]);
  const { rows } = await app.db.pool.query<{ day: string }>(
    'select token_day::text as day from queue_entry',
  );
  const day = rows[0]?.day ?? '';
  await app.owner.query("update queue_entry set status = 'no_show', order_key = null");
  // 23:59 and 00:01 at the hospital, hours before midnight in UTC.
  const late = await issueToken(app.db, town.doctorId, new Date(`${day}T18:29:00Z`));
  const early = await issueToken(app.db, town.doctorId, new Date(`${day}T18:31:00Z`));
  assert.deepEqual([late.day, late.number], [day, 2]);
  assert.ok(early.day > day);
  assert.equal(early.number, 1);
});

test('a patient waiting over midnight keeps the token, and no other patient gets the token meanwhile [ARR-3, ARR-5, INV-13]', async () => {
  const before: string[] = [];
  for (const person of patients.slice(0, 3)) before.push(await tokenOfApproved(person));
  const numberOf = (token: string) => Number(token.split('-')[1]);
  assert.deepEqual(before.map(numberOf), [1, 2, 3]);
  // Midnight passes: the line's tokens are now from yesterday, and the second patient has gone
  // home.
  await app.owner.query('update queue_entry set token_day = token_day - 1');
  await app.owner.query(
    "update queue_entry set status = 'no_show', order_key = null where token_number = 2",
  );
  const after: string[] = [];
  for (const person of patients.slice(3, 6)) after.push(await tokenOfApproved(person));
  assert.deepEqual(after.map(numberOf), [2, 4, 5]);
  const { queues } = await get(app, town.admin, 'listWaiting', { id: town.hospitalId });
  const tokens = queues.map(({ token }) => token);
  assert.deepEqual([tokens.length, new Set(tokens).size], [5, 5], tokens.join(' '));
});

test('when ten doctors with one name take their first patients at once, they get ten different token letters [ARR-3]', async () => {
  const hospitalId = await makeHospital(app);
  const admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
  const doctorIds = await Promise.all(
    Array.from({ length: 10 }, () => makeDoctor(app, hospitalId, { name: 'Dr. Asha Rao' })),
  );
  const ids = await Promise.all(doctorIds.map((doctorId, n) => join(patients[n], doctorId)));
  const approved = await Promise.all(ids.map((id) => get(app, admin, 'approveRequest', { id })));
  const tokens = approved.map(({ queue }) => queue.token);
  assert.equal(new Set(tokens).size, 10, tokens.join(' '));
  assert.ok(tokens.includes('R-001') && tokens.includes('A-001'));
});

test('the patient and the desk can undo a patient’s own check-in, and only the desk can undo a check-in by the desk [ARR-1]', async () => {
  const [patient] = patients;
  const id = await join(patient);
  const { queue } = await get(app, patient, 'checkInEntry', { id });
  const age = app.clock.now().getTime() - Date.parse(queue.checkedInAt ?? '');
  assert.ok(age >= 0 && age < 60_000);
  assert.equal(queue.checkedInBy, 'patient');
  assertRefused(await call(app, town.admin, 'checkInEntry', { id }), 'already_checked_in');
  const { pendingQueues } = await get(app, town.receptionist, 'listPending', {
    id: town.hospitalId,
  });
  assert.equal(pendingQueues[0]?.checkedInBy, 'patient');
  const meant = await get(app, patient, 'undoCheckIn', { id });
  assert.deepEqual([meant.queue.checkedInAt, meant.queue.checkedInBy], [null, null]);
  assertRefused(await call(app, patients[1], 'undoCheckIn', { id }), 'not_found');
  await get(app, patient, 'checkInEntry', { id });
  const undone = await get(app, town.receptionist, 'undoCheckIn', { id });
  assert.deepEqual([undone.queue.checkedInAt, undone.queue.checkedInBy], [null, null]);
  const again = await get(app, town.doctor, 'checkInEntry', { id });
  assert.equal(again.queue.checkedInBy, 'staff');
  assertRefused(await call(app, patient, 'undoCheckIn', { id }), 'seen_at_hospital');
});

test('a patient who checked in before being approved is still checked in afterwards [ARR-1]', async () => {
  const [patient] = patients;
  const id = await join(patient);
  await get(app, patient, 'checkInEntry', { id });
  const { queue } = await get(app, town.admin, 'approveRequest', { id });
  assert.equal(queue.checkedInBy, 'patient');
  assert.notEqual(queue.token, null);
});
