/** Tests recording, reading, striking out, exporting and erasing vital signs through the API. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { vitalSigns } from '@baari/contract/visit/vitals.ts';
import { carryOutErasures } from '../erasure/carry-out-erasures.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { addTo, makeLine } from '../testing/test-stops.ts';
import { openStream } from '../testing/test-stream.ts';

const settings = {
  asked: [...vitalSigns],
  temperatureUnit: 'celsius',
  glucoseUnit: 'mg_dl',
} as const;

let app: TestApp;
let town: Town;
let patient: TestPerson;
before(async () => {
  app = await makeTestApp({ isListening: true });
});
after(() => app.close());
beforeEach(async () => {
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Rao' });
  await get(app, town.admin, 'setVitalSettings', { body: { ...settings, asked: [...vitalSigns] } });
});

/** The id of an entry of the patient, who waits for the doctor. */
async function wait(): Promise<string> {
  const body = { doctorId: town.doctorId };
  const { queue } = await get(app, patient, 'requestPlace', { body });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  return queue.id;
}

test('a hospital records no vital signs until its administrator switches them on, and a value that is not asked is refused by name [CONS-2]', async () => {
  const id = await wait();
  const fresh = await get(app, town.otherAdmin, 'getVitalSettings');
  assert.deepEqual(fresh.settings, { ...settings, asked: [] });
  const body = { ...settings, asked: ['pulse' as const] };
  await get(app, town.admin, 'setVitalSettings', { body });
  const refused = await call(app, town.receptionist, 'addVitals', {
    id,
    body: { pulse: 70, weight: 60 },
  });
  assertRefused(refused, 'vitals_not_asked');
  assert.match(refused.text, /"param":"weight"/u);
  assert.equal((await get(app, town.doctor, 'getVitals', { id })).vitals.measurements.length, 0);
  const stale = { ...settings, asked: [], seen: { ...settings, asked: [] } };
  assertRefused(
    await call(app, town.admin, 'setVitalSettings', { body: stale }),
    'changed_meanwhile',
  );
  assertRefused(await call(app, town.receptionist, 'setVitalSettings', { body }), 'forbidden');
});

test('what the desk measures is read by the doctor with name, time and marks, and each read and write is in the audit trail [CONS-2, SEC-13]', async () => {
  const id = await wait();
  await app.db.run(sql`
    update patient set date_of_birth = null, birth_year = 1980 where id = ${patient.userId}`);
  const given = { systolic: 150, diastolic: 80, pulse: 72, temperature: 37 };
  await get(app, town.receptionist, 'addVitals', { id, body: given });
  const { vitals } = await get(app, town.doctor, 'getVitals', { id });
  const [first] = vitals.measurements;
  assert.equal(vitals.isAgeKnown, true);
  assert.equal(first?.values.systolic, 150);
  assert.equal(first.values.weight, null);
  assert.deepEqual(first.marks, [{ value: 'systolic', is: 'high', from: 91, to: 139 }]);
  assert.ok(first.by !== null && first.by !== '');
  const rows = await app.db.many<{ action: string; ids: string[] }>(sql`
    select action, patient_ids as ids from audit
    where entry_id = ${id} and action like '%vital signs%' order by id`);
  assert.deepEqual(rows, [
    { action: 'record vital signs', ids: [patient.userId] },
    { action: 'read vital signs', ids: [patient.userId] },
  ]);
});

test('vital signs measured at a counter are shown at the doctor’s step of the same visit, and a repeated request stores them once [CONS-2, INV-7]', async () => {
  const line = await makeLine(app, town.admin, { name: 'Nurse' });
  const { id } = await addTo(app, town.receptionist, line.id);
  await get(app, town.receptionist, 'callNext', { id: line.points[0]?.id ?? '' });
  const headers = { 'idempotency-key': 'vitals-1' };
  for (let time = 0; time < 2; time += 1) {
    await get(app, town.receptionist, 'addVitals', { id, body: { pulse: 88 }, headers });
  }
  const body = { lineId: town.doctorId };
  const { queue } = await get(app, town.receptionist, 'sendOn', { id, body });
  const { vitals } = await get(app, town.doctor, 'getVitals', { id: queue.id });
  assert.deepEqual(
    vitals.measurements.map(({ entryId, values }) => [entryId, values.pulse]),
    [[id, 88]],
  );
  assert.equal(vitals.isAgeKnown, false);
});

test('a wrong measurement is struck out with a reason, stays visible to staff and is never edited [CONS-2]', async () => {
  const id = await wait();
  const added = await get(app, town.receptionist, 'addVitals', { id, body: { weight: 600 / 10 } });
  const [wrong] = added.vitals.measurements;
  assert.ok(wrong);
  const strike = { id: wrong.id, body: { reason: 'Other patient' } };
  assertRefused(await call(app, town.otherAdmin, 'strikeVitals', strike), 'not_found');
  await get(app, town.doctor, 'strikeVitals', strike);
  const again = { id: wrong.id, body: { reason: 'Later' } };
  const { vitals } = await get(app, town.receptionist, 'strikeVitals', again);
  assert.equal(vitals.measurements[0]?.struck?.reason, 'Other patient');
  const past = await get(app, town.doctor, 'listPatientVitals', { id: patient.userId });
  assert.equal(past.measurements.length, 0, 'left out of past visits');
  await assert.rejects(
    app.db.run(sql`update vital_signs set weight = 61 where id = ${wrong.id}`),
    /permission denied/u,
  );
});

test('nobody records vital signs of a request or an ended visit, and another hospital’s visit is not found [CONS-2, ROLE-7]', async () => {
  const body = { pulse: 70 };
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  const { id } = queue;
  assertRefused(await call(app, town.admin, 'addVitals', { id, body }), 'illegal_transition');
  await get(app, town.receptionist, 'approveRequest', { id });
  for (const [who, code] of [
    [town.otherAdmin, 'not_found'],
    [patient, 'forbidden'],
  ] as const) {
    assertRefused(await call(app, who, 'getVitals', { id }), code);
    assertRefused(await call(app, who, 'addVitals', { id, body }), code);
  }
  const patientId = { id: patient.userId };
  assertRefused(await call(app, town.otherAdmin, 'listPatientVitals', patientId), 'not_found');
  const tooHigh = await call(app, town.admin, 'addVitals', { id, body: { pulse: 999 } });
  assertRefused(tooHigh, 'invalid_request');
  assert.match(tooHigh.text, /"param":"pulse"/u);
  await get(app, town.doctor, 'startConsultation', { id });
  await get(app, town.doctor, 'addVitals', { id, body });
  await get(app, town.doctor, 'completeConsultation', { id, body: {} });
  assertRefused(await call(app, town.admin, 'addVitals', { id, body }), 'illegal_transition');
  const past = await get(app, town.doctor, 'listPatientVitals', patientId);
  assert.deepEqual(
    past.measurements.map(({ entryId, values }) => [entryId, values.pulse]),
    [[id, 70]],
  );
});

test('staff screens hear live that vital signs changed, without the values, and the patient hears nothing [CONS-2, EV-11]', async () => {
  const id = await wait();
  const [staff, own] = await Promise.all([openStream(app, town.doctor), openStream(app, patient)]);
  try {
    await get(app, town.receptionist, 'addVitals', { id, body: { pulse: 123 } });
    const heard = await staff.find(({ event }) => event.type === 'vitals_updated');
    assert.deepEqual(heard.event.data, { hospitalId: town.hospitalId, entryIds: [id] });
    await get(app, town.doctor, 'startConsultation', { id });
    await own.find(({ event }) => event.type === 'queue_updated');
    assert.ok(own.frames.every(({ event }) => event.type !== 'vitals_updated'));
  } finally {
    staff.cut();
    own.cut();
  }
});

test('vital signs are in the export of personal data, and erased with the account [CONS-2, PROF-1, SEC-14]', async () => {
  const id = await wait();
  await get(app, town.receptionist, 'addVitals', { id, body: { weight: 61.5 } });
  const { data } = await get(app, patient, 'exportOwnData');
  assert.match(JSON.stringify(data['vitalSigns']), /"weight":61\.5/u);
  await get(app, patient, 'leaveQueue', { id });
  await get(app, patient, 'requestErasure');
  app.clock.advance(8 * 24 * 60 * 60_000);
  await carryOutErasures({ db: app.db, clock: app.clock });
  const left = await app.db.many(sql`select from vital_signs where entry_id = ${id}`);
  assert.equal(left.length, 0);
  const told = await app.db.many(sql`
    select from event where type = 'vitals_updated' and body::text like ${`%${id}%`}`);
  assert.equal(told.length, 0);
});
