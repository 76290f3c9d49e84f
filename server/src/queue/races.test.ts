/**
 * Tests real race conditions: many clients over real sockets in one doctor's line [INV-1, INV-2,
 * INV-3].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { EndpointName } from '@baari/contract/endpoints.ts';
import {
  assertRefused,
  type Caller,
  type CallParts,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patients = await makePatients(app, 20);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
});

function staff(): TestPerson[] {
  return [town.doctor, town.colleague, town.receptionist, town.admin];
}

/** Reads the positions in the doctor's line as staff see them. */
async function positions(): Promise<number[]> {
  const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
  return queue.filter(({ status }) => status === 'waiting').map(({ position }) => position);
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

async function join(person: TestPerson, doctorId = town.doctorId): Promise<string> {
  return (await get(app, person, 'requestPlace', { body: { doctorId } })).queue.id;
}

async function makeLine(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (const person of patients.slice(0, count)) {
    const id = await join(person);
    await get(app, town.admin, 'approveRequest', { id });
    ids.push(id);
  }
  return ids;
}

/** Sends the same API call from many clients at once. */
function together(
  callers: readonly Caller[],
  name: EndpointName,
  parts: CallParts,
): Promise<TestAnswer[]> {
  return Promise.all(callers.map((caller) => call(app, caller, name, parts)));
}

function tally(answers: readonly TestAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('twenty simultaneous requests are all answered, and twenty simultaneous approvals give the patients the places 1 to 20 [INV-1]', async () => {
  const ids = await Promise.all(patients.map((person) => join(person)));
  assert.equal(new Set(ids).size, 20);
  const { pendingQueues } = await get(app, town.admin, 'listPending', { id: town.hospitalId });
  assert.equal(pendingQueues.length, 20);
  const four = staff();
  const approved = await Promise.all(
    ids.map((id, index) => get(app, four[index % 4], 'approveRequest', { id })),
  );
  assert.deepEqual(
    approved.map(({ queue }) => queue.position).toSorted((one, other) => one - other),
    upTo(20),
    'each got another place',
  );
  assert.deepEqual(await positions(), upTo(20));
});

test('when one patient requests places with two doctors at once, one request succeeds [INV-2, QST-1]', async () => {
  for (const person of patients.slice(0, 8)) {
    const answers = await Promise.all(
      [town.doctorId, town.otherDoctorId].map((doctorId) =>
        call(app, person, 'requestPlace', { body: { doctorId } }),
      ),
    );
    assert.deepEqual(tally(answers), { 201: 1, 409: 1 });
    const loser = answers.find(({ status }) => status === 409);
    assert.ok(loser !== undefined);
    assertRefused(loser, 'already_in_queue');
  }
});

test('when eight people approve one request at once, one succeeds [INV-9, QST-2]', async () => {
  const id = await join(patients[0] ?? town.doctor);
  const answers = await together([...staff(), ...staff()], 'approveRequest', { id });
  assert.deepEqual(tally(answers), { 200: 1, 409: 7 });
  assert.deepEqual(await positions(), [1]);
});

test('when eight people call one patient in at once, one succeeds [INV-3, QST-4]', async () => {
  const [id = ''] = await makeLine(2);
  const callers = Array.from({ length: 8 }, (_, index) => (index % 2 ? town.doctor : town.admin));
  const answers = await together(callers, 'startConsultation', { id });
  assert.deepEqual(tally(answers), { 200: 1, 409: 7 });
});

test('when two different patients are called in at once, one call succeeds [INV-3, QST-4]', async () => {
  const ids = await makeLine(6);
  const answers = await Promise.all(
    ids.flatMap((id) => [
      call(app, town.doctor, 'startConsultation', { id }),
      call(app, town.admin, 'updateEntry', { id, body: { status: 'in_progress' } }),
    ]),
  );
  assert.deepEqual(tally(answers), { 200: 1, 409: 11 });
  assert.deepEqual(await positions(), upTo(5));
});

test('if a patient leaves while being approved, called or removed, the visit ends in exactly one status [QST-7, INV-9]', async () => {
  for (const name of ['approveRequest', 'startConsultation', 'removeEntry'] as const) {
    await app.owner.query('delete from queue_entry');
    const [person] = patients;
    assert.ok(person !== undefined);
    const id = name === 'approveRequest' ? await join(person) : (await makeLine(1))[0];
    assert.ok(id !== undefined);
    const [left, other] = await Promise.all([
      call(app, person, 'leaveQueue', { id }),
      call(app, town.admin, name, { id }),
    ]);
    const { queue } = await get(app, town.admin, 'getEntry', { id });
    if (left.status === 200) {
      // The desk may approve the request before the patient leaves. Once the patient has been
      // called in or removed, the patient can no longer leave.
      assert.equal(queue.status, 'cancelled');
      assert.equal(queue.cancelledBy, 'patient');
      if (name !== 'approveRequest') assertRefused(other, 'illegal_transition');
    } else {
      assertRefused(left, 'illegal_transition');
      assert.equal(other.status, 200);
    }
  }
});

/** Repeats an API call that a slow machine did not answer in time, as the web page does. */
async function callUntilThereIsTime(
  by: TestPerson,
  name: EndpointName,
  id: string,
): Promise<TestAnswer> {
  for (;;) {
    const answer = await call(app, by, name, { id });
    if (answer.status !== 503) return answer;
    assertRefused(answer, 'overloaded');
  }
}

test('200 concurrent moved, called and leaving patients never cause a gap or a duplicate place in line [INV-1, INV-3] @long', async () => {
  const ids = await makeLine(20);
  let storming = true;
  let seen = 0;
  async function watch(): Promise<void> {
    while (storming) {
      const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
      const waiting = queue.filter(({ status }) => status === 'waiting');
      assert.deepEqual(
        waiting.map(({ position }) => position),
        upTo(waiting.length),
      );
      assert.ok(queue.filter(({ status }) => status === 'in_progress').length <= 1);
      const list = await get(app, town.receptionist, 'listWaiting', { id: town.hospitalId });
      assert.deepEqual(
        list.queues.map(({ position }) => position),
        upTo(list.queues.length),
      );
      seen += 1;
    }
  }
  const watching = Promise.all([watch(), watch()]);
  const kinds = ['moveEntryUp', 'moveEntryDown', 'moveEntryUp', 'startConsultation'] as const;
  const answers = await Promise.all(
    upTo(200).map((n) => {
      const id = ids[(n * 7) % ids.length] ?? '';
      const name = n % 25 === 0 ? 'removeEntry' : (kinds[n % 4] ?? 'moveEntryUp');
      return callUntilThereIsTime(n % 2 === 0 ? town.doctor : town.admin, name, id);
    }),
  );
  storming = false;
  await watching;
  assert.ok(seen > 5, `read ${seen} times meanwhile`);
  const unexpected = answers.filter(({ status }) => status !== 200 && status !== 409);
  assert.deepEqual(
    unexpected.map(({ text }) => text),
    [],
  );
  const started = await app.db.pool.query<{ n: number }>(
    `select count(*)::int as n from queue_entry where status = 'in_progress'`,
  );
  assert.ok((started.rows[0]?.n ?? 0) <= 1);
});
