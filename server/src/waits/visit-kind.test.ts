/**
 * Tests new visits and follow-ups: the kind is stated by a person or follows from past visits, its
 * length is measured, and the wait is shorter or longer [QST-12].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { VisitKind } from '@baari/contract/constants.ts';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import {
  makeDoctor,
  makePatients,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { recalibrateWaits } from './recalibrate-waits.use-case.ts';
import { factorsOfDoctor, factorsOfHospital } from './visit-kind.rules.ts';

let app: TestApp;
let town: Town;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

async function letIn(patient: TestPerson, doctorId: string, visitKind?: VisitKind) {
  const body = { doctorId, ...(visitKind && { visitKind }) };
  const { queue } = await get(app, patient, 'requestPlace', { body });
  return (await get(app, town.admin, 'approveRequest', { id: queue.id })).queue;
}

/**
 * Records two weeks of visits with a doctor: follow-ups of eight minutes and new visits of sixteen.
 */
async function sawBoth(doctorId: string): Promise<void> {
  const walkIn = { name: 'Kamla Devi', doctorId } as const;
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body: walkIn });
  await get(app, town.admin, 'removeEntry', { id: queue.id, body: {} });
  const now = app.clock.now();
  await app.owner.query(
    `with visits as (
       insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
         approved_at, started_at, ended_at, visit_kind, visit_kind_by)
       select $1, $2, $3, 'completed', 'low', at - interval '1 hour', at - interval '1 hour', at,
         at + case when n % 2 = 0 then interval '7 minutes' else interval '15 minutes' end,
         case when n % 2 = 0 then 'follow_up' else 'new' end, 'patient'
       from (select n, $4::timestamptz - interval '2 days' - n * interval '1 hour' as at
         from generate_series(1, 200) n) visit
       returning id, started_at)
     insert into wait_promise (hospital_id, doctor_id, entry_id, kind, made_at, state, ahead, bucket,
       expected, deviation, median, lower, upper, outcome, settled_at, actual)
     select $1, $2, id, 'joined', started_at - interval '1 hour', 'running', 0, 0, 20, 10, 20, 10, 35,
       'called', started_at, 60 from visits limit 1`,
    [town.hospitalId, doctorId, queue.patient.id, now],
  );
  await app.owner.query(
    'update doctor_queue set pace_minutes = 2400, pace_visits = 200, pace_at = $2 where doctor_id = $1',
    [doctorId, now],
  );
}

/**
 * Runs the hourly calibration until it has learnt the doctor's kinds of visit. It passes over a line
 * that is being changed at that moment.
 */
async function recalibrate(doctorId: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await recalibrateWaits(app.db, app.clock);
    const { learnt } = await app.db.one<{ learnt: boolean }>(sql`
      select new_factor <> 1 as learnt from doctor_queue where doctor_id = ${doctorId}`);
    if (learnt) return;
    await sleep(100);
  }
}

/** The wait shown to the fifth patient in line, behind four visits of one kind. */
async function announcedBehind(doctorId: string, kind: VisitKind | undefined): Promise<number> {
  const patients = await makePatients(app, 5);
  let minutes = 0;
  for (const patient of patients) {
    minutes = (await letIn(patient, doctorId, kind)).estimatedWaitTime;
  }
  await app.owner.query('delete from queue_entry where doctor_id = $1 and ended_at is null', [
    doctorId,
  ]);
  return minutes;
}

test('a line of follow-ups has a shorter wait than a line of new visits once follow-ups are measured as shorter [QST-12]', async () => {
  const doctorId = await makeDoctor(app, town.hospitalId);
  await sawBoth(doctorId);
  const before = await announcedBehind(doctorId, 'follow_up');
  assert.equal(await announcedBehind(doctorId, 'new'), before, 'nothing is known yet');
  await recalibrate(doctorId);
  const [followUps, unsaid, news] = [
    await announcedBehind(doctorId, 'follow_up'),
    await announcedBehind(doctorId, undefined),
    await announcedBehind(doctorId, 'new'),
  ];
  assert.ok(followUps < 0.85 * unsaid, `${followUps} of ${unsaid} minutes`);
  assert.ok(news > 1.15 * unsaid, `${news} of ${unsaid} minutes`);
  const { new_factor, follow_up_factor } = await app.db.one<Record<string, number>>(sql`
    select new_factor, follow_up_factor from doctor_queue where doctor_id = ${doctorId}`);
  assert.ok(
    Math.abs((new_factor ?? 0) - 1.29) < 0.05 && Math.abs((follow_up_factor ?? 0) - 0.71) < 0.05,
  );
});

test('follow-up visits do not make a doctor seem faster, because the service time is measured separately for each kind of visit [QST-12]', async () => {
  const doctorId = await makeDoctor(app, town.hospitalId);
  await sawBoth(doctorId);
  await recalibrate(doctorId);
  for (const patient of await makePatients(app, 3)) {
    const { id } = await letIn(patient, doctorId, 'follow_up');
    await get(app, town.admin, 'startConsultation', { id });
    app.clock.advance(7.5 * 60_000);
    await get(app, town.admin, 'completeConsultation', { id, body: {} });
  }
  const serviceTime = await app.db.one<{ session_minutes: number; session_visits: number }>(sql`
    select session_minutes, session_visits from doctor_queue where doctor_id = ${doctorId}`);
  assert.equal(serviceTime.session_visits, 3);
  const mean = serviceTime.session_minutes / 3;
  // Each follow-up took 8.5 minutes, including the change of patients. It counts as about twelve,
  // because follow-ups are shorter than other visits.
  assert.ok(mean > 11 && mean < 13, String(mean));
});

test('staff see the kind of a visit and who entered this kind, and otherwise a patient with a recent visit counts as a follow-up [QST-12]', async () => {
  const doctorId = await makeDoctor(app, town.hospitalId);
  const [patient] = await makePatients(app, 1);
  assert.ok(patient);
  const kindOf = (entry: { visitKind?: unknown }) => entry.visitKind;
  const first = await letIn(patient, doctorId);
  assert.deepEqual(kindOf(first), null);
  await get(app, town.admin, 'startConsultation', { id: first.id });
  await get(app, town.admin, 'completeConsultation', { id: first.id, body: {} });
  const second = await letIn(patient, doctorId);
  assert.deepEqual(kindOf(second), { kind: 'follow_up', by: 'record' });
  await get(app, town.admin, 'removeEntry', { id: second.id, body: {} });
  const third = await letIn(patient, doctorId, 'new');
  assert.deepEqual(kindOf(third), { kind: 'new', by: 'patient' }, 'what the patient says counts');
  await get(app, town.admin, 'removeEntry', { id: third.id, body: {} });
  const other = await makeDoctor(app, town.hospitalId);
  const elsewhere = await letIn(patient, other);
  assert.deepEqual(kindOf(elsewhere), null, 'with another doctor it is new');
  await get(app, town.admin, 'removeEntry', { id: elsewhere.id, body: {} });
  await app.owner.query(
    "update queue_entry set ended_at = ended_at - interval '91 days' where id = $1",
    [first.id],
  );
  assert.deepEqual(kindOf(await letIn(patient, doctorId)), null, 'three months ago');
});

test('the desk enters the kind of visit for a walk-in and a known patient, and an appointment keeps its kind after check-in [QST-12, ARR-2, DESK-8, APPT-1]', async () => {
  const doctorId = await makeDoctor(app, town.hospitalId);
  const walkIn = { name: 'Kamla Devi', doctorId, visitKind: 'new' } as const;
  const { queue: added } = await get(app, town.receptionist, 'addWalkIn', { body: walkIn });
  assert.deepEqual(added.visitKind, { kind: 'new', by: 'staff' });
  await get(app, town.admin, 'removeEntry', { id: added.id, body: {} });
  const known = { doctorId, visitKind: 'follow_up' } as const;
  const { queue: again } = await get(app, town.receptionist, 'putInLine', {
    id: added.patient.id,
    body: known,
  });
  assert.deepEqual(again.visitKind, { kind: 'follow_up', by: 'staff' });
  const [booker] = await makePatients(app, 1);
  assert.ok(booker);
  const date = Temporal.Now.plainDateISO('Asia/Kolkata').add({ days: 3 }).toString();
  const wish = { doctorId: town.doctorId, date, time: '11:00', visitKind: 'follow_up' } as const;
  const { appointment } = await get(app, booker, 'bookAppointment', { body: wish });
  const { id } = appointment;
  await app.owner.query(
    `update appointment set starts_at = $2::timestamptz,
       date = ($2::timestamptz at time zone 'Asia/Kolkata')::date where id = $1`,
    [id, app.clock.now()],
  );
  const { queue: arrived } = await get(app, town.receptionist, 'checkInForPatient', { id });
  assert.deepEqual(arrived.visitKind, { kind: 'follow_up', by: 'patient' });
});

test('the kind of visit that a patient chooses is stored with the appointment, and an unknown kind is refused [QST-12, APPT-1]', async () => {
  const [patient] = await makePatients(app, 1);
  assert.ok(patient);
  const date = Temporal.Now.plainDateISO('Asia/Kolkata').add({ days: 3 }).toString();
  const wish = { doctorId: town.doctorId, date, time: '10:00' } as const;
  const wrong = { ...wish, visitKind: 'surgery' };
  assertRefused(
    await call(app, patient, 'bookAppointment', { body: wrong as unknown as typeof wish }),
    'invalid_request',
  );
  const { appointment } = await get(app, patient, 'bookAppointment', {
    body: { ...wish, visitKind: 'follow_up' },
  });
  const row = await app.db.one<{ visit_kind: string; visit_kind_by: string }>(sql`
    select visit_kind, visit_kind_by from appointment where id = ${appointment.id}`);
  assert.deepEqual({ ...row }, { visit_kind: 'follow_up', visit_kind_by: 'patient' });
});

test('if a patient moves to another doctor, the length of the visit is estimated by the new doctor’s past visits of this kind [QST-12, DAY-3]', async () => {
  const [from, to] = [
    await makeDoctor(app, town.hospitalId),
    await makeDoctor(app, town.hospitalId),
  ];
  await app.owner.query(
    'update doctor_queue set follow_up_factor = case when doctor_id = $1 then 0.6 else 0.9 end where doctor_id in ($1, $2)',
    [from, to],
  );
  const [patient] = await makePatients(app, 1);
  assert.ok(patient);
  const { id } = await letIn(patient, from, 'follow_up');
  const countsAs = async () =>
    (
      await app.db.one<{ counts_as: number }>(
        sql`select counts_as from queue_entry where id = ${id}`,
      )
    ).counts_as;
  assert.equal(await countsAs(), 0.6);
  await get(app, town.admin, 'transferEntry', { id, body: { doctorId: to } });
  assert.equal(await countsAs(), 0.9);
});

test('with few past visits of a kind, the estimated length is close to the average of all visits and of the hospital [QST-12]', () => {
  const sums = (visits: number) => [
    { doctorId: 'a', kind: 'follow_up', visits, means: 0.5 * visits } as const,
  ];
  assert.equal(factorsOfHospital([]), undefined);
  assert.deepEqual(factorsOfHospital(sums(40)), { new: 1, follow_up: 0.75 });
  const ofHospital = { new: 1.4, follow_up: 0.8 };
  assert.deepEqual(factorsOfDoctor([], 'a', ofHospital), ofHospital);
  assert.deepEqual(factorsOfDoctor(sums(40), 'b', ofHospital), ofHospital);
  assert.ok(Math.abs(factorsOfDoctor(sums(40), 'a', ofHospital).follow_up - 0.65) < 1e-9);
});
