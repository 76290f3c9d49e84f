/** Who of the desk works at which counter, where an administrator says so. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { SharedLine } from '@baari/contract/shared-line.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { addTo, clearLines, makeLine } from '../testing/test-stops.ts';

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

test('a counter without anybody assigned is opened by any receptionist, and nobody else’s role than before [LINE-2]', async () => {
  await get(app, town.admin, 'setPointState', set('closed'));
  for (const person of [town.receptionist, other]) {
    await get(app, person, 'setPointState', set('open'));
    await get(app, person, 'setPointState', set('closed'));
  }
  assertRefused(await call(app, town.doctor, 'setPointState', set('open')), 'forbidden');
});

test('where somebody is assigned they alone and administrators open the counter, see it and call [LINE-2]', async () => {
  await get(app, town.admin, 'setPointState', set('closed'));
  const told = await assign([town.receptionist]);
  assert.deepEqual(
    told.points[0]?.staff.map((each) => each.id),
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

test('who has opened a counter and is assigned to it no longer ends what is begun, closes it, and calls nobody more [LINE-2]', async () => {
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

test('only receptionists of the hospital are assigned, and nobody to a doctor’s point or over another list than was seen [LINE-2, ROLE-7]', async () => {
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

test('who leaves the team is assigned nowhere, and the counter of the last one is anybody’s again [LINE-2, SEC-6]', async () => {
  await assign([other]);
  assertRefused(await call(app, town.receptionist, 'getCounter', { id }), 'not_assigned');
  await get(app, town.admin, 'removeMember', { id: other.userId });
  const { lines } = await get(app, town.receptionist, 'listLines');
  assert.deepEqual(lines.find((each) => each.id === line.id)?.points[0]?.staff, []);
  await get(app, town.receptionist, 'getCounter', { id });
});

test('of a removal and an assignment at the same moment nobody is left assigned who has gone [LINE-2, SEC-6]', async () => {
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
