/** Tests requests for a place in line outside the hospital's opening hours [PAT-6, QST-1]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { weekdays } from '@baari/contract/constants.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenHospitalProfile } from '../testing/test-bodies.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  const [first] = await makePatients(app, 1);
  assert.ok(first !== undefined);
  patient = first;
});
after(() => app.close());

/**
 * Opening hours of one hour a day at another time than now. The hour is moved by two hours if it
 * would cross midnight.
 */
function hoursElsewhere() {
  const hour = app.clock.now().getUTCHours();
  const open = (hour + 12) % 23;
  const at = (hours: number) => `${String(hours).padStart(2, '0')}:00`;
  const day = { open: at(open), close: at(open + 1), closed: false };
  return Object.fromEntries(weekdays.map((name) => [name, day]));
}

async function save(change: object): Promise<void> {
  const body = {
    ...givenHospitalProfile(),
    operating_hours: hoursElsewhere(),
    timeZone: 'UTC',
    ...change,
  };
  await get(app, town.admin, 'saveOwnHospital', { body });
}

test('a closed hospital shows when it opens, and a request is accepted with that notice [PAT-3, PAT-6, QST-1]', async () => {
  await save({});
  const { hospital } = await get(app, undefined, 'getHospital', { id: town.hospitalId });
  assert.equal(hospital.openNow, false);
  assert.equal(hospital.opening.isOpen, false);
  assert.ok(Date.parse(hospital.opening.until ?? '') > app.clock.now().getTime());
  const { doctor } = await get(app, undefined, 'getDoctor', { id: town.doctorId });
  assert.deepEqual(doctor.opening, hospital.opening);
  assert.equal(doctor.takesRequestsShut, true);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  assert.deepEqual(queue.hospital.opening, hospital.opening);
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  const waiting = await get(app, patient, 'getCurrentEntry');
  assert.equal(waiting.queue.hospital.opening?.isOpen, false);
  // A doctor who works outside the opening hours makes the hospital count as open.
  await get(app, town.admin, 'startConsultation', { id: queue.id });
  await get(app, town.admin, 'completeConsultation', { id: queue.id });
});

test('a hospital may refuse requests while it is closed, the patient then reads the opening time, and changing this setting is recorded [PAT-6, HPROF-2]', async () => {
  await save({ takesRequestsShut: false });
  const refused = await call(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  assertRefused(refused, 'hospital_shut');
  assert.match(JSON.stringify(refused.body), /It opens on \w+day, \d+ \w+ at \d+:00 [ap]m\./u);
  const trail = await get(app, town.admin, 'listAudit', {});
  assert.match(JSON.stringify(trail), /takesRequestsShut/u);
  // Saving the profile without the setting for requests outside opening hours leaves that setting
  // unchanged.
  await save({ name: 'Moonlight Hospital' });
  const { hospital } = await get(app, undefined, 'getHospital', { id: town.hospitalId });
  assert.equal(hospital.takesRequestsShut, false);
});

test('a patient whose doctor works past the hospital’s hours is not told that the hospital is closed [PAT-11, INV-16]', async () => {
  await save({ takesRequestsShut: true });
  const allDay = { hours: [{ from: '00:00', to: '23:59' }], breaks: [] };
  const week = Object.fromEntries(weekdays.map((name) => [name, allDay]));
  await get(app, town.admin, 'saveSchedule', { id: town.colleagueId, body: { week } });
  const [second] = await makePatients(app, 1);
  assert.ok(second !== undefined);
  const { queue } = await get(app, second, 'requestPlace', {
    body: { doctorId: town.colleagueId },
  });
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  const { queue: waiting } = await get(app, second, 'getCurrentEntry');
  assert.equal(waiting.line?.state, 'due');
  assert.ok(waiting.waitRange !== null);
  assert.deepEqual(waiting.hospital.opening, { isOpen: true, until: null });
});
