/** Tests audit rows of staff with the changed fields: cases that matrix.test.ts does not cover. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditActionOf } from '@baari/contract/audited-endpoints.ts';
import type { EndpointName } from '@baari/contract/endpoints.ts';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenHospitalProfile, givenReport, givenSettings } from '../testing/test-bodies.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { type TrailScene, trailScenes } from '../testing/trail-scenes.ts';

let app: TestApp;
let town: Town;
let patient: TestPerson;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  const [made] = await makePatients(app, 1);
  assert.ok(made);
  patient = made;
});
after(() => app.close());

interface Row {
  action: string;
  outcome: string;
  user_id: string;
  patient_ids: string[];
  entry_id: string | null;
  details: object | null;
}

async function lastRow(): Promise<Row | undefined> {
  return app.db.maybeOne<Row & Record<string, unknown>>(sql`
    select action, outcome, user_id, patient_ids, entry_id, details from audit
    order by id desc limit 1`);
}

for (const name of Object.keys(trailScenes) as (keyof typeof trailScenes)[]) {
  test(`the API call ${name} writes an audit row with the people and the object concerned [SEC-13]`, async () => {
    const scene: TrailScene = await trailScenes[name](app, town);
    await get(app, scene.caller, name, scene.parts);
    const row = await lastRow();
    assert.ok(row);
    assert.deepEqual(
      [row.action, row.outcome, row.user_id],
      [auditActionOf(name, scene.parts.body), 'ok', scene.by],
    );
    assert.deepEqual(row.patient_ids, scene.patientIds);
    assert.deepEqual(row.details, scene.details);
  });
}

test('changes of a hospital, a doctor or settings are recorded with the names of the fields and without their content [SEC-13, HPROF-1]', async () => {
  const { hospital } = await get(app, town.admin, 'getOwnHospital');
  const given = { ...givenHospitalProfile(), departments: [...hospital.departments, 'Neurology'] };
  await get(app, town.admin, 'saveOwnHospital', { body: given });
  const again = { ...given, phone: '+912942000777', website: '' };
  await get(app, town.admin, 'saveOwnHospital', { body: again });
  assert.deepEqual((await lastRow())?.details, { fields: ['phone', 'website'] });
  await get(app, town.admin, 'saveOwnHospital', { body: again });
  assert.deepEqual((await lastRow())?.details, { fields: [] });
  const settings = givenSettings();
  await get(app, town.doctor, 'saveDoctorSettings', { body: settings });
  await get(app, town.doctor, 'saveDoctorSettings', { body: { ...settings, breakMinutes: 20 } });
  assert.deepEqual((await lastRow())?.details, {
    doctorId: town.doctorId,
    fields: ['breakMinutes'],
  });
  const id = town.doctorId;
  await get(app, town.admin, 'setDoctorStatus', { id, body: { status: 'busy' } });
  assert.deepEqual((await lastRow())?.details, { doctorId: id, from: 'Available', to: 'Busy' });
  await get(app, town.admin, 'setDoctorStatus', { id, body: { status: 'available' } });
});

test('a refused attempt of a staff member is audited under the name of its action, or else of the API call [SEC-13]', async () => {
  assertRefused(await call(app, town.receptionist, 'getAnalytics'), 'forbidden');
  assert.deepEqual(await lastRow(), {
    action: 'read analytics',
    outcome: 'forbidden',
    user_id: town.receptionist.userId,
    patient_ids: [],
    entry_id: null,
    details: null,
  });
  const noShow = { id: patient.userId, body: { status: 'no_show' } };
  assertRefused(await call(app, town.doctor, 'updateEntry', noShow), 'not_found');
  assert.equal((await lastRow())?.action, 'no show');
  const body = { doctorId: town.doctorId };
  assertRefused(await call(app, town.receptionist, 'requestPlace', { body }), 'forbidden');
  const row = await lastRow();
  assert.deepEqual([row?.action, row?.details], ['make another call', { call: 'requestPlace' }]);
});

test('if staff send a read request again with its idempotency key, the reading is audited again with the same patient [SEC-13, INV-7]', async () => {
  const { queue } = await get(app, patient, 'requestPlace', {
    body: { doctorId: town.doctorId },
  });
  const retried = { id: queue.id, body: {}, headers: { 'idempotency-key': 'once' } };
  await get(app, town.receptionist, 'approveRequest', retried);
  const first = await lastRow();
  await get(app, town.receptionist, 'approveRequest', retried);
  assert.deepEqual(await lastRow(), { ...first, details: { isReplay: true } });
  const { report } = await get(app, town.doctor, 'createReport', {
    body: givenReport(patient.userId, town.doctorId),
    headers: { 'idempotency-key': 'written' },
  });
  const again = await get(app, town.doctor, 'createReport', {
    body: givenReport(patient.userId, town.doctorId),
    headers: { 'idempotency-key': 'written' },
  });
  assert.equal(again.report.id, report.id);
  assert.deepEqual(await lastRow(), {
    action: 'write report',
    outcome: 'ok',
    user_id: town.doctor.userId,
    patient_ids: [patient.userId],
    entry_id: report.id,
    details: { isReplay: true },
  });
  const other = { ...retried, body: { notes: 'another body' } };
  assertRefused(
    await call(app, town.receptionist, 'approveRequest', other),
    'idempotency_key_reused',
  );
  assert.equal((await lastRow())?.outcome, 'idempotency_key_reused');
});

test('a patient’s own acts leave no row in the staff’s audit trail [SEC-13]', async () => {
  const count = () => app.db.one<{ n: number }>(sql`select count(*) as n from audit`);
  const before = await count();
  for (const name of ['getCurrentEntry', 'listHistory', 'listAppointments'] as EndpointName[]) {
    await call(app, patient, name);
  }
  assert.deepEqual(await count(), before);
});
