/** Tests that a killed server process loses no answer to ABDM [API-38]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { type OpenDatabase, openDatabase } from '../../platform/database/database.ts';
import { makeTestClock } from '../../testing/identity-app.ts';
import { get, sendOver, type TestServer } from '../../testing/test-app.ts';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { makeTown } from '../../testing/test-people.ts';
import { startProcess, type TestProcess } from '../../testing/processes/test-process.ts';
import {
  type AbdmGateway,
  sharePatient,
  startAbdmGateway,
} from '../../testing/stand-ins/abdm-gateway.ts';
import { until } from '../../testing/stand-ins/webhook-receiver.ts';

const hipId = 'IN2810014366';
let database: TestDatabase;
let db: OpenDatabase;
let gateway: AbdmGateway;
const started: TestProcess[] = [];
before(async () => {
  database = await makeTestDatabase();
  db = openDatabase({ connection: database.connection, poolSize: 2, onIdleError: () => undefined });
  gateway = await startAbdmGateway(() => new Date());
});
after(async () => {
  for (const each of started) await each.end('SIGKILL');
  gateway.close();
  await db.close();
  await database.drop();
});

test('when the process that made the place is killed before ABDM has the token, another process sends it [API-38]', async () => {
  const { settings } = gateway;
  const first = await startProcess(database, { settings });
  started.push(first);
  const app: TestServer = {
    db,
    clock: makeTestClock(),
    origin: () => first.origin,
    send: (request) => sendOver(first.origin, request),
  };
  const town = await makeTown(app);
  await db.run(sql`update hospital set confirmed_at = now(), looked_as = '{}'`);
  await get(app, town.admin, 'saveAbdm', { body: { hipId } });
  const body = { lineId: town.doctorId };
  const { counters } = await get(app, town.admin, 'addAbdmCounter', { body });
  // The gateway never answers while the first process lives.
  const asked = Promise.withResolvers<unknown>();
  gateway.answering = asked.resolve;
  const answer = await sharePatient(app, gateway, { hipId, counter: counters[0]?.code ?? '' });
  assert.equal(answer.status, 200, answer.text);
  await asked.promise;
  await first.end('SIGKILL');
  gateway.answering = undefined;
  const second = await startProcess(database, { settings });
  started.push(second);
  await until(() => gateway.answers.length > 0, 'the answer arrives', 60);
  assert.ok('acknowledgement' in (gateway.answers[0] ?? {}), JSON.stringify(gateway.answers));
  assert.equal(gateway.answers.length, 1);
  await second.end('SIGTERM');
});
