/**
 * Tests requesting a place in a shared line from home, which the hospital must allow. The API call
 * is the same as for a doctor's line.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { HomeLine } from '@baari/contract/lines/shared-line.ts';
import sql from 'sql-template-tag';
import {
  assertRefused,
  call,
  digestOf,
  get,
  makeTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../testing/test-stops.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Verma' });
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
  await app.db.run(sql`update doctor set status = 'Available', break_until = null`);
});

async function fromHome(): Promise<HomeLine[]> {
  return (await get(app, undefined, 'listHomeLines', { id: town.hospitalId })).lines;
}

function ask(lineId: string, by = patient) {
  return call(app, by, 'requestPlace', { body: { doctorId: lineId, symptoms: 'cough' } });
}

/** Makes a line of General Medicine from which either of two doctors calls. */
function makeAnyDoctor() {
  return makeLine(app, town.admin, {
    name: 'General Medicine',
    kind: 'any_doctor',
    points: [town.doctorId, town.colleagueId],
  });
}

test('patients can ask for a place in shared lines that a hospital opens to them, by default only in lines for any free doctor [LINE-6]', async () => {
  await makeLine(app, town.admin, { name: 'Laboratory' });
  const pharmacy = await makeLine(app, town.admin, { name: 'Pharmacy', kind: 'pharmacy' });
  const any = await makeAnyDoctor();
  const [first, ...others] = await fromHome();
  assert.ok(first !== undefined);
  assert.deepEqual([first.id, first.openPoints, others], [any.id, 2, []]);
  assert.equal(first.doctors.length, 2);
  const { name, department, room, order, returnsEvery, next } = pharmacy;
  const seen = { name, department, room, order, returnsEvery, next, asksFromHome: false };
  const body = { name, department, room, order, returnsEvery, next, asksFromHome: true, seen };
  const edited = await get(app, town.admin, 'editLine', { id: pharmacy.id, body });
  assert.equal(edited.line.asksFromHome, true);
  assert.deepEqual(
    (await fromHome()).map((line) => line.name),
    ['General Medicine', 'Pharmacy'],
  );
  const again = { id: pharmacy.id, body: { ...body, asksFromHome: false } };
  assertRefused(await call(app, town.admin, 'editLine', again), 'changed_meanwhile');
  await app.db.run(sql`update hospital set standing = 'hidden' where id = ${town.hospitalId}`);
  assertRefused(await call(app, undefined, 'listHomeLines', { id: town.hospitalId }), 'not_found');
  assertRefused(await ask(any.id), 'not_found');
  await app.db.run(sql`update hospital set standing = 'unconfirmed' where id = ${town.hospitalId}`);
});

test('a patient requests any free doctor from home and is approved, called and removed as in a doctor’s line [LINE-6, QST-1, QST-2, QST-7]', async () => {
  const any = await makeAnyDoctor();
  const asked = await ask(any.id);
  assert.equal(asked.status, 201, asked.text);
  const { queue } = await get(app, patient, 'getCurrentEntry');
  assert.deepEqual([queue.status, queue.doctor.name], ['pending_approval', 'General Medicine']);
  const { pendingQueues } = await get(app, town.receptionist, 'listPending', {
    id: town.hospitalId,
  });
  assert.deepEqual(
    pendingQueues.map(({ id, doctor }) => [id, doctor.service]),
    [[queue.id, 'any_doctor']],
  );
  const approved = await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  assert.equal(approved.queue.position, 1);
  assert.match(approved.queue.token ?? '', /-001$/u);
  assert.ok(approved.queue.waitRange !== null, 'the wait is shown');
  const [point] = any.points;
  const called = await get(app, town.doctor, 'callNext', { id: point?.id ?? '' });
  assert.deepEqual([called.queue.id, called.queue.doctor.id], [queue.id, town.doctorId]);
  await get(app, town.doctor, 'completeConsultation', { id: queue.id });
  const second = await ask(any.id);
  assert.equal(second.status, 201, second.text);
  const again = (await get(app, patient, 'getCurrentEntry')).queue;
  await get(app, patient, 'leaveQueue', { id: again.id });
  assert.deepEqual((await get(app, patient, 'listOpenEntries')).queues, []);
});

test('a patient’s request for a shared line is refused if it is repeated, or if the line is closed or not open to patients [LINE-6, INV-2]', async () => {
  const any = await makeAnyDoctor();
  const laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
  const before = await digestOf(app.db);
  assertRefused(await ask(laboratory.id), 'not_found');
  assert.equal(await digestOf(app.db), before);
  await get(app, town.admin, 'setLineOpen', { id: any.id, body: { isOpen: false } });
  assertRefused(await ask(any.id), 'line_closed');
  const [shown] = await fromHome();
  assert.equal(shown?.status, 'Offline');
  assert.equal(shown.waitIfJoinedNow, null);
  await get(app, town.admin, 'setLineOpen', { id: any.id, body: { isOpen: true } });
  assert.equal((await ask(any.id)).status, 201);
  assertRefused(await ask(any.id), 'already_in_queue');
  assertRefused(await ask(town.doctorId), 'already_in_queue');
  await get(app, town.admin, 'removeLine', { id: laboratory.id });
  assertRefused(await call(app, town.admin, 'removeLine', { id: any.id }), 'line_in_use');
});

test('for a new patient the wait grows with the line, is shorter than for one doctor, and is unknown without an open service point [LINE-5, LINE-6]', async () => {
  const any = await makeAnyDoctor();
  const empty = (await fromHome())[0]?.waitIfJoinedNow;
  for (let n = 0; n < 6; n += 1) await addTo(app, town.receptionist, any.id);
  for (let n = 0; n < 6; n += 1) await addTo(app, town.receptionist, town.doctorId);
  const [full] = await fromHome();
  assert.ok(empty && full?.waitIfJoinedNow);
  assert.equal(full.waiting, 6);
  assert.ok(full.waitIfJoinedNow.minutes > empty.minutes);
  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
  assert.ok(doctor.waitIfJoinedNow !== null);
  assert.ok(full.waitIfJoinedNow.minutes < doctor.waitIfJoinedNow.minutes);
  for (const { id } of any.points) {
    await get(app, town.admin, 'setPointState', { id, body: { state: 'closed' } });
  }
  assert.equal((await fromHome())[0]?.waitIfJoinedNow, null);
});

test('the wait of a patient who accepts any doctor of a line includes earlier patients who wait for one of these doctors, and no later patients [LINE-5, LINE-6]', async () => {
  const any = await makeAnyDoctor();
  const ahead = await addTo(app, town.receptionist, any.id);
  const first = await waitOf(ahead.id);
  const [open] = await fromHome();
  assert.ok(open?.waitIfJoinedNow);
  for (let n = 0; n < 5; n += 1) {
    for (const id of [town.doctorId, town.colleagueId]) await addTo(app, town.receptionist, id);
  }
  assert.deepEqual(await waitOf(ahead.id), first, 'an earlier patient is called earlier');
  const behind = await addTo(app, town.receptionist, any.id);
  const announced = await waitOf(behind.id);
  // The ten patients in the two doctors' own lines came earlier, so they are called before this
  // patient.
  assert.ok(announced.lower > first.upper, `${announced.lower} to ${announced.upper} minutes`);
  const [full] = await fromHome();
  assert.ok(full?.waitIfJoinedNow);
  assert.ok(full.waitIfJoinedNow.minutes > 3 * open.waitIfJoinedNow.minutes);
  assert.ok(full.waitIfJoinedNow.upper >= announced.upper);
});

async function waitOf(id: string) {
  const { queue } = await get(app, town.receptionist, 'getEntry', { id });
  assert.ok(queue.waitRange !== null);
  const { lower, upper } = queue.waitRange;
  return { lower, upper };
}

test('a patient who asks for one doctor of a shared line stays with that doctor, who calls the patients of both lines by arrival [LINE-2, LINE-6]', async () => {
  const any = await makeAnyDoctor();
  const first = await addTo(app, town.receptionist, any.id);
  app.clock.advance(1000);
  const own = await ask(town.doctorId);
  assert.equal(own.status, 201, own.text);
  const { queue } = await get(app, patient, 'getCurrentEntry');
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  app.clock.advance(1000);
  await addTo(app, town.receptionist, any.id);
  const [point, other] = any.points;
  const one = await get(app, town.doctor, 'callNext', { id: point?.id ?? '' });
  assert.equal(one.queue.id, first.id);
  // The colleague does not call the patient who requested only the first doctor.
  const two = await get(app, town.colleague, 'callNext', { id: other?.id ?? '' });
  assert.notEqual(two.queue.id, queue.id);
  await get(app, town.doctor, 'finishAtPoint', {
    id: point?.id ?? '',
    body: { as: 'completed' },
  });
  const three = await get(app, town.doctor, 'callNext', { id: point?.id ?? '' });
  assert.equal(three.queue.id, queue.id);
});
