/**
 * Tests the order of a line through the API: moves with effect and reason, missed calls and
 * returns, and two people who act on one entry [INV-12].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { defaultOperatingHours, weekdays } from '@baari/contract/constants.ts';
import type { PatientEntry, StaffEntry } from '@baari/contract/queue/queue.ts';
import sql from 'sql-template-tag';
import { addDays, dayAt, weekdayOf } from '../../schedule/calendar.rules.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  makePatients,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../../testing/test-people.ts';
import { openStream } from '../../testing/test-stream.ts';

let app: TestApp;
let town: Town;
let patients: TestPerson[];
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  patients = await makePatients(app, 9);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
});

/** Puts this many patients in line, in order. */
async function standInLine(count: number): Promise<string[]> {
  const made: string[] = [];
  for (const patient of patients.slice(0, count)) {
    const body = { doctorId: town.doctorId, urgency: 'low' as const };
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

async function seenBy(index: number): Promise<PatientEntry> {
  return (await get(app, person(index), 'getCurrentEntry')).queue;
}

async function read(): Promise<{ order: string[]; version: number; entries: StaffEntry[] }> {
  const { queue, queueVersion } = await get(app, town.admin, 'getDoctorQueue', {
    id: town.doctorId,
  });
  const waiting = queue.filter(({ status }) => status === 'waiting');
  return { order: waiting.map(({ id }) => id), version: queueVersion, entries: queue };
}

test('when an urgent patient moves ahead, the patients who move back see the change live and after a reload [INV-12, EV-7]', async () => {
  const [a = '', b = '', c = ''] = await standInLine(3);
  const stream = await openStream(app, person(0));
  await stream.find(({ event }) => event.type === 'connected');
  const { effect } = await get(app, town.receptionist, 'getMoveEffect', {
    id: c,
    query: { position: 1 },
  });
  assert.deepEqual([effect.passes, effect.mostPasses, effect.needsReason], [2, 1, false]);
  assert.ok((effect.longestLowWait ?? 0) > 15);
  const { queue } = await get(app, town.receptionist, 'moveEntry', {
    id: c,
    body: { position: 1, reason: 'urgent' },
  });
  assert.equal(queue.position, 1);
  assert.deepEqual((await read()).order, [c, a, b]);
  const published = await stream.find(
    ({ event }) =>
      event.type === 'position_changed' && event.data.placeChanges[0]?.reason === 'urgent',
  );
  stream.cut();
  assert.ok(published.event.type === 'position_changed');
  assert.equal(published.event.data.position, 2);
  const [first] = (await seenBy(0)).placeChanges;
  assert.deepEqual(published.event.data.placeChanges[0], first);
  assert.deepEqual({ ...first, at: '' }, { at: '', from: 1, to: 2, reason: 'urgent', own: false });
  const [own] = (await seenBy(2)).placeChanges;
  assert.deepEqual({ ...own, at: '' }, { at: '', from: 3, to: 1, reason: 'urgent', own: true });
  const { rows } = await app.db.pool.query(
    'select action, outcome, user_id, entry_id from audit order by id desc limit 20',
  );
  assert.ok(
    rows.some(
      (row: Record<string, unknown>) =>
        row['action'] === 'move' &&
        row['entry_id'] === c &&
        row['user_id'] === town.receptionist.userId,
    ),
  );
});

test('moving a patient by one place with the buttons of an older page counts as a change by the desk and needs no reason [INV-12, API-14]', async () => {
  const [a = '', b = ''] = await standInLine(2);
  for (let times = 0; times < 7; times += 1) {
    await get(app, town.receptionist, 'moveEntryUp', { id: b });
    await get(app, town.receptionist, 'moveEntryDown', { id: b });
  }
  assert.deepEqual((await read()).order, [a, b]);
  const { placeChanges } = await seenBy(0);
  assert.equal(placeChanges.length, 10, 'the latest ten');
  assert.deepEqual([placeChanges[0]?.reason, placeChanges[0]?.to], ['desk', 1]);
});

test('a patient sent to the end lets all others go first and reads the reason, and the last patient stays in place [INV-12, QST-9]', async () => {
  const [a = '', b = '', c = ''] = await standInLine(3);
  const body = { reason: 'patient' };
  const { queue } = await get(app, town.receptionist, 'sendToEnd', { id: a, body });
  assert.equal(queue.position, 3);
  assert.deepEqual((await read()).order, [b, c, a]);
  const [own] = (await seenBy(0)).placeChanges;
  assert.deepEqual({ ...own, at: '' }, { at: '', from: 1, to: 3, reason: 'patient', own: true });
  const [letAhead] = (await seenBy(1)).placeChanges;
  assert.deepEqual([letAhead?.from, letAhead?.to, letAhead?.own], [2, 1, false]);
  assertRefused(await call(app, town.receptionist, 'sendToEnd', { id: a }), 'already_last');
  await get(app, town.doctor, 'sendToEnd', { id: b });
  assert.equal((await seenBy(1)).placeChanges[0]?.reason, 'desk', 'where none is given');
});

test('the desk needs a reason to place a sixth patient ahead of the same waiting patient [INV-12]', async () => {
  const ids = await standInLine(7);
  for (const id of ids.slice(1, 6)) {
    await get(app, town.admin, 'moveEntry', { id, body: { position: 1 } });
  }
  const sixth = { id: ids[6] ?? '', body: { position: 1 } };
  const version = (await read()).version;
  assertRefused(await call(app, town.admin, 'moveEntry', sixth), 'move_reason_needed');
  assert.equal((await read()).version, version, 'nothing was changed');
  const { effect } = await get(app, town.admin, 'getMoveEffect', {
    id: sixth.id,
    query: { position: 1 },
  });
  assert.deepEqual([effect.mostPasses, effect.needsReason], [6, true]);
  // A patient who arrived later and is called first counts as having passed this patient.
  await get(app, town.admin, 'startConsultation', { id: ids[5] ?? '' });
  assertRefused(await call(app, town.admin, 'moveEntry', sixth), 'move_reason_needed');
  const body = { position: 1, reason: 'doctor' as const };
  await get(app, town.admin, 'moveEntry', { id: sixth.id, body });
  assert.equal((await seenBy(0)).placeChanges[0]?.reason, 'doctor');
});

test('a move that makes a patient wait more than three hours needs a reason [INV-12]', async () => {
  const [, second = ''] = await standInLine(2);
  await app.db.pool.query(`update queue_entry set joined_at = joined_at - interval '175 minutes'`);
  const refused = await call(app, town.admin, 'moveEntry', { id: second, body: { position: 1 } });
  assertRefused(refused, 'move_reason_needed');
});

test('a move is refused if the line’s order changed since the page was loaded, unless only an approval changed it [INV-12]', async () => {
  const [a = '', b = '', c = ''] = await standInLine(3);
  const { version } = await read();
  const late = person(3);
  const { queue } = await get(app, late, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  const move = { id: c, body: { position: 1 }, query: { seen: version } };
  await get(app, town.receptionist, 'moveEntry', move);
  const other = { id: b, body: { position: 1 }, query: { seen: version } };
  assertRefused(await call(app, town.admin, 'moveEntry', other), 'line_changed');
  assert.deepEqual((await read()).order, [c, a, b, queue.id]);
  assertRefused(
    await call(app, town.admin, 'moveEntry', { id: b, body: { position: 3 } }),
    'already_there',
  );
});

test('when two staff members act on one patient’s place in line, the second is refused and sees who did what [ERR-8, QST-10]', async () => {
  const [a = ''] = await standInLine(2);
  const { version } = await read();
  await get(app, town.doctor, 'startConsultation', { id: a, query: { seen: version } });
  // The receptionist acted on an out-of-date state. The API call is refused although the entry's
  // status allows the action.
  const noShow = { id: a, body: { status: 'no_show' }, query: { seen: version } };
  assertRefused(await call(app, town.receptionist, 'updateEntry', noShow), 'entry_changed');
  const { queue } = await get(app, town.receptionist, 'getEntry', { id: a });
  assert.equal(queue.status, 'in_progress');
  assert.ok('lastChange' in queue);
  assert.equal(queue.lastChange?.action, 'start');
  assert.deepEqual(queue.lastChange?.by, { id: town.doctor.userId, name: town.doctor.name });
  assert.ok(!('lastChange' in (await seenBy(0))), 'a patient reads nothing about colleagues');
  const again = { ...noShow, query: { seen: queue.queueVersion } };
  await get(app, town.receptionist, 'updateEntry', again);
});

test('a patient absent at the call keeps the right to go next, and goes next on arrival [PAT-11, CONS-2]', async () => {
  const [a = '', b = '', c = ''] = await standInLine(3);
  await get(app, town.doctor, 'startConsultation', { id: a });
  const { queue: held } = await get(app, town.receptionist, 'holdEntry', { id: a });
  assert.deepEqual([held.status, held.position, held.startedAt], ['waiting', 2, null]);
  assert.deepEqual((await read()).order, [b, a, c]);
  const own = await seenBy(0);
  assert.deepEqual([own.hold?.calls, own.hold?.backAt], [1, null]);
  assert.equal((await seenBy(2)).placeChanges[0]?.reason, 'held');

  await get(app, town.doctor, 'startConsultation', { id: b });
  assert.deepEqual((await read()).order, [c, a], 'a patient on hold is not in front');
  assertRefused(await call(app, person(2), 'comeBack', { id: a }), 'not_found');
  const { queue: back } = await get(app, person(0), 'comeBack', { id: a });
  assert.equal(back.position, 1);
  assert.notEqual(back.hold?.backAt ?? null, null);
  assert.deepEqual((await read()).order, [a, c]);
  const [change] = (await seenBy(2)).placeChanges;
  assert.deepEqual([change?.reason, change?.from, change?.to], ['returned', 1, 2]);
  assertRefused(await call(app, town.admin, 'comeBack', { id: a }), 'not_on_hold');
  await get(app, town.doctor, 'completeConsultation', { id: b });
  const { queue: inside } = await get(app, town.doctor, 'startConsultation', { id: a });
  assert.equal(inside.hold, null);
});

test('the first patient in line can miss a call too, and be called again later [ADM-5, QST-4]', async () => {
  const [a = '', b = '', c = ''] = await standInLine(3);
  assertRefused(await call(app, town.receptionist, 'holdEntry', { id: b }), 'not_first_in_line');
  await get(app, town.receptionist, 'holdEntry', { id: a });
  assert.deepEqual((await read()).order, [b, a, c]);
  assertRefused(await call(app, town.doctor, 'startConsultation', { id: a }), 'not_first_in_line');
  const { queue: again } = await get(app, town.receptionist, 'holdEntry', { id: a });
  assert.deepEqual([again.hold?.calls, again.position], [2, 2]);
  await get(app, town.receptionist, 'holdEntry', { id: b });
  assert.deepEqual((await read()).order, [c, b, a]);
  await get(app, town.receptionist, 'comeBack', { id: a });
  await get(app, town.receptionist, 'comeBack', { id: b });
  assert.deepEqual((await read()).order, [a, b, c], 'the first to come back goes first');
});

test('a new patient goes first when all others are on hold after a missed call, and a patient on hold who is alone can be called [QST-2, QST-4]', async () => {
  const [a = ''] = await standInLine(1);
  await get(app, town.receptionist, 'holdEntry', { id: a });
  assert.deepEqual((await read()).order, [a]);
  const { queue } = await get(app, person(4), 'requestPlace', {
    body: { doctorId: town.doctorId },
  });
  const approved = await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  assert.equal(approved.queue.position, 1);
  assert.deepEqual((await read()).order, [queue.id, a]);
  await get(app, person(4), 'leaveQueue', { id: queue.id });
  const { queue: inside } = await get(app, town.doctor, 'startConsultation', { id: a });
  assert.equal(inside.status, 'in_progress');
});

test('staff see by when each patient should be called, and patients do not see this time [INV-12]', async () => {
  await standInLine(1);
  const [entry] = (await read()).entries;
  assert.ok(entry?.dueAt);
  assert.equal(Date.parse(entry.dueAt) - Date.parse(entry.joinedAt), 120 * 60_000);
  assert.ok(!('dueAt' in (await seenBy(0))));
});

test('a patient who asks at night is due to be called after the hospital opens and not during the night [INV-12, PAT-3]', async () => {
  const inTwoDays = weekdayOf(addDays(dayAt(app.clock.now(), 'UTC'), 2));
  const closed = { open: '09:00', close: '18:00', closed: true };
  const week = { ...defaultOperatingHours };
  for (const day of weekdays) week[day] = { ...closed, closed: day !== inTwoDays };
  const quiet = await makeTown(app, { hours: week });
  const patient = await makePerson(app);
  const body = { doctorId: quiet.doctorId, urgency: 'low' as const };
  const { queue } = await get(app, patient, 'requestPlace', { body });
  const approved = await get(app, quiet.receptionist, 'approveRequest', { id: queue.id });
  const { hospital } = await get(app, undefined, 'getHospital', { id: quiet.hospitalId });
  assert.equal(hospital.opening?.isOpen, false);
  const opensAt = Date.parse(hospital.opening.until ?? '');
  assert.equal(Date.parse(approved.queue.dueAt ?? '') - opensAt, 120 * 60_000);
});

test('the patient sees the urgency set by staff live, but not the reason, and the urgency changes nobody’s place [INV-12, ENT-1, ROLE-4]', async () => {
  const [a = '', b = ''] = await standInLine(2);
  const stream = await openStream(app, person(1));
  await stream.find(({ event }) => event.type === 'connected');
  const before = await read();
  const body = { urgency: 'high', reason: 'The pain reaches the arm.' } as const;
  const { queue } = await get(app, town.receptionist, 'judgeUrgency', { id: b, body });
  assert.equal(queue.urgency, 'high');
  assert.deepEqual(
    { ...queue.urgencyChange, at: '' },
    { stated: 'low', at: '', reason: 'The pain reaches the arm.' },
  );
  assert.deepEqual(queue.lastChange?.action, 'urgency');
  assert.equal(
    Date.parse(queue.dueAt ?? '') - Date.parse(queue.joinedAt),
    10 * 60_000,
    'due as an urgent one',
  );
  const after = await read();
  assert.deepEqual([after.order, after.version], [[a, b], before.version + 1]);
  const published = await stream.find(
    ({ event }) => event.type === 'queue_updated' && event.data.urgency === 'high',
  );
  stream.cut();
  assert.ok(published.event.type === 'queue_updated');
  assert.deepEqual({ ...published.event.data.urgencyChange, at: '' }, { stated: 'low', at: '' });
  assert.deepEqual({ ...(await seenBy(1)).urgencyChange, at: '' }, { stated: 'low', at: '' });

  assertRefused(await call(app, town.doctor, 'judgeUrgency', { id: b, body }), 'urgency_unchanged');
  // After two changes, the entry still stores the urgency that the patient stated.
  const again = { urgency: 'medium', reason: 'It is the shoulder.' } as const;
  const second = await get(app, town.doctor, 'judgeUrgency', { id: b, body: again });
  assert.deepEqual(
    [second.queue.urgencyChange?.stated, second.queue.urgencyChange?.reason],
    ['low', 'It is the shoulder.'],
  );
  const audited = await app.db.many<{ outcome: string }>(sql`
    select outcome from audit where entry_id = ${b} and action = 'change urgency' order by id`);
  assert.deepEqual(
    audited.map(({ outcome }) => outcome),
    ['ok', 'urgency_unchanged', 'ok'],
  );
});

test('setting an urgency is refused if the patient’s row changed meanwhile, or if the reason is blank [ERR-8, VAL-6]', async () => {
  const [a = ''] = await standInLine(1);
  const seen = (await read()).version;
  await get(app, town.doctor, 'noteEntry', { id: a, body: { notes: 'X-ray' } });
  const body = { urgency: 'high', reason: 'Worse' } as const;
  assertRefused(
    await call(app, town.receptionist, 'judgeUrgency', { id: a, query: { seen }, body }),
    'entry_changed',
  );
  const blank = { ...body, reason: '   ' };
  assertRefused(
    await call(app, town.receptionist, 'judgeUrgency', { id: a, body: blank }),
    'invalid_request',
  );
  const [entry] = (await read()).entries;
  assert.deepEqual([entry?.urgency, entry?.urgencyChange], ['low', null]);
});
