/** Tests the list of patients with each doctor, as the desk sees it [DESK-4]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { publishedOf } from '../testing/queue-model/published-entries.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patients = await makePatients(app, 3);
});
after(() => app.close());

async function inLine(patient: TestPerson | undefined, doctorId: string): Promise<string> {
  assert.ok(patient !== undefined);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId } });
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  return queue.id;
}

function readInside() {
  return get(app, town.receptionist, 'listInside', { id: town.hospitalId });
}

test('the desk sees which patient is with which doctor and since when, and can mark a no-show, and each view is recorded [DESK-4, ROLE-4, SEC-13]', async () => {
  const [a, b, c] = [
    await inLine(patients[0], town.doctorId),
    await inLine(patients[1], town.colleagueId),
    await inLine(patients[2], town.doctorId),
  ];
  assert.deepEqual((await readInside()).queues, []);
  for (const id of [a, b]) await get(app, town.admin, 'startConsultation', { id });
  const { queues, total, next } = await readInside();
  const { rows } = await app.db.pool.query(
    'select action, user_id from audit order by id desc limit 1',
  );
  assert.deepEqual(rows, [{ action: 'read who is inside', user_id: town.receptionist.userId }]);
  assert.deepEqual(queues.map(({ id }) => id).toSorted(), [a, b].toSorted());
  assert.deepEqual([total, next], [2, null]);
  assert.ok(queues.every(({ startedAt, position }) => startedAt !== null && position === 0));
  assert.deepEqual(
    queues.map(({ doctor }) => doctor.name),
    queues.map(({ doctor }) => doctor.name).toSorted(),
  );
  const body = { status: 'no_show' as const };
  await get(app, town.receptionist, 'updateEntry', { id: a, body });
  assertRefused(await call(app, town.receptionist, 'startConsultation', { id: c }), 'forbidden');
  assert.deepEqual(
    (await readInside()).queues.map(({ id }) => id),
    [b],
  );
});

test('a patient can report the visit as over half an hour after the call, and only staff end the visit [PAT-11, QST-5, QST-6]', async () => {
  const [patient, other] = [patients[1], patients[2]];
  assert.ok(patient !== undefined && other !== undefined);
  const [inside] = (await readInside()).queues;
  assert.ok(inside !== undefined);
  const { id } = inside;
  const seen = { id, body: { word: 'seen' as const } };
  const changed = () => get(app, town.receptionist, 'getEntry', { id });
  app.clock.advance(29 * 60_000);
  assertRefused(await call(app, patient, 'sayOver', seen), 'visit_may_run');
  assertRefused(await call(app, other, 'sayOver', seen), 'not_found');
  assert.equal((await changed()).queue.saidOver, null);
  app.clock.advance(60_000);
  const published = (await get(app, patient, 'sayOver', seen)).queue;
  assert.deepEqual([published.status, published.saidOver?.word], ['in_progress', 'seen']);
  await get(app, patient, 'sayOver', { id, body: { word: 'left' } });
  assert.equal((await readInside()).queues[0]?.saidOver?.word, 'left', 'the latest counts');
  const logged = (await publishedOf(app.db.pool, id)).at(-1);
  assert.deepEqual([logged?.type, logged?.entry.saidOver?.word], ['queue_updated', 'left']);
  // The patient had reported "I was seen" after an earlier call.
  await get(app, town.receptionist, 'holdEntry', { id });
  assert.equal((await changed()).queue.saidOver, null);
  assertRefused(await call(app, patient, 'sayOver', seen), 'illegal_transition');
});
