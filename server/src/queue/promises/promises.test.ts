import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  makeDoctor,
  makePatients,
  makeTown,
  type TestPerson,
  type Town,
} from '../../testing/test-people.ts';
import { zoneWhereItIs } from '../../testing/test-zones.ts';
import { recalibrateWaits } from '../../waits/recalibrate-waits.use-case.ts';
import type { Calibration } from '../../waits/calibration.rules.ts';

let app: TestApp;
let town: Town;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

interface PromiseRow {
  kind: string;
  ahead: number;
  median: number;
  lower: number;
  upper: number;
  outcome: string | null;
  actual: number | null;
  was_kept: boolean | null;
  inside: boolean | null;
}

function promisesOf(entryId: string): Promise<PromiseRow[]> {
  return app.db.many<PromiseRow>(sql`
    select kind, ahead, median, lower, upper, outcome, actual, was_kept, inside from wait_promise
    where entry_id = ${entryId} order by made_at, kind`);
}

/** Reads the forecasts that were shown when the entry was approved. */
async function joinedOf(entryId: string): Promise<PromiseRow[]> {
  return (await promisesOf(entryId)).filter(({ kind }) => kind === 'joined');
}

/** Backdates an entry's forecasts by some minutes; advancing the clock would end the sessions. */
async function backdateForecasts(entryId: string, minutes: number): Promise<void> {
  await app.db.run(sql`
    update wait_promise set made_at = made_at - ${minutes} * interval '1 minute'
    where entry_id = ${entryId}`);
}

async function letIn(patient: TestPerson, doctorId = town.doctorId, admin = town.admin) {
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId } });
  const asked = await promisesOf(queue.id);
  assert.deepEqual(
    asked.map(({ kind, outcome }) => [kind, outcome]),
    [['asked', null]],
  );
  return (await get(app, admin, 'approveRequest', { id: queue.id })).queue;
}

const minuteMs = 60_000;

test('the wait shown to a patient on approval is recorded with the time of the call [QST-12]', async () => {
  const [first, second] = await makePatients(app, 2);
  assert.ok(first && second);
  const one = await letIn(first);
  const two = await letIn(second);
  const [promised] = await joinedOf(two.id);
  assert.deepEqual(
    [promised?.ahead, promised?.median, promised?.lower, promised?.upper, promised?.outcome],
    [1, two.estimatedWaitTime, two.waitRange?.lower, two.waitRange?.upper, null],
  );
  await get(app, town.admin, 'startConsultation', { id: one.id });
  app.clock.advance(9 * minuteMs);
  await get(app, town.admin, 'completeConsultation', { id: one.id, body: {} });
  await get(app, town.admin, 'startConsultation', { id: two.id });
  const [kept] = await joinedOf(two.id);
  const actual = Math.round(kept?.actual ?? 0);
  assert.deepEqual([kept?.outcome, actual, kept?.was_kept], ['called', 9, true]);
  await get(app, town.admin, 'completeConsultation', { id: two.id, body: {} });
});

test('if a patient leaves, is removed or does not come, the forecast of the wait is recorded as ending without a call [QST-12]', async () => {
  const [leaves, removed, absent] = await makePatients(app, 3);
  assert.ok(leaves && removed && absent);
  const left = await letIn(leaves);
  await get(app, leaves, 'leaveQueue', { id: left.id });
  const off = await letIn(removed);
  await get(app, town.receptionist, 'removeEntry', { id: off.id });
  const gone = await letIn(absent);
  await get(app, town.receptionist, 'updateEntry', { id: gone.id, body: { status: 'no_show' } });
  const outcomes = [];
  for (const { id } of [left, off, gone]) {
    outcomes.push((await joinedOf(id)).map(({ outcome, was_kept }) => [outcome, was_kept]));
  }
  assert.deepEqual(outcomes, [[['left', null]], [['removed', null]], [['no_show', null]]]);
});

test('a forecast of the wait is judged by the first call of the patient, even if the patient does not answer [QST-12, INV-16]', async () => {
  const [patient] = await makePatients(app, 1);
  assert.ok(patient);
  const { id } = await letIn(patient);
  app.clock.advance(2 * minuteMs);
  await get(app, town.admin, 'holdEntry', { id });
  const [promised] = await joinedOf(id);
  assert.deepEqual(
    [promised?.outcome, Math.round(promised?.actual ?? 0), promised?.was_kept],
    ['called', 2, true],
  );
  app.clock.advance(minuteMs);
  await get(app, town.receptionist, 'updateEntry', { id, body: { status: 'no_show' } });
  assert.deepEqual((await joinedOf(id))[0], promised, 'what comes later changes nothing');
});

test('if a patient leaves after the latest forecast time the forecast counts as wrong, and before that time it does not count [QST-12, INV-16]', async () => {
  const [soon, late] = await makePatients(app, 2);
  assert.ok(soon && late);
  const first = await letIn(soon);
  await get(app, soon, 'leaveQueue', { id: first.id });
  const second = await letIn(late);
  await backdateForecasts(second.id, (second.waitRange?.upper ?? 0) + 1);
  await get(app, late, 'leaveQueue', { id: second.id });
  const was_kept = [];
  for (const { id } of [first, second])
    was_kept.push((await joinedOf(id)).map((one) => one.was_kept));
  assert.deepEqual(was_kept, [[null], [false]]);
});

test('if a patient is moved to another place in line, the wait forecast for the former place does not count [QST-12, INV-12]', async () => {
  const patients = await makePatients(app, 3);
  const ids: string[] = [];
  for (const patient of patients) ids.push((await letIn(patient)).id);
  const [one, , three] = ids;
  assert.ok(one !== undefined && three !== undefined);
  await get(app, town.receptionist, 'moveEntry', { id: three, body: { position: 1 } });
  assert.deepEqual(
    (await joinedOf(three)).map(({ ahead, outcome, was_kept }) => [ahead, outcome, was_kept]),
    [[0, null, null]],
    'the first place has a forecast',
  );
  assert.equal(
    (await joinedOf(one))[0]?.outcome,
    null,
    'the patient who was overtaken still counts as overtaken',
  );
  for (const id of ids) await get(app, town.receptionist, 'removeEntry', { id });
});

test('no range for the expected call is shown or recorded while a call cannot be forecast [INV-16]', async () => {
  const [patient] = await makePatients(app, 1);
  assert.ok(patient);
  const doctorId = await makeDoctor(app, town.hospitalId);
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId } });
  await get(app, town.admin, 'setDoctorStatus', { id: doctorId, body: { status: 'offline' } });
  const { queue: entry } = await get(app, town.admin, 'approveRequest', { id: queue.id });
  assert.deepEqual(
    [entry.position, entry.line?.state, entry.waitRange, entry.call, entry.estimatedWaitTime],
    [1, 'offline', null, null, 0],
  );
  assert.deepEqual(await joinedOf(entry.id), []);
  const { doctor } = await get(app, undefined, 'getDoctor', { id: doctorId });
  assert.deepEqual([doctor.line?.state, doctor.waitIfJoinedNow], ['offline', null]);
});

test('the share of correct forecasts is shown from fifty forecasts on, and covers the latest hundred [QST-12] @long', async () => {
  const doctorId = town.colleagueId;
  const patients = await makePatients(app, 50);
  for (const [n, patient] of patients.entries()) {
    const { id, waitRange } = await letIn(patient, doctorId);
    // The first ten patients are called a minute after the upper end of their forecast.
    if (n < 10) await backdateForecasts(id, (waitRange?.upper ?? 0) + 1);
    await get(app, town.admin, 'startConsultation', { id });
    await get(app, town.admin, 'completeConsultation', { id, body: {} });
    if (n < 48) continue;
    const { doctor } = await get(app, undefined, 'getDoctor', { id: doctorId });
    assert.deepEqual(
      doctor.promises && [doctor.promises.kept, doctor.promises.of],
      n < 49 ? null : [40, 50],
    );
    assert.ok((doctor.promises?.inside ?? 0) <= 40);
  }
  const { doctors } = await get(app, town.receptionist, 'listColleagues');
  const colleague = doctors.find(({ id }) => id === doctorId);
  assert.equal(colleague?.promises?.kept, 40);
});

test('if patients of a hospital wait longer than forecast, the hospital’s shown waits become wider ranges step by step [QST-12, INV-16]', async () => {
  const { colleagueId: doctorId, hospitalId } = town;
  const entry = await app.db.one<{ id: string }>(sql`select id from queue_entry limit 1`);
  await app.owner.query('delete from wait_promise where hospital_id = $1', [hospitalId]);
  // Three hundred waits of patients with nobody ahead. Each is two standard deviations longer than
  // its forecast.
  await app.db.run(sql`
    with entries as (
      insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
        approved_at, started_at, ended_at)
      select hospital_id, doctor_id, patient_id, 'completed', 'low', joined_at, joined_at,
        joined_at, joined_at
      from queue_entry, generate_series(1, 300) where id = ${entry.id} returning id)
    insert into wait_promise (hospital_id, doctor_id, entry_id, kind, made_at, state, ahead, bucket,
      expected, deviation, median, lower, upper, outcome, settled_at, actual)
    select ${hospitalId}, ${doctorId}, id, 'joined', ${app.clock.now()}, 'running', 0, 0,
      20, 10, 20, 20, 35, 'called', ${app.clock.now()}::timestamptz + interval '40 minutes', 40
    from entries`);
  const quantiles = async () => {
    await recalibrateWaits(app.db, app.clock);
    // Backdates the last calibration, so that the next calibration may change the ranges.
    await app.db.run(sql`update wait_fit set fitted_at = fitted_at - interval '2 hours'`);
    const row = await app.db.one<{ forecast: Calibration }>(sql`
      select forecast from wait_fit where hospital_id = ${hospitalId}`);
    return row.forecast.byState.running[0];
  };
  const first = await quantiles();
  assert.deepEqual(
    [first?.q10, first?.q50, first?.q90].map((value) => Math.round((value ?? 0) * 100) / 100),
    [-1.03, 0.25, 1.53],
    'no announced time jumps because others were called',
  );
  let last = first;
  for (let hour = 0; hour < 14; hour += 1) last = await quantiles();
  assert.ok((last?.q10 ?? 0) > 1.4 && (last?.q90 ?? 0) >= 2, JSON.stringify(last));
});

test('if working hours continue from the evening, a first call soon after midnight does not count as a late start [QST-12, DOC-1]', async () => {
  const night = await makeTown(app, { timeZone: zoneWhereItIs(0, app.clock.now()) });
  const { doctorId, admin } = night;
  const [patient] = await makePatients(app, 1);
  assert.ok(patient);
  const { id } = await letIn(patient, doctorId, admin);
  // The patient has waited since before midnight, and the doctor has called nobody since.
  await app.db.run(sql`
    update queue_entry set joined_at = joined_at - interval '2 hours',
      approved_at = approved_at - interval '2 hours' where id = ${id}`);
  await app.db.run(sql`
    update doctor_queue set last_call_at = ${app.clock.now()}::timestamptz - interval '2 hours'
    where doctor_id = ${doctorId}`);
  await get(app, admin, 'startConsultation', { id });
  const row = await app.db.one<{ late_starts: number[] }>(sql`
    select late_starts from doctor_queue where doctor_id = ${doctorId}`);
  assert.deepEqual(row.late_starts, []);
});

test('if a doctor calls a waiting patient only long after the previous visit, the time between is recorded as a pause of the doctor [QST-12]', async () => {
  const { doctorId, admin } = await makeTown(app, {
    timeZone: zoneWhereItIs(12, app.clock.now()),
  });
  const [first, second] = await makePatients(app, 2);
  assert.ok(first && second);
  const { id } = await letIn(first, doctorId, admin);
  const next = await letIn(second, doctorId, admin);
  const taken = async () => {
    const { pauses_taken } = await app.db.one<{ pauses_taken: number[] }>(sql`
      select pauses_taken from doctor_queue where doctor_id = ${doctorId}`);
    return pauses_taken;
  };
  await get(app, admin, 'startConsultation', { id });
  assert.deepEqual(await taken(), [0, 0], 'the first call of a day');
  await get(app, admin, 'completeConsultation', { id, body: {} });
  await app.db.run(sql`
    update queue_entry set joined_at = joined_at - interval '1 hour',
      approved_at = approved_at - interval '1 hour' where id = ${next.id}`);
  await app.db.run(sql`
    update doctor_queue set last_call_at = last_call_at - interval '50 minutes',
      last_end_at = last_end_at - interval '40 minutes' where doctor_id = ${doctorId}`);
  await get(app, admin, 'startConsultation', { id: next.id });
  const [began = 0, minutes] = await taken();
  assert.equal(minutes, 40);
  assert.ok(began >= 11 * 60 && began <= 13 * 60, `${began} minutes after midnight`);
});
