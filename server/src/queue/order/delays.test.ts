/**
 * Tests being late and letting other patients go first, through the API on a real database
 * [WAIT-1].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { laterSteps, lateSteps } from '@baari/contract/constants.ts';
import { isAway } from '@baari/contract/queue/line.ts';
import fc from 'fast-check';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { steadyLine } from '../../testing/test-lines.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { openStream } from '../../testing/test-stream.ts';
import { delayedByMinutes, delayedByPeople, delaysOf } from './delay.rules.ts';
import type { Line, LineMember } from './line.rules.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patients = await makePatients(app, 6);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
  await app.db.pool.query(`update doctor set status = 'Available', break_until = null`);
});

/** Puts this many patients in line, in order. */
async function standInLine(count: number): Promise<string[]> {
  const made: string[] = [];
  for (const patient of patients.slice(0, count)) {
    const body = { doctorId: town.doctorId };
    const { queue } = await get(app, patient, 'requestPlace', { body });
    await get(app, town.receptionist, 'approveRequest', { id: queue.id });
    made.push(queue.id);
  }
  return made;
}

function person(index: number): TestPerson {
  const found = patients[index];
  assert.ok(found !== undefined);
  return found;
}

async function line(): Promise<string[]> {
  const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
  const waiting = queue.filter(({ status }) => status === 'waiting');
  assert.deepEqual(
    waiting.map(({ position }) => position),
    waiting.map((_, index) => index + 1),
  );
  return waiting.map(({ id }) => id);
}

async function seenByDesk(id: string) {
  const { queue } = await get(app, town.receptionist, 'getDoctorQueue', { id: town.doctorId });
  const found = queue.find((entry) => entry.id === id);
  assert.ok(found !== undefined);
  return found;
}

test('a patient who will be late sees the new place in line before choosing it, and only the desk sees the minutes of the delay [WAIT-1, INV-12]', async () => {
  const ids = await standInLine(5);
  const [a = ''] = ids;
  const desk = await openStream(app, town.receptionist);
  await desk.find(({ event }) => event.type === 'connected');
  const { delays } = await get(app, person(0), 'getDelays', { id: a });
  assert.equal(delays.left, 2);
  assert.deepEqual(
    delays.late.map(({ minutes }) => minutes),
    [...lateSteps],
  );
  const letsPass = delays.late.map((each) => each.letsPass);
  assert.deepEqual(
    letsPass,
    letsPass.toSorted((one, other) => one - other),
    'the later, the more go first',
  );
  const shown = delays.late.find(({ minutes }) => minutes === 20);
  assert.ok(shown !== undefined && shown.letsPass > 0 && shown.waitRange !== null);
  const { queue } = await get(app, person(0), 'runLate', { id: a, body: { minutes: 20 } });
  assert.equal(queue.position, shown.position, 'as it was shown');
  assert.equal((await line())[shown.position - 1], a);
  const { delay } = await seenByDesk(a);
  assert.deepEqual([delay?.minutes, delay?.times], [20, 1]);
  assert.ok(!('delay' in queue), 'it is for staff');
  const published = await desk.find(
    ({ event }) => event.type === 'position_changed' && event.data.id === a,
  );
  desk.cut();
  assert.ok(published.event.type === 'position_changed' && 'delay' in published.event.data);
  assert.equal(published.event.data.delay?.minutes, 20);
  const [own] = queue.placeChanges;
  assert.deepEqual(
    [own?.from, own?.to, own?.reason, own?.own],
    [1, shown.position, 'patient', true],
  );
  const other = (await get(app, person(1), 'getCurrentEntry')).queue;
  assert.equal(other.position, 1);
  assert.ok(!JSON.stringify(other).includes('minutes'), 'nobody else learns by how much');
});

test('a patient can choose a later place in line only twice a visit, and a request sent twice counts once [WAIT-1, INV-7]', async () => {
  const [a = ''] = await standInLine(5);
  const headers = { 'idempotency-key': 'later-1' };
  const once = { id: a, body: { people: 1 }, headers };
  const first = await get(app, person(0), 'goLater', once);
  const again = await get(app, person(0), 'goLater', once);
  assert.equal(again.queue.queueVersion, first.queue.queueVersion);
  await get(app, person(0), 'runLate', { id: a, body: { minutes: 10 } });
  const before = await line();
  assertRefused(
    await call(app, person(0), 'goLater', { id: a, body: { people: 1 } }),
    'delays_used',
  );
  assertRefused(
    await call(app, person(0), 'runLate', { id: a, body: { minutes: 10 } }),
    'delays_used',
  );
  assert.deepEqual(await line(), before, 'nothing was changed');
  const { delays } = await get(app, person(0), 'getDelays', { id: a });
  assert.deepEqual(delays, { left: 0, late: [], later: [] });
});

test('only the patient can choose a later place in line, and only by the offered number of minutes or patients [WAIT-1, ROLE-1]', async () => {
  const [a = ''] = await standInLine(2);
  const body = { people: 1 };
  assertRefused(await call(app, town.admin, 'goLater', { id: a, body }), 'forbidden');
  assertRefused(await call(app, person(1), 'goLater', { id: a, body }), 'not_found');
  for (const wrong of [{ minutes: 25 }, { minutes: 600 }, {}, { minutes: -10 }]) {
    assertRefused(await call(app, person(0), 'runLate', { id: a, body: wrong }), 'invalid_request');
  }
});

test('a patient cannot report being late after arriving or after a missed call, and without a forecast no place in line changes [WAIT-1]', async () => {
  const [a = '', b = ''] = await standInLine(3);
  await get(app, person(1), 'checkInEntry', { id: b });
  const late = { body: { minutes: 10 } };
  assertRefused(await call(app, person(1), 'runLate', { id: b, ...late }), 'already_checked_in');
  assert.deepEqual((await get(app, person(1), 'getDelays', { id: b })).delays.late, []);
  await get(app, town.admin, 'holdEntry', { id: a });
  assertRefused(await call(app, person(0), 'runLate', { id: a, ...late }), 'is_on_hold');
  assertRefused(await call(app, person(0), 'getDelays', { id: a }), 'is_on_hold');
  await app.db.pool.query(`update doctor set status = 'Offline' where id = $1`, [town.doctorId]);
  await app.db.pool.query(`update doctor_queue set interrupted_at = $1`, [app.clock.now()]);
  const c = (await line())[2] ?? '';
  assertRefused(await call(app, person(2), 'runLate', { id: c, ...late }), 'wait_not_known');
});

test('the last patient in line who is late stays last, and the desk sees the delay until the arrival [WAIT-1]', async () => {
  const [a = ''] = await standInLine(1);
  assertRefused(
    await call(app, person(0), 'goLater', { id: a, body: { people: 1 } }),
    'already_last',
  );
  const { queue } = await get(app, person(0), 'runLate', { id: a, body: { minutes: 30 } });
  assert.equal(queue.position, 1);
  assert.equal((await seenByDesk(a)).delay?.minutes, 30);
  await get(app, person(0), 'checkInEntry', { id: a });
  assert.equal((await seenByDesk(a)).delay, null);
});

test('when several patients choose later places at once, the line keeps every patient at places 1 to n [WAIT-1, INV-1]', async () => {
  const ids = await standInLine(6);
  const [first = ''] = ids;
  const answers = await Promise.all([
    ...ids.map((id, index) => call(app, person(index), 'goLater', { id, body: { people: 2 } })),
    ...ids.map((id, index) => call(app, person(index), 'runLate', { id, body: { minutes: 10 } })),
    call(app, town.admin, 'startConsultation', { id: first }),
  ]);
  for (const { status } of answers) assert.ok(status === 200 || status === 409, `${status}`);
  const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
  assert.deepEqual(queue.map(({ id }) => id).toSorted(), ids.toSorted());
  await line();
});

test('after a patient chooses a later place, the former forecast of the wait does not count, and other patients keep their forecasts [WAIT-1, QST-12]', async () => {
  const [a = '', b = ''] = await standInLine(3);
  interface PromiseRow {
    entry_id: string;
    ahead: number;
    outcome: string | null;
    owed_by: Date | null;
  }
  async function readPromises() {
    const { rows } = await app.db.pool.query<PromiseRow>(
      `select entry_id, ahead, outcome, owed_by from wait_promise
       where kind = 'joined' and entry_id = any($1)`,
      [[a, b]],
    );
    const of = (id: string) => rows.find((row) => row.entry_id === id);
    return { a: of(a), b: of(b) };
  }
  const before = await readPromises();
  await get(app, person(0), 'goLater', { id: a, body: { people: 1 } });
  const after = await readPromises();
  assert.deepEqual([before.a?.ahead, after.a?.ahead], [0, 1], 'the new place has a forecast');
  assert.deepEqual([after.a?.outcome, after.a?.owed_by], [null, null]);
  assert.deepEqual(after.b, before.b);
});

const now = new Date('2026-01-05T04:30:00Z');

const anyLine = fc
  .tuple(
    fc.array(fc.boolean(), { minLength: 1, maxLength: 15 }),
    fc.nat(14),
    fc.integer({ min: 3, max: 40 }),
  )
  .map(([away, chosen, minutes]) => {
    const own = chosen % away.length;
    const members: LineMember[] = away.map((isGone, index) => ({
      id: `p${index}`,
      lineNumber: index,
      urgency: 'medium',
      joinedAt: now,
      dueAt: null,
      key: index + 1,
      since: now,
      overtaken: 0,
      countsAs: 1,
      hold: isGone && index !== own ? { backAt: null } : null,
    }));
    const given: Line = { members, at: steadyLine(minutes, now) };
    return { line: given, id: `p${own}`, own };
  });

test('a patient who chooses a later place passes nobody, and lets only the requested number of patients go first [WAIT-1, INV-11]', () => {
  fc.assert(
    fc.property(anyLine, ({ line: given, id, own }) => {
      const behind = given.members.slice(own + 1).filter((member) => !isAway(member)).length;
      for (const people of laterSteps) {
        const effect = delayedByPeople(given, id, people);
        assert.equal(effect.letsPass, Math.min(people, behind));
        assert.ok(effect.place >= own + 1 && effect.place <= given.members.length);
      }
      let before = 0;
      for (const minutes of lateSteps) {
        const effect = delayedByMinutes(given, id, minutes);
        assert.ok(effect !== undefined);
        assert.ok(effect.letsPass >= before, 'the later, the more');
        assert.equal(effect.letsPass === 0, behind === 0);
        before = effect.letsPass;
      }
      const { late, later } = delaysOf(given, { id, isCheckedIn: false, delays: 0 });
      let end = 0;
      for (const { waitRange } of late) {
        assert.ok((waitRange?.upper ?? 0) >= end, 'a longer wait is shown');
        end = waitRange?.upper ?? 0;
      }
      assert.ok(later.every(({ people }) => people <= behind));
    }),
  );
});
