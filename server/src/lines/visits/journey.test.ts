/**
 * Tests a visit of several steps through the API: transfer, return, plan, undo, rights, and race
 * conditions.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { maxNextStops, maxStops } from '@baari/contract/lines/journey.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import sql from 'sql-template-tag';
import {
  assertRefused,
  call,
  digestOf,
  get,
  makeTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { fillTables } from '../../testing/measuring/fill-tables.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../../testing/test-stops.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
let laboratory: SharedLine;
let pharmacy: SharedLine;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Verma' });
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
  await app.db.run(sql`update doctor set status = 'Available', break_until = null`);
  laboratory = await makeLine(app, town.admin, { name: 'Laboratory', points: 2 });
  pharmacy = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
});

/** Creates a patient who is in consultation with the doctor. */
async function consult(by = patient): Promise<StaffEntry> {
  app.clock.advance(60_000);
  const { queue } = await get(app, by, 'requestPlace', {
    body: { doctorId: town.doctorId, symptoms: 'cough' },
  });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  return (await get(app, town.doctor, 'startConsultation', { id: queue.id })).queue;
}

function sendTo(id: string, lineId: string, comesBack = false, by = town.doctor) {
  return call(app, by, 'sendOn', { id, body: { lineId, comesBack } });
}

async function sent(id: string, lineId: string, comesBack = false, by = town.doctor) {
  return (await get(app, by, 'sendOn', { id, body: { lineId, comesBack } })).queue;
}

async function serveNext(line: SharedLine) {
  const [point] = line.points;
  assert.ok(point !== undefined);
  const { queue } = await get(app, town.receptionist, 'callNext', { id: point.id });
  app.clock.advance(120_000);
  const done = { id: point.id, body: { as: 'completed' } };
  const { next, shut } = await get(app, town.receptionist, 'finishAtPoint', done);
  return { queue, next, shut };
}

test('when staff forward a patient, the list of lines begins with the planned lines, even in a hospital with many lines [LINE-3]', async () => {
  const writer = await app.owner.connect();
  const filled = { hospitalId: town.hospitalId, accountId: patient.userId };
  const sizes = { visits: 0, pending: 0, waiting: 0, doctors: maxNextStops };
  const doctors = await fillTables(writer, filled, sizes).finally(() => writer.release());
  const last = doctors.at(-1) ?? '';
  await app.db.run(sql`update doctor set name = 'Zubin' where id = ${last}`);
  try {
    const inside = await consult();
    await get(app, town.doctor, 'planStops', { id: inside.id, body: { lineIds: [last] } });
    const { stops } = await get(app, town.receptionist, 'listNextStops', { id: inside.id });
    assert.deepEqual([stops[0]?.name, stops[0]?.why], ['Zubin', 'planned']);
    assert.ok(stops.length > maxNextStops - 2 && stops.length <= maxNextStops);
  } finally {
    await app.db.run(sql`
      update doctor set deactivated_at = now() where id = any(${doctors}::uuid[])`);
  }
});

test('a visit goes from the doctor to the laboratory, back, and to the pharmacy with one token [LINE-3, LINE-4, INV-13]', async () => {
  const inside = await consult();
  const tests = await sent(inside.id, laboratory.id, true);
  assert.equal(tests.status, 'waiting');
  assert.equal(tests.token, inside.token);
  assert.equal(tests.symptoms, 'cough');
  assert.equal((await get(app, patient, 'getCurrentEntry')).queue.id, tests.id);
  const { next } = await serveNext(laboratory);
  assert.equal(next?.doctor.id, town.doctorId, 'goes back by itself');
  const again = await get(app, town.doctor, 'startConsultation', { id: next.id });
  const last = await sent(again.queue.id, pharmacy.id);
  const before = await get(app, patient, 'getJourney', { id: last.id });
  assert.deepEqual(
    before.journey.stops.map(({ lineId, status, isReturn }) => [lineId, status, isReturn]),
    [
      [town.doctorId, 'completed', false],
      [laboratory.id, 'completed', false],
      [town.doctorId, 'completed', true],
      [pharmacy.id, 'waiting', false],
    ],
  );
  assert.equal(before.journey.endedAt, null);
  await serveNext(pharmacy);
  const over = await get(app, patient, 'getJourney', { id: inside.id });
  assert.equal(over.journey.token, inside.token);
  assert.ok(over.journey.endedAt !== null);
});

test('a later step of a visit shows when the patient arrived, not when the step began [LINE-4, ARR-5]', async () => {
  const called = await consult();
  app.clock.advance(1000);
  const tests = await sent(called.id, laboratory.id);
  assert.equal(tests.checkedInAt, called.startedAt, 'never checked in, but seen by the doctor');

  const { queue: walkIn } = await get(app, town.receptionist, 'addWalkIn', {
    body: { doctorId: town.doctorId, name: 'Mohan', phone: '', symptoms: '' },
  });
  app.clock.advance(1000);
  const inside = await get(app, town.doctor, 'startConsultation', { id: walkIn.id });
  const last = await sent(inside.queue.id, pharmacy.id);
  assert.equal(last.checkedInAt, walkIn.checkedInAt);
});

test('when staff forward a patient, the list shows planned lines in their order, and then the lines that usually follow [LINE-3]', async () => {
  const { name, department, room, order, returnsEvery } = laboratory;
  const body = { name, department, room, order, returnsEvery, next: [town.colleagueId] };
  await get(app, town.admin, 'editLine', { id: laboratory.id, body });
  const first = await addTo(app, town.receptionist, laboratory.id);
  const plan = { id: first.id, body: { lineIds: [pharmacy.id, town.doctorId] } };
  const { journey } = await get(app, town.receptionist, 'planStops', plan);
  assert.deepEqual(
    journey.stops.map(({ lineId, status }) => [lineId, status]),
    [
      [laboratory.id, 'waiting'],
      [pharmacy.id, null],
      [town.doctorId, null],
    ],
  );
  const { stops } = await get(app, town.receptionist, 'listNextStops', { id: first.id });
  assert.deepEqual(
    stops.map(({ lineId, why }) => [lineId, why]),
    [
      [pharmacy.id, 'planned'],
      [town.doctorId, 'planned'],
      [town.colleagueId, 'usual'],
    ],
  );
  // After the last planned step, the server suggests the line to which patients usually go after
  // that step.
  await get(app, town.admin, 'editLine', {
    id: pharmacy.id,
    body: { name: 'Pharmacy', department, room, order, returnsEvery, next: [town.colleagueId] },
  });
  await get(app, town.admin, 'editLine', { id: laboratory.id, body: { ...body, next: [] } });
  const behind = await get(app, town.receptionist, 'listNextStops', {
    id: first.id,
    query: { after: pharmacy.id },
  });
  assert.deepEqual(behind.stops.find(({ why }) => why === 'usual')?.lineId, town.colleagueId);
  const { next } = await serveNext(laboratory);
  assert.equal(next?.doctor.id, pharmacy.id);
  assert.equal((await serveNext(pharmacy)).next?.doctor.id, town.doctorId);
});

test('when the next planned line is closed, the counter says so, and the patient keeps the plan without joining a line [LINE-3]', async () => {
  const first = await addTo(app, town.receptionist, laboratory.id);
  const plan = { id: first.id, body: { lineIds: [pharmacy.id] } };
  await get(app, town.receptionist, 'planStops', plan);
  await get(app, town.admin, 'setLineOpen', { id: pharmacy.id, body: { isOpen: false } });
  const { next, shut } = await serveNext(laboratory);
  assert.equal(next, null);
  assert.deepEqual(shut, { id: pharmacy.id, name: 'Pharmacy' });
  const { journey } = await get(app, town.receptionist, 'getJourney', { id: first.id });
  assert.deepEqual(
    journey.stops.map(({ lineId, status }) => [lineId, status]),
    [
      [laboratory.id, 'completed'],
      [pharmacy.id, null],
    ],
  );
  await addTo(app, town.receptionist, laboratory.id);
  assert.equal((await serveNext(laboratory)).shut, null);
});

test('patients who wait for a closed line join when the line opens, in the order in which they finished the step before [LINE-3]', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    app.clock.advance(60_000);
    const { id } = await addTo(app, town.receptionist, laboratory.id);
    await get(app, town.receptionist, 'planStops', { id, body: { lineIds: [pharmacy.id] } });
    ids.push(id);
  }
  const open = (isOpen: boolean) =>
    get(app, town.admin, 'setLineOpen', { id: pharmacy.id, body: { isOpen } });
  await open(false);
  for (const id of ids) assert.equal((await serveNext(laboratory)).queue.id, id);
  await get(app, town.receptionist, 'bringBack', { id: ids[1] ?? '' });
  await open(true);
  const waiting = async () => {
    const { queue } = await get(app, town.receptionist, 'getDoctorQueue', { id: pharmacy.id });
    return queue.map(({ token }) => token);
  };
  assert.deepEqual(await waiting(), ['L-001', 'L-003']);
  await open(true);
  assert.equal((await waiting()).length, 2, 'once each');
});

test('a planned return to an earlier step is saved in the visit plan, and every change of the plan is sent to the screens [LINE-3, INV-5]', async () => {
  const inside = await consult();
  const lineIds = [laboratory.id, town.doctorId];
  const version = async () =>
    (await get(app, town.doctor, 'getDoctorQueue', { id: town.doctorId })).queueVersion;
  const before = await version();
  const { journey } = await get(app, town.doctor, 'planStops', {
    id: inside.id,
    body: { lineIds, seen: { lineIds: [] } },
  });
  assert.deepEqual(
    journey.stops.map(({ lineId, isReturn }) => [lineId, isReturn]),
    [
      [town.doctorId, false],
      [laboratory.id, false],
      [town.doctorId, true],
    ],
  );
  assert.equal(await version(), before + 1);
  // Now the doctor removes all planned steps.
  const none = { id: inside.id, body: { lineIds: [], seen: { lineIds } } };
  assert.equal((await get(app, town.doctor, 'planStops', none)).journey.stops.length, 1);
});

test('a patient who returns to a line goes next, and the others stay in order of arrival [LINE-3]', async () => {
  const returns = await makeLine(app, town.admin, {
    name: 'Vitals',
    kind: 'vitals',
    order: 'returns_next',
    returnsEvery: 2,
  });
  const early = await addTo(app, town.receptionist, returns.id);
  const { queue } = await serveNext(returns);
  assert.equal(queue.id, early.id);
  // A patient who was in this line before comes back from the laboratory.
  const again = await addTo(app, town.receptionist, returns.id);
  app.clock.advance(60_000);
  await get(app, town.receptionist, 'callNext', { id: returns.points[0]?.id ?? '' });
  const away = await sent(again.id, laboratory.id, true, town.receptionist);
  assert.equal(away.doctor.id, laboratory.id);
  app.clock.advance(60_000);
  const others = [];
  for (let n = 0; n < 3; n += 1) others.push((await addTo(app, town.receptionist, returns.id)).id);
  const { next } = await serveNext(laboratory);
  assert.equal(next?.doctor.id, returns.id);
  assert.equal(next.position, 1);
  const { counter } = await get(app, town.receptionist, 'getCounter', {
    id: returns.points[0]?.id ?? '',
  });
  assert.deepEqual(
    counter.waiting.map(({ id, position }) => [id, position]),
    [next.id, ...others].map((id, index) => [id, index + 1]),
  );
  const { queue: passed } = await get(app, town.receptionist, 'getEntry', { id: others[0] ?? '' });
  assert.deepEqual(
    passed.placeChanges.map(({ from, to, reason }) => [from, to, reason]),
    [[1, 2, 'returned']],
  );
});

test('a patient in the wrong line is moved to another line with the same token and arrival time [LINE-3]', async () => {
  const waits = await addTo(app, town.receptionist, laboratory.id);
  app.clock.advance(60_000);
  const later = await addTo(app, town.receptionist, town.doctorId);
  const moved = await sent(waits.id, town.doctorId, false, town.receptionist);
  assert.deepEqual([moved.id, moved.position, moved.token], [waits.id, 1, waits.token]);
  assert.equal(moved.doctor.service, null);
  const back = await sent(later.id, laboratory.id, false, town.receptionist);
  assert.deepEqual([back.id, back.position], [later.id, 1]);
  assert.equal((await serveNext(laboratory)).queue.id, later.id);
});

test('a patient’s transfer to another line can be undone within seconds and not later [LINE-3]', async () => {
  const inside = await consult();
  const tests = await sent(inside.id, laboratory.id, true);
  const { queue } = await get(app, town.doctor, 'undoSendOn', { id: tests.id });
  assert.deepEqual([queue.id, queue.status], [inside.id, 'in_progress']);
  const { journey } = await get(app, patient, 'getJourney', { id: inside.id });
  assert.deepEqual(
    journey.stops.map(({ entryId }) => entryId),
    [inside.id],
  );
  assert.equal((await get(app, patient, 'getCurrentEntry')).queue.id, inside.id);
  const anew = await sent(inside.id, laboratory.id);
  app.clock.advance(60_000);
  assertRefused(await call(app, town.doctor, 'undoSendOn', { id: anew.id }), 'undo_over');
});

test('undoing a patient’s transfer to another line restores the plan of the patient’s visit [LINE-3]', async () => {
  const inside = await consult();
  const lineIds = [laboratory.id, pharmacy.id];
  const plan = { id: inside.id, body: { lineIds } };
  await get(app, town.doctor, 'planStops', plan);
  for (const comesBack of [false, true]) {
    const tests = await sent(inside.id, laboratory.id, comesBack);
    await get(app, town.doctor, 'undoSendOn', { id: tests.id });
    assert.deepEqual(await plannedOf(inside.id), lineIds);
  }
  const elsewhere = await sent(inside.id, pharmacy.id);
  await get(app, town.doctor, 'undoSendOn', { id: elsewhere.id });
  assert.deepEqual(await plannedOf(inside.id), lineIds);
});

test('if a waiting patient is moved early to the next planned line, this line is removed from the rest of the visit’s plan [LINE-3]', async () => {
  const waits = await addTo(app, town.receptionist, town.doctorId);
  const plan = (id: string, ...lineIds: string[]) =>
    get(app, town.receptionist, 'planStops', { id, body: { lineIds } });
  await plan(waits.id, laboratory.id, pharmacy.id);
  await sent(waits.id, laboratory.id, false, town.receptionist);
  assert.deepEqual(await plannedOf(waits.id), [pharmacy.id]);
  assert.equal((await serveNext(laboratory)).next?.doctor.id, pharmacy.id);

  const colleague = town.colleagueId;
  const other = await addTo(app, town.receptionist, town.doctorId);
  await plan(other.id, colleague, pharmacy.id);
  const move = { id: other.id, body: { doctorId: colleague } };
  await get(app, town.receptionist, 'transferEntry', move);
  assert.deepEqual(await plannedOf(other.id), [pharmacy.id]);
});

test('if the desk restores a patient to a line, a later planned return to the same line is removed from the visit’s plan [LINE-3, LINE-4]', async () => {
  const [point] = laboratory.points;
  assert.ok(point !== undefined);
  const first = await addTo(app, town.receptionist, laboratory.id);
  await get(app, town.receptionist, 'callNext', { id: point.id });
  const there = await sent(first.id, pharmacy.id, true, town.receptionist);
  await get(app, town.receptionist, 'removeEntry', { id: there.id });
  await get(app, town.receptionist, 'bringBack', { id: first.id });
  assert.deepEqual(await plannedOf(first.id), []);
  const plan = { id: first.id, body: { lineIds: [town.doctorId] } };
  const { journey } = await get(app, town.receptionist, 'planStops', plan);
  assert.equal(journey.endedAt, null, 'the visit goes on where its last stop has ended');
  assert.deepEqual(await plannedOf(first.id), [town.doctorId]);
  await get(app, town.receptionist, 'planStops', { id: first.id, body: { lineIds: [] } });
  const { queue, next } = await serveNext(laboratory);
  assert.deepEqual([queue.id, next], [first.id, null]);
});

async function plannedOf(id: string): Promise<string[]> {
  const { journey } = await get(app, town.receptionist, 'getJourney', { id });
  return journey.stops.filter(({ status }) => status === null).map(({ lineId }) => lineId);
}

test('a patient who missed a call and is then called in directly can be transferred like any other patient [LINE-3]', async () => {
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  await get(app, town.doctor, 'holdEntry', { id: queue.id });
  const called = await call(app, town.doctor, 'startConsultation', { id: queue.id });
  assert.equal(called.status, 200, called.text);
  const sent = await sendTo(queue.id, laboratory.id);
  assert.equal(sent.status, 200, sent.text);
});

test('a transfer cannot be undone once a colleague has forwarded the patient again [LINE-3]', async () => {
  const inside = await consult();
  const send = (id: string, lineId: string) =>
    get(app, town.receptionist, 'sendOn', { id, body: { lineId } });
  const { queue: sent } = await send(inside.id, laboratory.id);
  const { queue: further } = await send(sent.id, pharmacy.id);
  assert.equal(further.id, sent.id);
  const refused = await call(app, town.receptionist, 'undoSendOn', { id: sent.id });
  assertRefused(refused, 'entry_changed');
  const { queue } = await get(app, town.receptionist, 'getEntry', { id: sent.id });
  assert.deepEqual([queue.status, queue.doctor.id], ['waiting', pharmacy.id]);
});

test('a counter can undo the transfer of a patient unless the counter is already serving another patient [LINE-3]', async () => {
  const [point] = laboratory.points;
  assert.ok(point !== undefined);
  const first = await addTo(app, town.receptionist, laboratory.id);
  await addTo(app, town.receptionist, laboratory.id);
  await get(app, town.receptionist, 'callNext', { id: point.id });
  const gone = await sent(first.id, pharmacy.id, false, town.receptionist);
  const undone = await get(app, town.receptionist, 'undoSendOn', { id: gone.id });
  assert.equal(undone.queue.point?.id, point.id);
  const anew = await sent(first.id, pharmacy.id, false, town.receptionist);
  await get(app, town.receptionist, 'callNext', { id: point.id });
  assertRefused(await call(app, town.receptionist, 'undoSendOn', { id: anew.id }), 'point_in_use');
});

test('a counter that was closed or removed after a transfer cannot get the patient back by undoing the transfer [LINE-1, LINE-3, DESK-1]', async () => {
  const [one, two] = laboratory.points;
  assert.ok(one !== undefined && two !== undefined);
  for (const { id } of [one, two]) {
    const first = await addTo(app, town.receptionist, laboratory.id);
    await get(app, town.receptionist, 'callNext', { id });
    const gone = await sent(first.id, pharmacy.id, false, town.receptionist);
    await get(app, town.receptionist, 'setPointState', { id, body: { state: 'closed' } });
    if (id === two.id) await get(app, town.admin, 'removePoint', { id });
    const late = await call(app, town.receptionist, 'undoSendOn', { id: gone.id });
    assertRefused(late, 'point_not_open');
    const { queue } = await get(app, town.receptionist, 'getEntry', { id: gone.id });
    assert.deepEqual([queue.status, queue.doctor.id], ['waiting', pharmacy.id]);
    // The desk restores a patient whom it removed by mistake. The patient goes next in line,
    // because the counter that served the patient is closed or removed.
    await get(app, town.receptionist, 'removeEntry', { id: gone.id });
    const { queue: back } = await get(app, town.admin, 'bringBack', { id: first.id });
    assert.deepEqual([back.status, back.point], ['waiting', null]);
    await get(app, town.receptionist, 'removeEntry', { id: first.id });
  }
});

test('of every three patients whom a doctor calls, at most one is returning from another step, even if more such patients wait [LINE-3, INV-12]', async () => {
  const [point] = laboratory.points;
  assert.ok(point !== undefined);
  // Three patients were with the doctor and are now in the laboratory. Each may return to the
  // doctor afterwards.
  const away: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { id } = await addTo(app, town.receptionist, town.doctorId);
    await get(app, town.doctor, 'startConsultation', { id });
    await sent(id, laboratory.id, true);
    app.clock.advance(1000);
  }
  const others: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    others.push((await addTo(app, town.receptionist, town.doctorId)).id);
    app.clock.advance(1000);
  }
  // Each of the three patients returns as soon as the previous returning patient has been called.
  const called: string[] = [];
  for (let n = 0; n < 8; n += 1) {
    if (away.length < 3) away.push((await serveNext(laboratory)).next?.id ?? '');
    const { queue } = await get(app, town.doctor, 'getDoctorQueue', { id: town.doctorId });
    const next = queue.find(({ position }) => position === 1);
    await get(app, town.doctor, 'startConsultation', { id: next?.id ?? '' });
    called.push(next?.id ?? '');
    await get(app, town.doctor, 'completeConsultation', { id: next?.id ?? '' });
    app.clock.advance(1000);
  }
  const [a, b, c] = away;
  const [v, w, x, y, z] = others;
  assert.deepEqual(called, [a, v, w, b, x, y, c, z]);
});

test('undoing a waiting patient’s transfer within seconds restores the place, the plan and, after a missed call, the right to go next [LINE-3, INV-14]', async () => {
  const desk = town.receptionist;
  const line: string[] = [];
  for (let n = 0; n < 3; n += 1) line.push((await addTo(app, desk, laboratory.id)).id);
  const [first = '', second = '', third = ''] = line;
  const order = async (id: string) =>
    (await get(app, desk, 'getDoctorQueue', { id })).queue.map((entry) => entry.id);
  // The first patient is back after a missed call and therefore goes next. Undoing the transfer
  // must restore this.
  await get(app, desk, 'holdEntry', { id: first });
  await get(app, desk, 'comeBack', { id: first });
  const before = (await get(app, desk, 'getEntry', { id: first })).queue;
  const plan = { id: second, body: { lineIds: [pharmacy.id, town.doctorId] } };
  await get(app, desk, 'planStops', plan);
  for (const id of [first, second]) {
    const gone = await sent(id, pharmacy.id, false, desk);
    assert.deepEqual([gone.id, gone.doctor.id], [id, pharmacy.id]);
    assert.deepEqual(
      await order(laboratory.id),
      line.filter((other) => other !== id),
    );
    const undo = { id, query: { seen: gone.queueVersion } };
    const { queue } = await get(app, desk, 'undoSendOn', undo);
    assert.deepEqual([queue.id, queue.doctor.id, queue.moved], [id, laboratory.id, null]);
    assert.deepEqual(await order(laboratory.id), [first, second, third]);
    assert.deepEqual(await order(pharmacy.id), []);
    // A second undo is refused, because no transfer is left to undo.
    assertRefused(await call(app, desk, 'undoSendOn', { id }), 'illegal_transition');
  }
  const { queue: again } = await get(app, desk, 'getEntry', { id: first });
  assert.deepEqual(again.hold, before.hold);
  assert.deepEqual(await plannedOf(second), [pharmacy.id, town.doctorId]);
});

test('a waiting patient’s transfer cannot be undone too late, or after the patient was called, changed or transferred again [LINE-3]', async () => {
  const desk = town.receptionist;
  const [point] = pharmacy.points;
  const { id } = await addTo(app, desk, laboratory.id);
  const undo = (query: { seen?: number } = {}, by = desk) =>
    call(app, by, 'undoSendOn', { id, query });
  const gone = await sent(id, pharmacy.id, false, desk);
  assertRefused(await undo({}, town.otherAdmin), 'not_found');
  assertRefused(await undo({}, town.doctor), 'forbidden');
  const further = await sent(id, town.doctorId, false, desk);
  // Two people transferred the patient one after the other. The first person cannot undo the second
  // person's transfer.
  assertRefused(await undo({ seen: gone.queueVersion }), 'entry_changed');
  assert.equal((await undo({ seen: further.queueVersion })).status, 200);
  await get(app, town.admin, 'callNext', { id: point?.id ?? '' });
  assertRefused(await undo(), 'illegal_transition');
  await get(app, town.admin, 'finishAtPoint', { id: point?.id ?? '', body: { as: 'not_here' } });
  await get(app, desk, 'comeBack', { id });
  await sent(id, laboratory.id, false, desk);
  app.clock.advance(31_000);
  assertRefused(await undo(), 'undo_over');
  const { queue } = await get(app, desk, 'getEntry', { id });
  assert.equal(queue.doctor.id, laboratory.id);
});

test('a patient with an account who was notified of a transfer to another line is notified when this transfer is undone [LINE-3, LINE-4]', async () => {
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  await sent(queue.id, laboratory.id, false, town.receptionist);
  app.clock.advance(5000);
  const { queue: back } = await get(app, town.receptionist, 'undoSendOn', { id: queue.id });
  // The notification names the line that the patient came from and the time of the move.
  assert.deepEqual([back.doctor.id, back.moved?.fromId], [town.doctorId, laboratory.id]);
  await get(app, patient, 'leaveQueue', { id: queue.id });
});

test('a visit cannot have more planned steps than its page shows, and the present step stays visible [LINE-3, LINE-4]', async () => {
  const desk = town.receptionist;
  const lines = [laboratory, pharmacy];
  const at = (n: number) => lines[n % 2] ?? laboratory;
  let { id } = await addTo(app, desk, at(0).id);
  const callAt = (line: SharedLine) => get(app, desk, 'callNext', { id: line.points[0]?.id ?? '' });
  for (let n = 0; n < maxStops - 4; n += 1) {
    await callAt(at(n));
    app.clock.advance(1000);
    ({ id } = await sent(id, at(n + 1).id, false, desk));
  }
  // Three more steps stay within the limit: the present step is number 27 of 30.
  const plan = (count: number) => {
    const lineIds = Array.from({ length: count }, (_, n) => at(maxStops - 3 + n).id);
    return call(app, desk, 'planStops', { id, body: { lineIds } });
  };
  assertRefused(await plan(4), 'too_many_stops');
  assert.equal((await plan(3)).status, 200);
  await callAt(at(maxStops - 4));
  // Planned steps count towards the limit, so a further step or a return is refused.
  assertRefused(await sendTo(id, town.doctorId, false, desk), 'too_many_stops');
  assertRefused(await sendTo(id, at(maxStops - 3).id, true, desk), 'too_many_stops');
  ({ id } = await sent(id, at(maxStops - 3).id, false, desk));
  for (let n = maxStops - 3; n < maxStops - 1; n += 1) {
    const { next } = await serveNext(at(n));
    id = next?.id ?? '';
  }
  const { journey } = await get(app, desk, 'getJourney', { id });
  assert.equal(journey.stops.length, maxStops);
  assert.deepEqual([journey.stops.at(-1)?.entryId, journey.stops.at(-1)?.status], [id, 'waiting']);
});

test('a patient cannot be transferred to another hospital, a closed line or the patient’s own line, or after the visit ended [LINE-3, SEC-5]', async () => {
  const inside = await consult();
  const before = await digestOf(app.db);
  assertRefused(await sendTo(inside.id, town.otherDoctorId), 'not_found');
  assertRefused(await sendTo(inside.id, town.doctorId), 'already_there');
  assertRefused(await sendTo(inside.id, laboratory.id, false, town.otherAdmin), 'not_found');
  assertRefused(await sendTo(inside.id, laboratory.id, false, town.colleague), 'forbidden');
  assertRefused(
    await call(app, patient, 'sendOn', { id: inside.id, body: { lineId: laboratory.id } }),
    'forbidden',
  );
  assert.equal(await digestOf(app.db), before);
  await get(app, town.receptionist, 'setLineOpen', { id: laboratory.id, body: { isOpen: false } });
  assertRefused(await sendTo(inside.id, laboratory.id), 'line_closed');
  await get(app, town.doctor, 'completeConsultation', { id: inside.id });
  assertRefused(await sendTo(inside.id, pharmacy.id), 'illegal_transition');
  const stranger = await makePerson(app);
  assertRefused(await call(app, stranger, 'getJourney', { id: inside.id }), 'not_found');
  assertRefused(await call(app, town.otherAdmin, 'listNextStops', { id: inside.id }), 'not_found');
});

test('when two people transfer one patient at once, one succeeds and the patient is in one line [LINE-3, INV-2]', async () => {
  const rounds = Number(process.env['BAARI_LINE_ROUNDS'] ?? 3);
  for (let round = 0; round < rounds; round += 1) {
    const inside = await consult();
    const answers = await Promise.all([
      sendTo(inside.id, laboratory.id),
      sendTo(inside.id, pharmacy.id, false, town.receptionist),
      call(app, town.doctor, 'completeConsultation', { id: inside.id }),
    ]);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const { queues } = await get(app, patient, 'listOpenEntries');
    assert.ok(queues.length <= 1);
    const [open] = queues;
    if (open !== undefined) await get(app, patient, 'leaveQueue', { id: open.id });
  }
});
