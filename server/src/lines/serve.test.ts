/**
 * Tests the work at service points through the API: who is called, who calls, and two points that
 * work at once.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTown, type Town } from '../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../testing/test-stops.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
});

function pointOf(line: SharedLine, index = 0): string {
  const point = line.points[index];
  assert.ok(point !== undefined);
  return point.id;
}

async function fill(line: SharedLine, people: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < people; n += 1) {
    app.clock.advance(60_000);
    ids.push((await addTo(app, town.receptionist, line.id)).id);
  }
  return ids;
}

test('a patient added to a shared line gets the line’s token and a place, and is called to a named counter [LINE-2]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Laboratory', points: 2 });
  const [first, second] = await fill(line, 2);
  const waiting = await get(app, town.receptionist, 'getCounter', { id: pointOf(line) });
  assert.deepEqual(
    waiting.counter.waiting.map(({ id, position, token }) => [id, position, token]),
    [
      [first, 1, 'L-001'],
      [second, 2, 'L-002'],
    ],
  );
  const { queue } = await get(app, town.receptionist, 'callNext', { id: pointOf(line, 1) });
  assert.equal(queue.id, first);
  assert.equal(queue.status, 'in_progress');
  assert.deepEqual(queue.point, { id: pointOf(line, 1), name: 'Counter 2' });
  assert.equal(queue.doctor.name, 'Laboratory');
  assert.equal(queue.doctor.service, 'laboratory');
  assert.equal(queue.doctor.room, 'Counter 2');
  const { counter } = await get(app, town.receptionist, 'getCounter', { id: pointOf(line, 1) });
  assert.equal(counter.serving?.id, first);
  assert.deepEqual(
    counter.waiting.map(({ id, position }) => [id, position]),
    [[second, 1]],
  );
});

test('nine counters that call from one line of a hundred at once get nine different patients [LINE-2, INV-3, INV-15]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Registration', points: 9 });
  await app.db.run(sql`
    with made as (
      insert into patient (name) select 'Comer ' || n from generate_series(1, 100) n
      returning id)
    insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
      approved_at, order_key, is_shared)
    select ${town.hospitalId}, ${line.id}, id, 'waiting', 'medium', ${app.clock.now()},
      ${app.clock.now()}, row_number() over (), true from made`);
  const rounds = Number(process.env['BAARI_LINE_ROUNDS'] ?? 3);
  for (let round = 0; round < rounds; round += 1) {
    const called = await Promise.all(
      line.points.map(({ id }) => get(app, town.receptionist, 'callNext', { id })),
    );
    assert.equal(new Set(called.map(({ queue }) => queue.id)).size, 9);
    const { rows } = await app.owner.query<{ first: number }>(
      `select count(*)::int as first from queue_entry where doctor_id = $1 and status = 'waiting'
         and order_key < (select max(order_key) from queue_entry where doctor_id = $1
           and status = 'in_progress')`,
      [line.id],
    );
    assert.equal(rows[0]?.first, 0, 'all patients in front were called');
    await app.owner.query(
      `update queue_entry set status = 'waiting', started_at = null, service_point_id = null
       where doctor_id = $1`,
      [line.id],
    );
  }
});

test('a service point cannot call while it is closed, paused or serving, or when its line is empty [LINE-2]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Pharmacy' });
  const id = pointOf(line);
  assertRefused(await call(app, town.receptionist, 'callNext', { id }), 'nobody_to_call');
  assertRefused(await call(app, town.receptionist, 'callAgain', { id }), 'nobody_inside');
  const finish = { id, body: { as: 'completed' } };
  assertRefused(await call(app, town.receptionist, 'finishAtPoint', finish), 'nobody_inside');
  await fill(line, 2);
  await get(app, town.receptionist, 'callNext', { id });
  assertRefused(await call(app, town.receptionist, 'callNext', { id }), 'point_in_use');
  await get(app, town.receptionist, 'finishAtPoint', finish);
  const state = (to: string) => ({ id, body: { state: to } });
  await get(app, town.receptionist, 'setPointState', state('paused'));
  assertRefused(await call(app, town.receptionist, 'callNext', { id }), 'point_paused');
  assertRefused(
    await call(app, town.receptionist, 'setPointState', state('paused')),
    'point_already_so',
  );
  await get(app, town.receptionist, 'setPointState', state('closed'));
  assertRefused(await call(app, town.receptionist, 'callNext', { id }), 'point_not_open');
  assertRefused(
    await call(app, town.receptionist, 'setPointState', state('paused')),
    'point_not_open',
  );
});

test('a patient absent at the counter keeps the right to go next, and is called once after returning [LINE-2]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Vitals', kind: 'vitals' });
  const id = pointOf(line);
  const [first, second] = await fill(line, 2);
  await get(app, town.receptionist, 'callNext', { id });
  const away = await get(app, town.receptionist, 'finishAtPoint', { id, body: { as: 'not_here' } });
  assert.equal(away.queue.status, 'waiting');
  assert.equal(away.queue.point, null);
  const next = await get(app, town.receptionist, 'callNext', { id });
  assert.equal(next.queue.id, second);
  await get(app, town.receptionist, 'comeBack', { id: first ?? '' });
  await get(app, town.receptionist, 'finishAtPoint', { id, body: { as: 'completed' } });
  assert.equal((await get(app, town.receptionist, 'callNext', { id })).queue.id, first);
  const gone = await get(app, town.receptionist, 'finishAtPoint', { id, body: { as: 'no_show' } });
  assert.equal(gone.queue.status, 'no_show');
});

test('a request to finish a patient at a counter does not finish another patient who was called in the meantime [LINE-2, INV-15]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Pharmacy' });
  const id = pointOf(line);
  const [first, second] = await fill(line, 2);
  await get(app, town.receptionist, 'callNext', { id });
  const done = { id, body: { as: 'completed', entryId: first } };
  await get(app, town.receptionist, 'finishAtPoint', done);
  await get(app, town.receptionist, 'callNext', { id });
  for (const as of ['completed', 'not_here', 'no_show']) {
    const late = await call(app, town.admin, 'finishAtPoint', { id, body: { ...done.body, as } });
    assertRefused(late, 'entry_changed');
  }
  const { counter } = await get(app, town.receptionist, 'getCounter', { id });
  assert.equal(counter.serving?.id, second);
});

test('only a service point can call patients of a shared line, and a doctor cannot serve at a counter [LINE-2, SEC-5]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Laboratory' });
  const [first = ''] = await fill(line, 1);
  assertRefused(await call(app, town.admin, 'startConsultation', { id: first }), 'call_at_point');
  const id = pointOf(line);
  assertRefused(await call(app, town.doctor, 'callNext', { id }), 'forbidden');
  assertRefused(await call(app, town.doctor, 'getCounter', { id }), 'forbidden');
  assertRefused(await call(app, town.otherAdmin, 'callNext', { id }), 'not_found');
});

test('each doctor of a shared line for any doctor calls the longest-waiting patient, and the visit counts as that doctor’s own [LINE-2]', async () => {
  const line = await makeLine(app, town.admin, {
    name: 'General Medicine',
    kind: 'any_doctor',
    points: [town.doctorId, town.colleagueId],
  });
  const [first, second] = await fill(line, 2);
  assertRefused(await call(app, town.receptionist, 'callNext', { id: pointOf(line) }), 'forbidden');
  const mine = await get(app, town.doctor, 'callNext', { id: pointOf(line) });
  assert.equal(mine.queue.id, first);
  assert.equal(mine.queue.doctor.id, town.doctorId);
  assert.equal(mine.queue.moved?.from, 'General Medicine');
  assert.equal(mine.queue.token, 'M-001');
  assertRefused(await call(app, town.doctor, 'callNext', { id: pointOf(line) }), 'point_in_use');
  const theirs = await get(app, town.colleague, 'callNext', { id: pointOf(line, 1) });
  assert.equal(theirs.queue.id, second);
  await get(app, town.doctor, 'completeConsultation', { id: mine.queue.id });
});

test('a doctor’s service point in a shared line for any free doctor closes when the doctor goes Offline, and does not reopen automatically [LINE-2, DST-1]', async () => {
  const line = await makeLine(app, town.admin, {
    name: 'Physicians on duty',
    kind: 'any_doctor',
    points: [town.doctorId, town.colleagueId],
  });
  const states = async () => {
    const { lines } = await get(app, town.admin, 'listLines');
    return lines.find(({ id }) => id === line.id)?.points.map(({ state }) => state);
  };
  const offline = { id: town.colleagueId, body: { status: 'offline' } } as const;
  await get(app, town.colleague, 'setDoctorStatus', offline);
  assert.deepEqual(await states(), ['open', 'closed']);
  assert.deepEqual(
    (await get(app, town.colleague, 'setDoctorStatus', offline)).doctor.status,
    'Offline',
  );
  await get(app, town.colleague, 'setDoctorStatus', {
    id: town.colleagueId,
    body: { status: 'available' },
  });
  assert.deepEqual(await states(), ['open', 'closed']);
  const published = await app.owner.query<{ state: string }>(
    `select body -> 'points' -> 1 ->> 'state' as state from event
     where type = 'line_updated' and doctor_id = $1 order by id desc limit 1`,
    [line.id],
  );
  assert.equal(published.rows[0]?.state, 'closed');
});

test('a doctor who goes Offline during a visit can complete this visit and calls no other patient [LINE-2, DST-1]', async () => {
  const line = await makeLine(app, town.admin, {
    name: 'Physicians of the day',
    kind: 'any_doctor',
    points: [town.colleagueId],
  });
  await fill(line, 2);
  const id = pointOf(line);
  await get(app, town.colleague, 'callNext', { id });
  await get(app, town.colleague, 'setDoctorStatus', {
    id: town.colleagueId,
    body: { status: 'offline' },
  });
  const { lines } = await get(app, town.admin, 'listLines');
  assert.equal(lines.find((each) => each.id === line.id)?.points[0]?.state, 'paused');
  await get(app, town.colleague, 'finishAtPoint', { id, body: { as: 'completed' } });
  assertRefused(await call(app, town.colleague, 'callNext', { id }), 'point_not_open');
  const after = await get(app, town.admin, 'listLines');
  assert.equal(after.lines.find((each) => each.id === line.id)?.points[0]?.state, 'closed');
  await get(app, town.colleague, 'setDoctorStatus', {
    id: town.colleagueId,
    body: { status: 'available' },
  });
});

test('an Offline doctor cannot open a service point of a shared line for any free doctor [LINE-2, DST-1]', async () => {
  const line = await makeLine(app, town.admin, {
    name: 'Physicians at the door',
    kind: 'any_doctor',
    points: [town.colleagueId],
  });
  const id = pointOf(line);
  const set = (status: 'offline' | 'available') =>
    get(app, town.colleague, 'setDoctorStatus', { id: town.colleagueId, body: { status } });
  await set('offline');
  for (const by of [town.colleague, town.admin]) {
    const answer = await call(app, by, 'setPointState', { id, body: { state: 'open' } });
    assertRefused(answer, 'doctor_not_available');
  }
  await set('available');
  await get(app, town.colleague, 'setPointState', { id, body: { state: 'open' } });
});

test('when an Offline doctor finishes a patient at the console, the doctor’s service point stays closed [LINE-2, DST-1]', async () => {
  const line = await makeLine(app, town.admin, {
    name: 'Physicians by the console',
    kind: 'any_doctor',
    points: [town.colleagueId],
  });
  await fill(line, 1);
  const { queue } = await get(app, town.colleague, 'callNext', { id: pointOf(line) });
  const set = (status: 'offline' | 'available') =>
    get(app, town.colleague, 'setDoctorStatus', { id: town.colleagueId, body: { status } });
  await set('offline');
  await get(app, town.colleague, 'completeConsultation', { id: queue.id });
  const { lines } = await get(app, town.admin, 'listLines');
  assert.equal(lines.find((each) => each.id === line.id)?.points[0]?.state, 'closed');
  await set('available');
});

test('forecasts leave out the service point of a Busy doctor, or of a doctor on a break, until the doctor returns [LINE-2, LINE-5]', async () => {
  const line = await makeLine(app, town.admin, {
    name: 'Physicians in turn',
    kind: 'any_doctor',
    points: [town.doctorId, town.colleagueId],
  });
  const [id = ''] = (await fill(line, 6)).slice(-1);
  const set = (status: 'busy' | 'available') =>
    get(app, town.colleague, 'setDoctorStatus', { id: town.colleagueId, body: { status } });
  const home = async () => {
    const { lines } = await get(app, town.admin, 'listHomeLines', { id: town.hospitalId });
    return lines.find((each) => each.id === line.id);
  };
  const wait = async () => (await get(app, town.receptionist, 'getEntry', { id })).queue.waitRange;
  assert.equal((await home())?.openPoints, 2);
  await set('busy');
  // A pause of one hour is longer than usual, so forecasts leave this service point out.
  await app.db.run(sql`update doctor_queue set interrupted_at = interrupted_at - interval '1 hour'
    where doctor_id = ${town.colleagueId}`);
  const withOne = await wait();
  assert.equal((await home())?.openPoints, 1);
  const { lines } = await get(app, town.admin, 'listLines');
  const states = lines.find((each) => each.id === line.id)?.points.map(({ state }) => state);
  assert.deepEqual(states, ['open', 'open'], 'nothing of it is stored');
  await set('available');
  const withBoth = await wait();
  assert.equal((await home())?.openPoints, 2);
  assert.ok(withBoth && withOne && withOne.upper > withBoth.upper);
});

test('a doctor of a shared line for any free doctor calls the doctor’s own patients and the line’s patients together in order of arrival [LINE-2]', async () => {
  const line = await makeLine(app, town.admin, {
    name: 'Physicians',
    kind: 'any_doctor',
    points: [town.doctorId],
  });
  const [first] = await fill(line, 1);
  app.clock.advance(60_000);
  const named = await addTo(app, town.receptionist, town.doctorId);
  const [last] = await fill(line, 1);
  const called: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { queue } = await get(app, town.doctor, 'callNext', { id: pointOf(line) });
    called.push(queue.id);
    await get(app, town.doctor, 'finishAtPoint', { id: pointOf(line), body: { as: 'completed' } });
  }
  assert.deepEqual(called, [first, named.id, last]);
});

test('a repeated call is shown again on the displays, for a doctor and for a counter [LINE-2, ARR-6]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Laboratory' });
  const id = pointOf(line);
  await fill(line, 1);
  const { queue } = await get(app, town.receptionist, 'callNext', { id });
  app.clock.advance(30_000);
  const again = await get(app, town.receptionist, 'callAgain', { id });
  assert.equal(again.queue.queueVersion, queue.queueVersion + 1);
  const { counter } = await get(app, town.receptionist, 'getCounter', { id });
  assert.equal(counter.point.serving?.entryId, queue.id);
  const called = Date.parse(queue.startedAt ?? '');
  assert.ok(Date.parse(counter.point.serving.since ?? '') >= called + 30_000);
});

for (const where of ['at the point', 'in the console'] as const) {
  test(`a patient called from a shared line for any free doctor and marked absent ${where} goes next with any of its doctors [LINE-2, CONS-2]`, async () => {
    const line = await makeLine(app, town.admin, {
      name: 'General Medicine',
      kind: 'any_doctor',
      points: [town.doctorId, town.colleagueId],
    });
    const [first, second] = await fill(line, 2);
    const [own, theirs] = [town.doctorId, town.colleagueId].map(
      (id) => line.points.find(({ doctor }) => doctor?.id === id)?.id ?? '',
    );
    const called = await get(app, town.doctor, 'callNext', { id: own ?? '' });
    assert.equal(called.queue.id, first);
    assert.equal(called.queue.doctor.id, town.doctorId);
    const answer =
      where === 'at the point'
        ? await get(app, town.doctor, 'finishAtPoint', {
            id: own ?? '',
            body: { as: 'not_here' },
          })
        : await get(app, town.doctor, 'holdEntry', { id: first ?? '' });
    const { queue: held } = answer;
    assert.deepEqual(
      [held.doctor.id, held.status, held.hold?.calls, held.moved],
      [line.id, 'waiting', 1, null],
    );
    const { counter } = await get(app, town.colleague, 'getCounter', { id: theirs ?? '' });
    assert.deepEqual(
      counter.waiting.map(({ id, position }) => [id, position]),
      [
        [second, 1],
        [first, 2],
      ],
    );
    assert.deepEqual(counter.named, []);
    await get(app, town.receptionist, 'comeBack', { id: first ?? '' });
    const { queue: next } = await get(app, town.colleague, 'callNext', { id: theirs ?? '' });
    assert.deepEqual([next.id, next.doctor.id], [first, town.colleagueId]);
  });
}

test('a patient of one doctor who misses a call is on hold in that doctor’s own line [LINE-2, CONS-2]', async () => {
  const line = await makeLine(app, town.admin, {
    name: 'General Medicine',
    kind: 'any_doctor',
    points: [town.doctorId],
  });
  const id = pointOf(line);
  const [waits] = await fill(line, 1);
  await get(app, town.receptionist, 'sendOn', { id: waits ?? '', body: { lineId: town.doctorId } });
  app.clock.advance(60_000);
  const { queue } = await get(app, town.doctor, 'callNext', { id });
  assert.equal(queue.id, waits);
  const body = { as: 'not_here' } as const;
  const { queue: held } = await get(app, town.doctor, 'finishAtPoint', { id, body });
  assert.deepEqual([held.doctor.id, held.hold?.calls], [town.doctorId, 1]);
});

test('the desk reads the served and waiting patients of a shared line, but not of another hospital’s line or a removed line [LINE-2, API-22, SEC-5]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Laboratory', points: 2 });
  const [first, second, third] = await fill(line, 3);
  for (const index of [0, 1]) {
    await get(app, town.receptionist, 'callNext', { id: pointOf(line, index) });
  }
  const { queue, stats, queueVersion } = await get(app, town.receptionist, 'getDoctorQueue', {
    id: line.id,
  });
  assert.deepEqual(
    new Map(queue.map(({ id, status, point }) => [id, [status, point?.name ?? null]])),
    new Map([
      [first, ['in_progress', 'Counter 1']],
      [second, ['in_progress', 'Counter 2']],
      [third, ['waiting', null]],
    ]),
  );
  assert.deepEqual([stats.totalWaiting, stats.totalInProgress, queue[2]?.id], [1, 2, third]);
  assert.ok(queueVersion > 0);
  assertRefused(await call(app, town.otherAdmin, 'getDoctorQueue', { id: line.id }), 'not_found');
  for (const index of [0, 1]) {
    const id = pointOf(line, index);
    await get(app, town.receptionist, 'finishAtPoint', { id, body: { as: 'completed' } });
  }
  await get(app, town.receptionist, 'removeEntry', { id: third ?? '' });
  await get(app, town.admin, 'removeLine', { id: line.id });
  assertRefused(await call(app, town.admin, 'getDoctorQueue', { id: line.id }), 'not_found');
});

test('a patient at a counter is not counted among today’s patients with a doctor, and is counted in the shared line [LINE-2, STAFF-2]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Laboratory' });
  await fill(line, 2);
  await get(app, town.receptionist, 'callNext', { id: pointOf(line) });
  const { counts } = await get(app, town.receptionist, 'getDayCounts', { id: town.hospitalId });
  assert.deepEqual([counts.inProgress, counts.waiting], [0, 1]);
  const { lines } = await get(app, town.receptionist, 'listLines');
  assert.deepEqual(
    lines.map(({ name, inside, waiting }) => [name, inside, waiting]),
    [['Laboratory', 1, 1]],
  );
});
