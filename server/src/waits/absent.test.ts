/**
 * Tests which entries count as absent, on a real database. The share of absent patients shortens
 * the forecast waits [QST-12].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { countAbsent } from './promises.store.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patients = await makePatients(app, 3);
});
after(() => app.close());

async function inLine(patient: TestPerson | undefined): Promise<string> {
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  return queue.id;
}

test('in the count of patients who do not come, a no-show counts as absent and a completed visit does not [QST-12, QST-6]', async () => {
  const since = new Date(app.clock.now().getTime() - 60_000);
  const [first, second, third] = patients;
  const seen = await inLine(first);
  await get(app, town.doctor, 'startConsultation', { id: seen });
  await get(app, town.doctor, 'completeConsultation', { id: seen });
  assert.deepEqual(await countAbsent(app.db, town.hospitalId, since), { seen: 1, absent: 0 });
  const called = await inLine(second);
  await get(app, town.doctor, 'startConsultation', { id: called });
  await get(app, town.doctor, 'updateEntry', { id: called, body: { status: 'no_show' } });
  assert.deepEqual(await countAbsent(app.db, town.hospitalId, since), { seen: 2, absent: 1 });
  const away = await inLine(third);
  await get(app, town.doctor, 'updateEntry', { id: away, body: { status: 'no_show' } });
  assert.deepEqual(await countAbsent(app.db, town.hospitalId, since), { seen: 3, absent: 2 });
});
