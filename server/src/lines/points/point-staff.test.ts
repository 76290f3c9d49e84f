/** Tests the assignment of receptionists to counters. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../../testing/test-stops.ts';

let app: TestApp;
let town: Town;
/** Another receptionist of the hospital. */
let other: TestPerson;
let line: SharedLine;
let id: string;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(async () => {
  await clearLines(app);
  other = await makePerson(app, { works: { as: 'receptionist', hospitalId: town.hospitalId } });
  line = await makeLine(app, town.admin, { name: 'Pharmacy' });
  id = line.points[0]?.id ?? '';
});

function set(state: 'open' | 'closed') {
  return { id, body: { state } };
}

async function assign(people: readonly TestPerson[], before: readonly TestPerson[] = []) {
  const ids = (of: readonly TestPerson[]) => of.map(({ userId }) => userId);
  const body = { staffIds: ids(people), seen: { staffIds: ids(before) } };
  return (await get(app, town.admin, 'setPointStaff', { id, body })).line;
}

test('a counter without assigned people can be opened by any receptionist and by no other role [LINE-2]', async () => {
  await get(app, town.admin, 'setPointState', set('closed'));
  for (const person of [town.receptionist, other]) {
    await get(app, person, 'setPointState', set('open'));
    await get(app, person, 'setPointState', set('closed'));
  }
  assertRefused(await call(app, town.doctor, 'setPointState', set('open')), 'forbidden');
});

test('only assigned people and administrators can see, open and use a counter that has assigned people [LINE-2]', async () => {
  await get(app, town.admin, 'setPointState', set('closed'));
  const published = await assign([town.receptionist]);
  assert.deepEqual(
    published.points[0]?.staff.map((each) => each.id),
    [town.receptionist.userId],
  );
  await addTo(app, town.receptionist, line.id);
  for (const name of ['getCounter', 'callNext', 'callAgain'] as const) {
    assertRefused(await call(app, other, name, { id }), 'not_assigned');
  }
  assertRefused(await call(app, other, 'setPointState', set('open')), 'not_assigned');
  const done = { id, body: { as: 'completed' } };
  assertRefused(await call(app, other, 'finishAtPoint', done), 'not_assigned');
  await get(app, town.receptionist, 'setPointState', set('open'));
  await get(app, town.receptionist, 'callNext', { id });
  await get(app, town.admin, 'finishAtPoint', done);
  await assign([], [town.receptionist]);
  await get(app, other, 'getCounter', { id });
});

test('a person who is no longer assigned to an open counter can finish its patient and close it, but cannot call [LINE-2]', async () => {
  await get(app, town.admin, 'setPointState', set('closed'));
  await get(app, other, 'setPointState', set('open'));
  await addTo(app, town.receptionist, line.id);
  await addTo(app, town.receptionist, line.id);
  await get(app, other, 'callNext', { id });
  await assign([town.receptionist]);
  await get(app, other, 'getCounter', { id });
  await get(app, other, 'callAgain', { id });
  await get(app, other, 'finishAtPoint', { id, body: { as: 'completed' } });
  assertRefused(await call(app, other, 'callNext', { id }), 'not_assigned');
  await get(app, other, 'setPointState', set('closed'));
  assertRefused(await call(app, other, 'setPointState', set('open')), 'not_assigned');
  assertRefused(await call(app, other, 'getCounter', { id }), 'not_assigned');
});

test('only the hospital’s own receptionists can be assigned to a counter, and saving does not overwrite a colleague’s later list [LINE-2, ROLE-7]', async () => {
  const elsewhere = await makePerson(app, {
    works: { as: 'receptionist', hospitalId: town.otherHospitalId },
  });
  const seen = { staffIds: [] };
  for (const who of [elsewhere, town.doctor, town.admin]) {
    const body = { staffIds: [other.userId, who.userId], seen };
    assertRefused(await call(app, town.admin, 'setPointStaff', { id, body }), 'not_found');
  }
  await assign([other]);
  const body = { staffIds: [town.receptionist.userId], seen };
  assertRefused(await call(app, town.admin, 'setPointStaff', { id, body }), 'changed_meanwhile');
  assertRefused(await call(app, town.otherAdmin, 'setPointStaff', { id, body }), 'not_found');
  const ofDoctors = await makeLine(app, town.admin, {
    name: 'Any doctor',
    kind: 'any_doctor',
    points: [town.doctorId],
  });
  const theirs = { id: ofDoctors.points[0]?.id ?? '', body };
  assertRefused(await call(app, town.admin, 'setPointStaff', theirs), 'point_of_doctor');
});

test('a person who leaves the team is unassigned, and a counter without assigned people is open to all [LINE-2, SEC-6]', async () => {
  await assign([other]);
  assertRefused(await call(app, town.receptionist, 'getCounter', { id }), 'not_assigned');
  await get(app, town.admin, 'removeMember', { id: other.userId });
  const { lines } = await get(app, town.receptionist, 'listLines');
  assert.deepEqual(lines.find((each) => each.id === line.id)?.points[0]?.staff, []);
  await get(app, town.receptionist, 'getCounter', { id });
});

test('a person who leaves the team while being assigned to a counter does not stay assigned [LINE-2, SEC-6]', async () => {
  for (let round = 0; round < 10; round += 1) {
    const works = { as: 'receptionist', hospitalId: town.hospitalId } as const;
    const leaving = await makePerson(app, { works });
    const body = { staffIds: [leaving.userId], seen: { staffIds: [] } };
    const [assigned] = await Promise.all([
      call(app, town.admin, 'setPointStaff', { id, body }),
      get(app, town.admin, 'removeMember', { id: leaving.userId }),
    ]);
    if (assigned.status !== 200) assertRefused(assigned, 'not_found');
    const { lines } = await get(app, town.admin, 'listLines');
    assert.deepEqual(lines.find((each) => each.id === line.id)?.points[0]?.staff, []);
  }
});

test('a counter closes when its opener leaves the team, unless a patient is being served [LINE-2, SEC-6]', async () => {
  const busy = await makeLine(app, town.admin, { name: 'Billing', kind: 'billing' });
  const busyId = busy.points[0]?.id ?? '';
  for (const each of [id, busyId]) {
    await get(app, town.admin, 'setPointState', { id: each, body: { state: 'closed' } });
    await get(app, other, 'setPointState', { id: each, body: { state: 'open' } });
  }
  const { id: served } = await addTo(app, town.receptionist, busy.id);
  await get(app, other, 'callNext', { id: busyId });
  await get(app, town.admin, 'removeMember', { id: other.userId });
  const { lines } = await get(app, town.receptionist, 'listLines');
  const [left, kept] = [line, busy].map(
    (was) => lines.find((each) => each.id === was.id)?.points[0],
  );
  assert.deepEqual([left?.state, left?.by], ['closed', null]);
  assert.deepEqual([kept?.state, kept?.serving?.entryId], ['open', served]);
  const { rows } = await app.owner.query<{ state: string }>(
    `select body -> 'points' -> 0 ->> 'state' as state from event
     where type = 'line_updated' and doctor_id = $1 order by id desc limit 1`,
    [line.id],
  );
  assert.equal(rows[0]?.state, 'closed', 'sent to the screens');
});

test('when a doctor leaves a shared line for any free doctor, the doctor’s service point there closes and cannot be opened [LINE-2, LINE-5, ADM-2]', async () => {
  const record = {
    name: 'Dr. Lata Joshi',
    email: 'lata.joshi@example.org',
    phone: '+919876543210',
    specialty: 'Neurology',
    department: 'Neurology',
  };
  const { doctor } = await get(app, town.admin, 'addDoctor', { body: record });
  await get(app, town.admin, 'setDoctorStatus', {
    id: doctor.id,
    body: { status: 'available' },
  });
  const any = await makeLine(app, town.admin, {
    name: 'Any doctor',
    kind: 'any_doctor',
    points: [doctor.id],
  });
  const point = any.points[0]?.id ?? '';
  await get(app, town.admin, 'deactivateDoctor', { id: doctor.id, body: {} });
  const { lines } = await get(app, town.receptionist, 'listLines');
  assert.equal(lines.find((each) => each.id === any.id)?.points[0]?.state, 'closed');
  const open = { id: point, body: { state: 'open' } };
  assertRefused(await call(app, town.admin, 'setPointState', open), 'doctor_not_available');
  await get(app, town.admin, 'removePoint', { id: point });
});
