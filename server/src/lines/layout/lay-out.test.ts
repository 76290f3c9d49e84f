/** Tests setting up shared lines and their service points, and what the server refuses. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { problem } from '@baari/contract/refusals.ts';
import sql from 'sql-template-tag';
import {
  assertRefused,
  call,
  digestOf,
  get,
  makeTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { makeTown, type Town } from '../../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../../testing/test-stops.ts';
import { openStream } from '../../testing/test-stream.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
});

test('an administrator creates several lines with their service points in one step, each line leading to the next [LINE-1]', async () => {
  const body = {
    inOrder: true,
    lines: [
      {
        name: 'Registration',
        kind: 'registration',
        order: 'arrival',
        points: [{ name: 'Counter 1' }],
      },
      {
        name: 'Laboratory',
        kind: 'laboratory',
        points: [{ name: 'Counter 1' }, { name: 'Counter 2' }],
      },
    ],
  };
  const { lines } = await get(app, town.admin, 'addLines', { body });
  const [registration, laboratory] = lines;
  assert.ok(registration !== undefined && laboratory !== undefined);
  assert.deepEqual(registration.next, [laboratory.id]);
  assert.deepEqual(
    laboratory.points.map(({ name, state }) => [name, state]),
    [
      ['Counter 1', 'closed'],
      ['Counter 2', 'closed'],
    ],
  );
  const listed = await get(app, town.receptionist, 'listLines');
  assert.deepEqual(
    listed.lines.map(({ name }) => name),
    ['Laboratory', 'Registration'],
  );
  assert.deepEqual((await get(app, town.otherAdmin, 'listLines')).lines, []);
});

test('shared lines are found by part of the name, or by its sound in another script, only in the own hospital [LINE-1]', async () => {
  for (const name of ['Laboratory', 'Pharmacy', 'दवाखाना', '100% free']) {
    await makeLine(app, town.admin, { name });
  }
  await makeLine(app, town.otherAdmin, { name: 'Laboratory' });
  const named = async (search: string) => {
    const { lines } = await get(app, town.receptionist, 'listLines', { query: { search } });
    return lines.map(({ name }) => name);
  };
  assert.deepEqual(await named('ABORA'), ['Laboratory']);
  assert.deepEqual(await named('लैबोरेटरी'), ['Laboratory']);
  assert.deepEqual(await named('فارمیسی'), ['Pharmacy']);
  assert.deepEqual(await named('davakhana'), ['दवाखाना']);
  assert.deepEqual(await named('%'), ['100% free']);
  assert.equal((await named('')).length, 4);
  assert.deepEqual(await named('farmasi'), [], 'within one script it goes by letters');
});

test('if one of several new lines cannot be created, none is created [LINE-1]', async () => {
  await makeLine(app, town.admin, { name: 'Pharmacy' });
  const before = await digestOf(app.db);
  const line = { name: 'Vitals', kind: 'vitals' };
  const refused = [
    [[line, { ...line, name: 'pharmacy' }], 'line_exists'],
    [[{ ...line, points: [{ name: 'A' }, { name: 'a' }] }], 'point_exists'],
    [[{ ...line, kind: 'any_doctor', points: [{ name: 'A' }] }], 'point_needs_doctor'],
    [[{ ...line, points: [{ name: 'A', doctorId: town.doctorId }] }], 'point_needs_doctor'],
    [
      [{ ...line, kind: 'any_doctor', points: [{ name: 'A', doctorId: town.otherDoctorId }] }],
      'not_found',
    ],
  ] as const;
  for (const [lines, code] of refused) {
    assertRefused(await call(app, town.admin, 'addLines', { body: { lines } }), code);
  }
  assert.equal(await digestOf(app.db), before);
  assert.equal((await get(app, town.admin, 'listLines')).lines.length, 1);
});

test('a line is saved with all its fields, and saving does not overwrite a colleague’s later save [LINE-1]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Imaging', kind: 'imaging' });
  const { department, room, order, returnsEvery, next } = line;
  const seen = { name: line.name, department, room, order, returnsEvery, next };
  const wanted = { ...seen, name: 'X-ray', room: 'Basement', next: [town.doctorId] };
  const edited = await get(app, town.admin, 'editLine', { id: line.id, body: { ...wanted, seen } });
  assert.equal(edited.line.name, 'X-ray');
  assert.deepEqual(edited.line.next, [town.doctorId]);
  const again = { id: line.id, body: { ...wanted, room: 'Attic', seen } };
  assertRefused(await call(app, town.admin, 'editLine', again), 'changed_meanwhile');
  const ownNext = { id: line.id, body: { ...wanted, next: [line.id] } };
  assertRefused(await call(app, town.admin, 'editLine', ownNext), 'invalid_request');
  const foreign = { id: line.id, body: { ...wanted, next: [town.otherDoctorId] } };
  assertRefused(await call(app, town.admin, 'editLine', foreign), 'not_found');
  assertRefused(await call(app, town.otherAdmin, 'editLine', again), 'not_found');
});

test('a line with people in it cannot be removed, and an empty line is removed together with its service points [LINE-1]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Billing', kind: 'billing' });
  const waiting = await addTo(app, town.receptionist, line.id);
  assertRefused(await call(app, town.admin, 'removeLine', { id: line.id }), 'line_in_use');
  await get(app, town.receptionist, 'removeEntry', { id: waiting.id });
  await get(app, town.admin, 'removeLine', { id: line.id });
  assert.deepEqual((await get(app, town.admin, 'listLines')).lines, []);
  const body = { name: 'Late', lineId: line.id };
  assertRefused(await call(app, town.receptionist, 'addWalkIn', { body }), 'not_found');
  await makeLine(app, town.admin, { name: 'Billing', kind: 'billing' });
});

test('a closed line accepts no new patients, and its waiting patients are still called [LINE-1]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Vitals', kind: 'vitals' });
  await addTo(app, town.receptionist, line.id);
  await get(app, town.receptionist, 'setLineOpen', { id: line.id, body: { isOpen: false } });
  const body = { name: 'Late', lineId: line.id };
  assertRefused(await call(app, town.receptionist, 'addWalkIn', { body }), 'line_closed');
  const [point] = line.points;
  assert.ok(point !== undefined);
  await get(app, town.receptionist, 'callNext', { id: point.id });
});

test('service points are added, renamed and removed, and each name is unique within its line [LINE-1]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
  const add = { id: line.id, body: { name: 'Counter 2' } };
  const added = await get(app, town.admin, 'addPoint', add);
  const second = added.line.points.find(({ name }) => name === 'Counter 2');
  assert.ok(second !== undefined);
  assertRefused(await call(app, town.admin, 'addPoint', add), 'point_exists');
  const rename = { id: second.id, body: { name: 'counter 1' } };
  assertRefused(await call(app, town.admin, 'renamePoint', rename), 'point_exists');
  await get(app, town.admin, 'renamePoint', { id: second.id, body: { name: 'Window' } });
  const { line: left } = await get(app, town.admin, 'removePoint', { id: second.id });
  assert.deepEqual(
    left.points.map(({ name }) => name),
    ['Counter 1'],
  );
});

test('a service point that is serving a patient can be neither removed nor closed [LINE-1, LINE-2]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
  const [point] = line.points;
  assert.ok(point !== undefined);
  await addTo(app, town.receptionist, line.id);
  await get(app, town.receptionist, 'callNext', { id: point.id });
  assertRefused(await call(app, town.admin, 'removePoint', { id: point.id }), 'point_in_use');
  const close = { id: point.id, body: { state: 'closed' } };
  assertRefused(await call(app, town.receptionist, 'setPointState', close), 'point_in_use');
});

test('a doctor’s service point that is serving a patient can be paused, but neither removed nor closed [LINE-1, LINE-2]', async () => {
  const line = await makeLine(app, town.admin, {
    name: 'Physicians',
    kind: 'any_doctor',
    points: [town.doctorId],
  });
  const id = line.points[0]?.id ?? '';
  await addTo(app, town.receptionist, line.id);
  await get(app, town.doctor, 'callNext', { id });
  const state = (to: string) => ({ id, body: { state: to } });
  const before = await digestOf(app.db);
  assertRefused(await call(app, town.doctor, 'setPointState', state('closed')), 'point_in_use');
  assertRefused(await call(app, town.admin, 'removePoint', { id }), 'point_in_use');
  assert.equal(await digestOf(app.db), before);
  await get(app, town.doctor, 'setPointState', state('paused'));
  await get(app, town.doctor, 'finishAtPoint', { id, body: { as: 'completed' } });
  await get(app, town.doctor, 'setPointState', state('closed'));
  await get(app, town.admin, 'removePoint', { id });
});

test('the hospital’s staff are notified at once of a changed line or service point, and patients are not [LINE-1, SEC-18]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Imaging', kind: 'imaging' });
  const [point] = line.points;
  assert.ok(point !== undefined);
  const desk = await openStream(app, town.receptionist);
  await get(app, town.receptionist, 'setPointState', { id: point.id, body: { state: 'paused' } });
  // The event of the point's earlier opening may arrive before the event of the pause.
  await desk.find(
    ({ event }) => event.type === 'line_updated' && event.data.points[0]?.state === 'paused',
  );
  await get(app, town.admin, 'removeLine', { id: line.id });
  await desk.find(({ event }) => event.type === 'line_updated' && event.data.isGone === true);
  desk.cut();
});

test('closing the day cancels the places of patients who wait in a shared line, and closes the line’s counters [LINE-1, DAY-1]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
  const waiting = await addTo(app, town.receptionist, line.id);
  const { dayEnd } = await get(app, town.receptionist, 'getDayEnd');
  const shown = dayEnd.lines.find(({ id }) => id === line.id);
  assert.deepEqual(shown, { id: line.id, name: 'Pharmacy', waiting: 1, pending: 0, served: 0 });
  const asOf = app.clock.now().toISOString();
  await get(app, town.admin, 'closeDay', { body: { asOf } });
  const { queue } = await get(app, town.receptionist, 'getEntry', { id: waiting.id });
  assert.equal(queue.status, 'cancelled');
  const { lines } = await get(app, town.admin, 'listLines');
  assert.deepEqual(
    lines.flatMap(({ points }) => points.map(({ state }) => state)),
    ['closed'],
  );
});

test('screens are notified of a counter that the end of the day closes, and not of a counter that was already closed [LINE-1, DAY-1, INV-5]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
  const desk = await openStream(app, town.receptionist);
  const close = async () => {
    const asOf = app.clock.now().toISOString();
    await get(app, town.admin, 'closeDay', { body: { asOf } });
  };
  await close();
  await desk.find(
    ({ event }) =>
      event.type === 'line_updated' &&
      event.data.id === line.id &&
      event.data.points[0]?.state === 'closed',
  );
  desk.cut();
  const published = async () => {
    const events = await app.db.many(sql`
      select from event where type = 'line_updated' and doctor_id = ${line.id}`);
    return events.length;
  };
  const before = await published();
  await close();
  assert.equal(await published(), before);
});

test('each forbidden change of a line or its service points is refused with its own error code and changes nothing [LINE-1, LINE-2, LINE-3]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Laboratory', points: 2 });
  const closed = await makeLine(app, town.admin, { name: 'Imaging', kind: 'imaging' });
  await get(app, town.admin, 'setLineOpen', { id: closed.id, body: { isOpen: false } });
  const foreign = await makeLine(app, town.otherAdmin, { name: 'Laboratory' });
  await app.db.run(sql`update doctor set status = 'Available'`);
  const [busy, free] = line.points;
  assert.ok(busy !== undefined && free !== undefined);
  const served = await addTo(app, town.receptionist, line.id);
  await get(app, town.receptionist, 'callNext', { id: busy.id });
  const over = await addTo(app, town.receptionist, line.id);
  await get(app, town.receptionist, 'callNext', { id: free.id });
  await get(app, town.receptionist, 'finishAtPoint', { id: free.id, body: { as: 'completed' } });
  const away = await addTo(app, town.receptionist, line.id);
  await get(app, town.receptionist, 'callNext', { id: free.id });
  await get(app, town.receptionist, 'finishAtPoint', { id: free.id, body: { as: 'not_here' } });
  const waits = await addTo(app, town.receptionist, line.id);
  await get(app, town.receptionist, 'noteEntry', { id: waits.id, body: { notes: 'Deaf.' } });
  const nobody = '00000000-0000-4000-8000-000000000000';
  const send = (id: string, lineId: string, query = {}) =>
    call(app, town.receptionist, 'sendOn', { id, query, body: { lineId } });
  const state = (id: string, to: string) =>
    call(app, town.receptionist, 'setPointState', { id, body: { state: to } });
  const plan = (id: string, lineId: string, seen?: string[]) =>
    call(app, town.receptionist, 'planStops', {
      id,
      body: { lineIds: [lineId], ...(seen && { seen: { lineIds: seen } }) },
    });
  const refused = [
    ['not_found', () => send(waits.id, foreign.id)],
    ['not_found', () => send(served.id, town.otherDoctorId)],
    ['not_found', () => send(waits.id, nobody)],
    ['not_found', () => send(nobody, town.doctorId)],
    ['line_closed', () => send(served.id, closed.id)],
    ['line_closed', () => send(waits.id, closed.id)],
    ['is_on_hold', () => send(away.id, town.doctorId)],
    ['illegal_transition', () => send(over.id, town.doctorId)],
    ['already_there', () => send(waits.id, line.id)],
    ['entry_changed', () => send(waits.id, town.doctorId, { seen: 0 })],
    ['illegal_transition', () => call(app, town.receptionist, 'undoSendOn', { id: waits.id })],
    ['not_found', () => plan(waits.id, foreign.id)],
    ['already_there', () => plan(waits.id, line.id)],
    ['illegal_transition', () => plan(over.id, town.doctorId)],
    ['changed_meanwhile', () => plan(waits.id, town.doctorId, [town.doctorId])],
    ['point_already_so', () => state(free.id, 'open')],
    ['point_in_use', () => state(busy.id, 'closed')],
    ['point_in_use', () => call(app, town.admin, 'removePoint', { id: busy.id })],
    ['line_in_use', () => call(app, town.admin, 'removeLine', { id: line.id })],
  ] as const;
  const before = await digestOf(app.db);
  const words = new Set<string>();
  for (const [code, ask] of refused) {
    const answer = await ask();
    assertRefused(answer, code);
    words.add(problem.parse(answer.body).error);
    assert.equal(await digestOf(app.db), before, code);
  }
  assert.equal(words.size, new Set(refused.map(([code]) => code)).size, 'each in its own words');
});

test('a counter’s planned opening hours are stored, and changing only the counter’s name keeps these hours [LINE-1]', async () => {
  const [made] = (
    await get(app, town.admin, 'addLines', {
      body: {
        lines: [{ name: 'Morning laboratory', kind: 'laboratory', points: [{ name: 'A' }] }],
      },
    })
  ).lines;
  const id = made?.points[0]?.id ?? '';
  const hours = [{ from: '10:30', to: '13:30' }];
  const change = async (body: object) =>
    (await get(app, town.admin, 'renamePoint', { id, body })).line.points[0];
  const seen = { name: 'A' };
  assert.deepEqual((await change({ name: 'A', hours, seen }))?.hours, hours);
  const renamed = await change({ name: 'B', seen: { ...seen, hours } });
  assert.deepEqual([renamed?.name, renamed?.hours], ['B', hours]);
  const wrong = { name: 'B', hours: [{ from: '13:30', to: '10:30' }], seen: { name: 'B' } };
  assert.equal((await call(app, town.admin, 'renamePoint', { id, body: wrong })).status, 400);
});
