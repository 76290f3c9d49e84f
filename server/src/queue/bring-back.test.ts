/**
 * Tests undoing the end of an entry by staff. Until the end of the day the entry can be restored,
 * whatever has happened since [DESK-1].
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import {
  makeDoctor,
  makePatients,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';
import { publishedOf } from '../testing/queue-model/published-entries.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  // The time zone is chosen so that an hour ago is on the same day.
  town = await makeTown(app, { timeZone: zoneWhereItIs(10, app.clock.now()) });
  patients = await makePatients(app, 9);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
});

function person(index: number): TestPerson {
  const found = patients[index];
  assert.ok(found !== undefined);
  return found;
}

async function ask(index: number, doctorId = town.doctorId): Promise<string> {
  return (await get(app, person(index), 'requestPlace', { body: { doctorId } })).queue.id;
}

/** Puts this many patients in line, in order. */
async function standInLine(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await ask(index);
    await get(app, town.receptionist, 'approveRequest', { id });
    ids.push(id);
  }
  return ids;
}

async function read(id: string): Promise<StaffEntry> {
  const { queue } = await get(app, town.admin, 'getEntry', { id });
  assert.ok('lastChange' in queue);
  return queue;
}

async function line(): Promise<string[]> {
  const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
  return queue.filter(({ status }) => status === 'waiting').map(({ id }) => id);
}

type End = 'reject' | 'remove' | 'no show' | 'complete';

function end(how: End, id: string): Promise<unknown> {
  switch (how) {
    case 'reject':
      return get(app, town.receptionist, 'rejectRequest', { id, body: { reason: 'No time.' } });
    case 'remove':
      return get(app, town.receptionist, 'removeEntry', { id });
    case 'no show':
      return get(app, town.receptionist, 'updateEntry', { id, body: { status: 'no_show' } });
    case 'complete':
      return get(app, town.doctor, 'completeConsultation', { id });
  }
}

/** The fields that must have the same values before an entry ends and after the end is undone. */
function lasting({
  queueVersion: _version,
  lastChange: _change,
  placeChanges: _places,
  estimatedWaitTime: _minutes,
  waitRange: _range,
  call: _call,
  ...rest
}: StaffEntry) {
  return rest;
}

for (const [how, status] of [
  ['reject', 'pending_approval'],
  ['remove', 'waiting'],
  ['no show', 'waiting'],
  ['complete', 'in_progress'],
] as const) {
  test(`when staff restore a visit after “${how}”, the patient’s place in line is unchanged, with one event and one audit row [DESK-1, INV-5]`, async () => {
    const [first = '', second = ''] = await standInLine(3);
    const id = how === 'reject' ? await ask(3) : how === 'complete' ? first : second;
    if (how === 'complete') await get(app, town.doctor, 'startConsultation', { id });
    const was = await read(id);
    await end(how, id);
    const ended = await read(id);
    const { queue } = await get(app, town.admin, 'bringBack', { id });
    assert.equal(queue.status, status);
    assert.equal(queue.queueVersion, ended.queueVersion + 1);
    const again = await read(id);
    assert.deepEqual(lasting(queue), lasting(again), 'the answer is what reading it again gives');
    assert.equal(queue.queueVersion, again.queueVersion);
    assert.deepEqual(queue.placeChanges, again.placeChanges);
    assert.deepEqual(lasting(queue), lasting(was));
    assert.equal(queue.lastChange?.action, 'bring_back');
    const event = (await publishedOf(app.db.pool, id)).at(-1);
    assert.deepEqual([event?.type, event?.entry.status], ['queue_updated', status]);
    const audits = await app.db.many<{ user_id: string }>(sql`
      select user_id from audit where entry_id = ${id} and action = 'bring back'`);
    assert.deepEqual(audits, [{ user_id: town.admin.userId }]);
    assertRefused(await call(app, town.admin, 'bringBack', { id }), 'illegal_transition');
  });
}

test('a restored patient returns between the same neighbours, and patients further back read why they moved [DESK-1, INV-12]', async () => {
  const [a = '', b = '', c = '', d = ''] = await standInLine(4);
  const body = { position: 2, reason: 'urgent' as const };
  await get(app, town.receptionist, 'moveEntry', { id: d, body });
  const { token } = await read(d);
  await end('remove', d);
  assert.deepEqual(await line(), [a, b, c]);
  const { queue } = await get(app, town.receptionist, 'bringBack', { id: d });
  assert.equal(queue.position, 2);
  assert.deepEqual(await line(), [a, d, b, c]);
  const behind = (await get(app, person(1), 'getCurrentEntry')).queue;
  const [why] = behind.placeChanges;
  assert.deepEqual({ ...why, at: '' }, { at: '', from: 2, to: 3, reason: 'restored', own: false });
  const own = (await get(app, person(3), 'getCurrentEntry')).queue;
  assert.equal(own.placeChanges[0]?.reason, 'restored');
  assert.equal(own.token, token, 'called by the same token');
});

test('a patient whom staff restore to the line goes before later arrivals, and after patients who returned from a missed call [DESK-1]', async () => {
  const [a = '', b = '', c = ''] = await standInLine(3);
  await end('remove', b);
  await end('remove', c);
  const later = await ask(3);
  await get(app, town.receptionist, 'approveRequest', { id: later });
  await get(app, town.receptionist, 'bringBack', { id: c });
  assert.deepEqual(await line(), [a, c, later]);
  await get(app, town.doctor, 'startConsultation', { id: a });
  await get(app, town.doctor, 'completeConsultation', { id: a });
  await end('remove', c);
  await get(app, town.doctor, 'startConsultation', { id: later });
  await get(app, town.doctor, 'bringBack', { id: a });
  await get(app, town.receptionist, 'bringBack', { id: c });
  assert.deepEqual(await line(), [a, c]);
});

test('a patient whom staff restore gets the former place in line, even if the order numbers of the line were renewed [DESK-1, INV-1]', async () => {
  const [a = '', b = '', c = '', d = ''] = await standInLine(4);
  await end('remove', b);
  for (let round = 0; round < 60; round += 1) {
    await get(app, town.admin, 'moveEntryUp', { id: round % 2 === 0 ? d : c });
  }
  assert.deepEqual(await line(), [a, c, d]);
  await get(app, town.admin, 'bringBack', { id: b });
  const now = await line();
  assert.equal(now[0], a);
  assert.deepEqual(
    now.filter((id) => id !== b),
    [a, c, d],
  );
});

test('if another patient was called in since, a restored patient who was with the doctor goes next [DESK-1, INV-3]', async () => {
  const [a = '', b = '', c = ''] = await standInLine(3);
  await get(app, town.doctor, 'startConsultation', { id: a });
  await end('complete', a);
  await get(app, town.doctor, 'startConsultation', { id: b });
  const { queue } = await get(app, town.doctor, 'bringBack', { id: a });
  assert.deepEqual([queue.status, queue.position, queue.startedAt], ['waiting', 1, null]);
  assert.deepEqual(await line(), [a, c]);
});

test('a completed visit that staff restore is no longer counted as completed, and a visit changes the doctor’s average service time only once [DESK-1, QST-12]', async () => {
  const [a = ''] = await standInLine(1);
  await get(app, town.doctor, 'startConsultation', { id: a });
  function learnt() {
    return app.db.one<{ completed: number; visits: number }>(sql`
      select completed_total as completed, pace_visits as visits
      from doctor_queue where doctor_id = ${town.doctorId}`);
  }
  const before = await learnt();
  await end('complete', a);
  const { visits } = await learnt();
  assert.deepEqual(await learnt(), { completed: before.completed + 1, visits });
  await get(app, town.doctor, 'bringBack', { id: a });
  assert.deepEqual(await learnt(), { completed: before.completed, visits });
  await end('complete', a);
  assert.deepEqual(await learnt(), { completed: before.completed + 1, visits });
  const next = await ask(1);
  await get(app, town.receptionist, 'approveRequest', { id: next });
  await get(app, town.doctor, 'startConsultation', { id: next });
  assert.equal((await learnt()).visits, visits, 'nor does the next call learn it again');
});

test('when staff undo the end of a visit, the visit’s wait forecast is checked again at the next end and counts only once [DESK-1, QST-12]', async () => {
  const [, b = ''] = await standInLine(2);
  // The upper end of the forecast had passed when the desk ended the entry by mistake.
  await app.owner.query(
    `update wait_promise set made_at = made_at - interval '5 hours' where entry_id = $1`,
    [b],
  );
  async function promises() {
    const { rows } = await app.owner.query<{ outcome: string | null; was_kept: boolean | null }>(
      `select outcome, was_kept from wait_promise where entry_id = $1 and kind = 'joined'`,
      [b],
    );
    return rows;
  }
  async function counted(): Promise<number> {
    const row = await app.db.one<{ n: number }>(sql`
      select promises_counted as n from doctor_queue where doctor_id = ${town.doctorId}`);
    return row.n;
  }
  await end('no show', b);
  assert.deepEqual(await promises(), [{ outcome: 'no_show', was_kept: false }]);
  assert.equal(await counted(), 1);
  await get(app, town.doctor, 'bringBack', { id: b });
  assert.deepEqual(await promises(), [{ outcome: null, was_kept: null }]);
  assert.equal(await counted(), 0);
  await end('no show', b);
  assert.deepEqual(await promises(), [{ outcome: 'no_show', was_kept: false }]);
  assert.equal(await counted(), 1);
  const earlier = `update queue_entry set ended_at = ended_at - interval '1 hour' where id = $1`;
  await app.owner.query(earlier, [b]);
  await app.owner.query(
    `update wait_promise set settled_at = settled_at - interval '1 hour' where entry_id = $1`,
    [b],
  );
  await get(app, town.doctor, 'bringBack', { id: b });
  assert.deepEqual(
    await promises(),
    [{ outcome: null, was_kept: false }],
    'the patient has a new forecast',
  );
  assert.equal(await counted(), 1, 'the first end had passed');
  await end('no show', b);
  assert.deepEqual(await promises(), [{ outcome: 'no_show', was_kept: false }]);
  assert.equal(await counted(), 1);
});

test('a visit is not restored if the patient cancelled it, if it ended yesterday, or if its doctor has left [DESK-1]', async () => {
  const [a = '', b = ''] = await standInLine(2);
  await get(app, person(0), 'leaveQueue', { id: a });
  assertRefused(await call(app, town.admin, 'bringBack', { id: a }), 'patient_left');
  await end('remove', b);
  const yesterday = `update queue_entry set ended_at = ended_at - interval '1 day' where id = $1`;
  await app.owner.query(yesterday, [b]);
  assertRefused(await call(app, town.admin, 'bringBack', { id: b }), 'day_is_over');
  const gone = await makeDoctor(app, town.hospitalId);
  const id = await ask(2, gone);
  await end('reject', id);
  await app.owner.query('update doctor set deactivated_at = now() where id = $1', [gone]);
  assertRefused(await call(app, town.admin, 'bringBack', { id }), 'doctor_not_available');
  assert.equal((await read(id)).status, 'rejected');
});

test('a token of yesterday is not restored with its visit, because another patient may have the same token today [DESK-1, ARR-3, INV-13]', async () => {
  const [a = ''] = await standInLine(1);
  await app.owner.query('update queue_entry set token_day = token_day - 1');
  await end('remove', a);
  const next = await ask(1);
  const { queue: other } = await get(app, town.admin, 'approveRequest', { id: next });
  const { queue } = await get(app, town.admin, 'bringBack', { id: a });
  assert.notEqual(queue.token, other.token);
});

test('a visit that ended just before midnight is restored after midnight, with its token unless it is already used [DESK-1, ARR-3, INV-13]', async () => {
  const daytime = { app, town, patients };
  // This test has its own server, because moving the shared clock would end the sessions of the
  // other tests.
  app = await makeTestApp({ isListening: true });
  try {
    // Moves the clock to four minutes before the end of the nearest hour, which is midnight in the
    // time zone chosen below. A longer move would end the access tokens, which last one hour.
    const minutes = ((56 - app.clock.now().getUTCMinutes() + 90) % 60) - 30;
    app.clock.advance(minutes * 60_000);
    town = await makeTown(app, { timeZone: zoneWhereItIs(23, app.clock.now()) });
    patients = await makePatients(app, 3);
    const [a = '', b = ''] = await standInLine(2);
    const tokens = [(await read(a)).token, (await read(b)).token];
    await end('remove', a);
    await end('remove', b);
    app.clock.advance(6 * 60_000);
    const back = await get(app, town.admin, 'bringBack', { id: b });
    assert.deepEqual([back.queue.status, back.queue.token], ['waiting', tokens[1]]);
    const next = await ask(2);
    const given = await get(app, town.admin, 'approveRequest', { id: next });
    assert.equal(given.queue.token, tokens[0], 'the first number of the new day');
    const other = await get(app, town.admin, 'bringBack', { id: a });
    assert.equal(new Set([...tokens, other.queue.token]).size, 3);
  } finally {
    await app.close();
    ({ app, town, patients } = daytime);
  }
});

test('a request to restore an ended visit that is sent twice is carried out once [DESK-1, INV-8]', async () => {
  const [a = ''] = await standInLine(1);
  await end('remove', a);
  const headers = { 'idempotency-key': randomUUID() };
  const one = await get(app, town.admin, 'bringBack', { id: a, headers });
  const other = await get(app, town.admin, 'bringBack', { id: a, headers });
  assert.deepEqual(one, other);
  assert.deepEqual(await line(), [a]);
});

test('when eight people restore one patient at once, one succeeds [DESK-1, INV-9]', async () => {
  const [a = ''] = await standInLine(2);
  await end('remove', a);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call(app, town.receptionist, 'bringBack', { id: a })),
  );
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
  assert.equal((await line())[0], a);
});

test('a patient who joins another line at the moment when staff restore the earlier place is in one line only [DESK-1, INV-2]', async () => {
  for (let round = 0; round < 8; round += 1) {
    await app.owner.query('delete from queue_entry');
    const [id = ''] = await standInLine(1);
    await end('remove', id);
    const body = { doctorId: town.otherDoctorId };
    const [back, joined] = await Promise.all([
      call(app, town.receptionist, 'bringBack', { id }),
      call(app, person(0), 'requestPlace', { body }),
    ]);
    const [winner, loser] = back.status === 200 ? [back, joined] : [joined, back];
    assert.ok(winner.status === 200 || winner.status === 201, winner.text);
    assertRefused(loser, 'already_in_queue');
  }
});

test('when staff restore a visit while the next patient is called, only one patient is with the doctor [DESK-1, INV-3]', async () => {
  for (let round = 0; round < 8; round += 1) {
    await app.owner.query('delete from queue_entry');
    const [a = '', b = ''] = await standInLine(2);
    await get(app, town.doctor, 'startConsultation', { id: a });
    await end('complete', a);
    const [back, called] = await Promise.all([
      call(app, town.doctor, 'bringBack', { id: a }),
      call(app, town.doctor, 'startConsultation', { id: b }),
    ]);
    assert.equal(back.status, 200, back.text);
    const inside = called.status === 200 ? b : a;
    if (called.status !== 200) assertRefused(called, 'consultation_running');
    const { queue } = await get(app, town.admin, 'getDoctorQueue', { id: town.doctorId });
    const now = queue.filter(({ status }) => status === 'in_progress').map(({ id }) => id);
    assert.deepEqual(now, [inside]);
    assert.deepEqual(await line(), [inside === a ? b : a]);
  }
});
