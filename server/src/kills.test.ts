/**
 * The server process is killed repeatedly during a busy morning. Every acknowledged change must
 * exist. A request that a kill interrupted is retried with its Idempotency-Key and must take effect
 * only once. A reader that reconnects to each new process must get each change once [INV-4, INV-5,
 * INV-6, INV-7]. power-cut.test.ts covers a killed PostgreSQL and a power cut.
 *
 * BAARI_KILLS sets the number of kills; 50 is a thorough run.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { queueStatuses } from '@baari/contract/constants.ts';
import type { EndpointName } from '@baari/contract/endpoints.ts';
import { problem } from '@baari/contract/refusals.ts';
import { z } from 'zod';
import { type OpenDatabase, openDatabase } from './platform/database/database.ts';
import { makeTestClock } from './testing/identity-app.ts';
import { type CallParts, call, sendOver, type TestServer } from './testing/test-app.ts';
import { makeTestDatabase, type TestDatabase } from './testing/test-database.ts';
import {
  makeDoctor,
  makePatients,
  makeTown,
  type TestPerson,
  type Town,
} from './testing/test-people.ts';
import { startProcess, type TestProcess } from './testing/processes/test-process.ts';
import { openStream } from './testing/test-stream.ts';
import { entriesInLog, lastPublished } from './testing/queue-model/published-entries.ts';

const kills = Number(process.env['BAARI_KILLS'] ?? 3);
const patientCount = 12;
/** The least number of acknowledged changes between two kills. */
const acknowledgedBetween = 40;
/** How long to wait for a restarted server, in ms; after that the test fails. */
const patienceMs = 60_000;

let database: TestDatabase;
let db: OpenDatabase;
let running: TestProcess;
let town: Town;
let patients: TestPerson[];
let doctorIds: string[];

function server(): TestServer {
  const { origin } = running;
  const clock = makeTestClock();
  return { db, clock, origin: () => origin, send: (request) => sendOver(origin, request) };
}

before(async () => {
  database = await makeTestDatabase();
  db = openDatabase({ connection: database.connection, poolSize: 4, onIdleError: () => undefined });
  running = await startProcess(database);
  town = await makeTown(server());
  patients = await makePatients(server(), patientCount);
  doctorIds = [];
  for (let n = 0; n < 3; n += 1) doctorIds.push(await makeDoctor(server(), town.hospitalId));
});
after(async () => {
  await running.end('SIGTERM');
  await db.close();
  await database.drop();
});

const answerWithEntry = z.object({
  queue: z.object({
    id: z.string(),
    status: z.enum(queueStatuses),
    queueVersion: z.number(),
    doctor: z.object({ id: z.string() }),
  }),
});
type AnsweredEntry = z.infer<typeof answerWithEntry>['queue'];

/** Everything that the clients did and received. */
interface Morning {
  readonly acknowledged: AnsweredEntry[];
  isOn: boolean;
  /** Whether all patients have left and the last new process is ready. */
  isOver: boolean;
  /** How many calls were left without an answer when the server was killed. */
  cut: number;
}

/**
 * Retries a call with the same Idempotency-Key until it is answered; undefined if it is refused.
 */
async function ask(
  morning: Morning,
  caller: TestPerson,
  name: EndpointName,
  parts: CallParts,
): Promise<AnsweredEntry | undefined> {
  const headers = { 'idempotency-key': randomUUID() };
  const deadline = Date.now() + patienceMs;
  let wasCut = false;
  for (;;) {
    const answer = await call(server(), caller, name, { ...parts, headers }).catch(() => undefined);
    if (answer === undefined || answer.status === 503) {
      if (!wasCut) morning.cut += 1;
      wasCut = true;
      assert.ok(Date.now() < deadline, 'the server did not come back');
      await sleep(20);
      continue;
    }
    if (answer.status === 409) {
      const { code } = problem.parse(answer.body);
      if (code !== 'idempotency_key_running') return undefined;
      assert.ok(Date.now() < deadline, 'a key of a killed request is held for ever');
      await sleep(50);
      continue;
    }
    assert.ok([200, 201].includes(answer.status), `${name}: ${answer.text}`);
    const { queue } = answerWithEntry.parse(answer.body);
    morning.acknowledged.push(queue);
    return queue;
  }
}

/**
 * Repeats a patient's visits: the patient requests a place and leaves, or is approved and then seen
 * or removed.
 */
async function visit(morning: Morning, patient: TestPerson, index: number): Promise<void> {
  const { admin } = town;
  const doctorId = doctorIds[index % doctorIds.length] ?? '';
  for (let round = index; morning.isOn; round += 1) {
    const entry = await ask(morning, patient, 'requestPlace', { body: { doctorId } });
    assert.ok(entry !== undefined, 'everybody has gone before they come again');
    const { id } = entry;
    if (round % 3 === 0) {
      await ask(morning, patient, 'leaveQueue', { id });
      continue;
    }
    await ask(morning, admin, 'approveRequest', { id });
    if (round % 3 === 1) await ask(morning, admin, 'moveEntryUp', { id });
    const started = await ask(morning, admin, 'startConsultation', { id });
    if (started === undefined) await ask(morning, admin, 'removeEntry', { id });
    else await ask(morning, admin, 'completeConsultation', { id });
  }
}

/**
 * Reads the hospital's changes from the running server process. After each kill the reader resumes
 * from the last event id that it received.
 */
async function listen(morning: Morning, from: string, heard: string[]): Promise<void> {
  let lastEventId = from;
  for (let isLast = false; !isLast; ) {
    isLast = morning.isOver;
    const stream = await openStream(server(), town.receptionist, { lastEventId }).catch(
      () => undefined,
    );
    if (stream === undefined) {
      await sleep(20);
      isLast = false;
      continue;
    }
    // At the end the reader connects once more. Everything that it missed arrives before the event
    // `connected`.
    if (isLast) await stream.find(({ event }) => event.type === 'connected', patienceMs);
    await stream.ended(isLast ? 1000 : patienceMs).catch(() => undefined);
    stream.cut();
    const whole = stream.frames.findLastIndex(({ id }) => id !== undefined);
    for (const { event } of stream.frames.slice(0, whole + 1)) {
      assert.notEqual(event.type, 'reset', 'the log has what was missed');
      // `queue_joined` is a second event of the same change as the approval.
      if (!('queueVersion' in event.data) || event.type === 'queue_joined') continue;
      heard.push(asLine(event.data.doctor.id, event.data.queueVersion, event.data.status));
    }
    lastEventId = stream.lastId() ?? lastEventId;
  }
}

/** The last event id before the test changes anything. */
async function whereItStands(): Promise<string> {
  const stream = await openStream(server(), town.receptionist);
  const { id } = await stream.find(({ event }) => event.type === 'connected');
  stream.cut();
  assert.ok(id !== undefined);
  return id;
}

function asLine(doctorId: string, version: number, status: string): string {
  return `${doctorId} ${version} ${status}`;
}

function missingFrom(there: readonly string[], wanted: readonly string[]): number {
  const all = new Set(there);
  return wanted.filter((each) => !all.has(each)).length;
}

async function killAndStart(): Promise<number> {
  assert.equal(await running.end('SIGKILL'), null);
  const killedAt = performance.now();
  // A server that was killed leaves its Idempotency-Keys claimed for a minute. The test backdates
  // the claims instead of waiting.
  await db.pool.query(
    `update idempotency_key set claimed_at = claimed_at - interval '61 s' where answer is null`,
  );
  running = await startProcess(database);
  return performance.now() - killedAt;
}

test('a server that is killed repeatedly loses no confirmed change, repeats none, and every open page gets every event [INV-4, INV-5, INV-6, INV-7] @long', {
  timeout: 3_600_000,
}, async (t) => {
  const morning: Morning = { acknowledged: [], isOn: true, isOver: false, cut: 0 };
  const heard: string[] = [];
  const listening = listen(morning, await whereItStands(), heard);
  const visiting = Promise.all(patients.map((patient, index) => visit(morning, patient, index)));
  // An error is reported by the `await` below. Until then an unhandled rejection must not end the
  // test process.
  for (const work of [listening, visiting]) work.catch(() => undefined);
  const backAfter: number[] = [];
  while (backAfter.length < kills) {
    const enough = morning.acknowledged.length + acknowledgedBetween;
    while (morning.acknowledged.length < enough) {
      await Promise.race([sleep(5), visiting.then(() => assert.fail('the morning is over'))]);
    }
    backAfter.push(await killAndStart());
  }
  morning.isOn = false;
  await visiting;
  await running.end('SIGTERM');
  running = await startProcess(database);
  morning.isOver = true;
  await listening;

  const logged = (await entriesInLog(db.pool)).filter(({ doctorId }) =>
    doctorIds.includes(doctorId),
  );
  const kept = logged.map(({ doctorId, entry }) =>
    asLine(doctorId, entry.queueVersion, entry.status),
  );
  const acknowledged = morning.acknowledged.map(({ doctor, queueVersion, status }) =>
    asLine(doctor.id, queueVersion, status),
  );
  const lost = missingFrom(kept, acknowledged);
  const unasked = missingFrom(acknowledged, kept);
  const back = Math.round(backAfter.reduce((sum, ms) => sum + ms, 0) / backAfter.length);
  t.diagnostic(
    `${kills} kills: ${acknowledged.length} acknowledged writes, ${lost} lost; ${morning.cut} calls cut and asked again, ${unasked} done twice; ${heard.length} events heard; back after ${back} ms on average`,
  );
  assert.deepEqual(acknowledged.toSorted(), kept.toSorted());
  assert.equal(new Set(kept).size, kept.length, 'no version is there twice');
  assert.deepEqual(heard.toSorted(), kept.toSorted(), 'each change was heard once');
  const { rows: entries } = await db.pool.query<{ id: string; status: string }>(
    'select id, status from queue_entry where doctor_id = any($1::uuid[])',
    [doctorIds],
  );
  const last = lastPublished(logged);
  const half = entries.filter(({ id, status }) => (last.get(id)?.status ?? status) !== status);
  assert.deepEqual(half, [], 'every entry is what its last event says');
});
