/** Tests how many SQL statements and database round trips a visit needs. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Heard, type Listen, listenToStatements } from '../../testing/measuring/statements.ts';
import { get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';

let app: TestApp;
let town: Town;
let asha: TestPerson;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  const [first] = await makePatients(app, 1);
  assert.ok(first !== undefined);
  asha = first;
});
after(() => app.close());

/**
 * Makes one visit with four calls: request, approve, start and complete. Each call is sent as the
 * web page sends it.
 */
async function visit(listen: Listen): Promise<Heard[]> {
  const headers = () => ({ 'idempotency-key': randomUUID() });
  let id = '';
  const join = await listen(async () => {
    const body = { doctorId: town.doctorId };
    id = (await get(app, asha, 'requestPlace', { body, headers: headers() })).queue.id;
  });
  const heard = [join];
  for (const name of ['approveRequest', 'startConsultation', 'completeConsultation'] as const) {
    heard.push(await listen(() => get(app, town.admin, name, { id, headers: headers() })));
  }
  return heard;
}

test('joining a line, approving, starting and completing a visit send only the necessary SQL statements to the database', async () => {
  const listen = listenToStatements(app.db.pools);
  // A doctor's very first visit writes rows that later visits do not write.
  await visit(listen);
  const heard = await visit(listen);
  const counts = heard.map(({ statements }) => statements.length);
  const trips = heard.map(({ roundTrips }) => roundTrips);
  // An additional statement slows every change of the queue, so adding a statement must be a
  // deliberate decision.
  assert.deepEqual(counts, [9, 9, 9, 8]);
  assert.deepEqual(trips, [4, 4, 3, 3]);
});
