/**
 * Tests that no patient's place in a queue, no session and no data is lost when the machine's clock
 * jumps by days.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endDays } from '../day-end/end-days.ts';
import { call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePatients, makeTown } from '../testing/test-people.ts';
import type { Clock } from './clock.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startPoller } from './jobs/poller.ts';
import { type ClockTrouble, makeSteadyClock, type SteadyClock } from './steady-clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A machine whose wall clock and elapsed time the test controls. */
function makeMachine() {
  const started = Date.now();
  let [ahead, gone] = [0, 0];
  return {
    wall: () => started + gone + ahead,
    running: () => gone,
    set(ms: number) {
      ahead += ms;
    },
    pass(ms: number) {
      gone += ms;
    },
  };
}

type Machine = ReturnType<typeof makeMachine>;

let app: TestApp;
let machine: Machine;
let clock: SteadyClock;
before(async () => {
  machine = makeMachine();
  clock = makeSteadyClock({ isDatabaseHere: true, machine });
  app = await makeTestApp({
    isListening: true,
    clock: { ...clock, advance: (ms) => machine.pass(ms) },
  });
});
after(() => app.close());

test('if the server’s clock is three days ahead for a while, no waiting patient is removed and nobody is signed out [DAY-1, INV-4]', async () => {
  const town = await makeTown(app);
  const [patient] = await makePatients(app, 1);
  assert.ok(patient !== undefined);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  machine.set(8 * dayMs);

  await endDays(app.db, app.clock);
  const waits = await call(app, patient, 'getEntry', { id: queue.id });
  assert.equal(waits.status, 200, waits.text);
  assert.ok(JSON.stringify(waits.body).includes('"waiting"'), waits.text);
  const session = await app.send({
    method: 'GET',
    url: '/api/identity/get-session',
    token: patient.session,
  });
  assert.equal(session.status, 503, 'refused with 503 until the clock is trusted');
  const { rows } = await app.owner.query(
    'select count(*)::int as count from identity.session where user_id = $1',
    [patient.userId],
  );
  assert.deepEqual(rows, [{ count: 1 }]);
  assert.equal(await clock.isSure(app.db), false);

  machine.set(-8 * dayMs);
  assert.equal(await clock.isSure(app.db), true, 'work continues when the clock is right again');
  const again = await app.send({
    method: 'GET',
    url: '/api/identity/get-session',
    token: patient.session,
  });
  assert.equal(again.status, 200);

  // With a clock that has no check for jumps, the same jump of eight days cancels the patient's
  // place. This happened before the check existed.
  await endDays(app.db, { now: () => new Date(machine.wall() + 8 * dayMs) });
  const ended = await get(app, patient, 'getEntry', { id: queue.id });
  assert.equal(ended.queue.status, 'cancelled');
});

test('no background task ends or deletes data while the server does not trust its clock', async () => {
  let isSure = false;
  const done: string[] = [];
  const unsure: Clock = { now: () => new Date(), isSure: async () => isSure };
  async function tidyOnce(): Promise<void> {
    const keeping = startHousekeeping({
      database: app.db,
      clock: unsure,
      log: app.app.http.log,
      tidyFeatures: { 'Looking on': async () => done.push('tidied') },
    });
    await keeping.stop();
  }
  async function goOnce(): Promise<void> {
    const poller = startPoller({
      log: app.app.http.log,
      startsAtOnce: true,
      isTimeSure: async () => isSure,
      tasks: {
        'Looking on': async () => {
          done.push('went');
        },
      },
    });
    await poller.stop();
  }
  await Promise.all([tidyOnce(), goOnce()]);
  assert.deepEqual(done, []);
  isSure = true;
  await goOnce();
  assert.deepEqual(done, ['went']);
});

test('the server’s clock follows small corrections by a time server, and real elapsed time', () => {
  const own = makeMachine();
  const steady = makeSteadyClock({ isDatabaseHere: true, machine: own });
  for (const ms of [0, 30_000, -40_000, 20 * 60_000, -50 * 60_000]) {
    own.set(ms);
    assert.equal(steady.now().getTime(), own.wall());
  }
  own.pass(9 * dayMs);
  assert.equal(steady.now().getTime(), own.wall(), 'also over days without a call');
  assert.equal(steady.hasJumped(), false);
});

test('the server’s clock runs on correctly while the system clock is hours off, and the log says why', () => {
  for (const jump of [3 * dayMs, -5 * hourMs]) {
    const own = makeMachine();
    const steady = makeSteadyClock({ isDatabaseHere: true, machine: own });
    const heard: ClockTrouble[] = [];
    steady.hear((trouble) => heard.push(trouble));
    const before = own.wall();
    own.set(jump);
    own.pass(25_000);
    assert.equal(steady.now().getTime(), before + 25_000);
    assert.equal(steady.hasJumped(), true);
    assert.deepEqual(heard, [{ minutesAhead: jump / 60_000, against: 'the time that went by' }]);
    own.set(-jump);
    assert.equal(steady.hasJumped(), false);
    assert.equal(steady.now().getTime(), own.wall());
  }
});

test('after a machine slept, the server trusts its clock again once a database on another machine agrees', async () => {
  const own = makeMachine();
  const elsewhere = makeSteadyClock({ isDatabaseHere: false, machine: own });
  own.set(-2 * hourMs);
  elsewhere.now();
  assert.equal(await elsewhere.isSure(app.db), false, 'the database says otherwise');
  own.set(2 * hourMs);
  assert.equal(await elsewhere.isSure(app.db), true);

  // The server starts with a clock that is two hours slow, and the clock is then corrected.
  const late = makeMachine();
  late.set(-2 * hourMs);
  const [alone, beside] = [true, false].map((isDatabaseHere) =>
    makeSteadyClock({ isDatabaseHere, machine: late }),
  );
  late.set(2 * hourMs);
  assert.equal(await beside?.isSure(app.db), true);
  assert.equal(await alone?.isSure(app.db), false, 'one machine alone cannot tell');
});
