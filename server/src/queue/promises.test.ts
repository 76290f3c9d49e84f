import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { refitWaits } from '../waits/refit-waits.use-case.ts';

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
  kept: boolean | null;
}

function promisesOf(entryId: string): Promise<PromiseRow[]> {
  return app.db.many<PromiseRow>(sql`
    select kind, ahead, median, lower, upper, outcome, actual, kept from wait_promise
    where entry_id = ${entryId}`);
}

async function letIn(patient: TestPerson, doctorId = town.doctorId) {
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId } });
  assert.deepEqual(await promisesOf(queue.id), [], 'nothing is promised before it is approved');
  return (await get(app, town.admin, 'approveRequest', { id: queue.id })).queue;
}

const minuteMs = 60_000;

test('what a patient is told on being let in is kept with the time of the call [QST-12]', async () => {
  const [first, second] = await makePatients(app, 2);
  assert.ok(first && second);
  const one = await letIn(first);
  const two = await letIn(second);
  const [promised] = await promisesOf(two.id);
  assert.deepEqual(
    [promised?.ahead, promised?.median, promised?.lower, promised?.upper, promised?.outcome],
    [1, two.estimatedWaitTime, two.waitRange?.lower, two.waitRange?.upper, null],
  );
  await get(app, town.admin, 'startConsultation', { id: one.id });
  app.clock.advance(9 * minuteMs);
  await get(app, town.admin, 'completeConsultation', { id: one.id, body: {} });
  await get(app, town.admin, 'startConsultation', { id: two.id });
  const [kept] = await promisesOf(two.id);
  const actual = Math.round(kept?.actual ?? 0);
  assert.deepEqual([kept?.outcome, actual, kept?.kept], ['called', 9, true]);
  await get(app, town.admin, 'completeConsultation', { id: two.id, body: {} });
});

test('who leaves, is taken off or does not come has no call, and the record says so [QST-12]', async () => {
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
    outcomes.push((await promisesOf(id)).map(({ outcome, kept }) => [outcome, kept]));
  }
  assert.deepEqual(outcomes, [[['left', null]], [['removed', null]], [['no_show', null]]]);
});

test('the share of kept promises shows from twenty on, of the latest hundred [QST-12]', async () => {
  const doctorId = town.colleagueId;
  const patients = await makePatients(app, 20);
  for (const [n, patient] of patients.entries()) {
    const { id } = await letIn(patient, doctorId);
    // The bound with nobody ahead is five minutes.
    app.clock.advance((n < 4 ? 6 : 1) * minuteMs);
    await get(app, town.admin, 'startConsultation', { id });
    await get(app, town.admin, 'completeConsultation', { id, body: {} });
    const { doctor } = await get(app, undefined, 'getDoctor', { id: doctorId });
    assert.deepEqual(doctor.promises, n < 19 ? null : { kept: 16, of: 20 });
  }
  const { doctors } = await get(app, town.receptionist, 'listColleagues');
  const colleague = doctors.find(({ id }) => id === doctorId);
  assert.deepEqual(colleague?.promises, { kept: 16, of: 20 });
});

test('a hospital that keeps its patients longer than it says widens what it says [QST-12]', async () => {
  const { colleagueId: doctorId, hospitalId } = town;
  const [patient] = await makePatients(app, 1);
  assert.ok(patient);
  const { id } = await letIn(patient, doctorId);
  await get(app, town.admin, 'startConsultation', { id });
  // Sixty waits with nobody ahead, all of them two deviations longer than was said.
  const entry = await app.db.one<{ id: string }>(sql`select id from queue_entry limit 1`);
  await app.owner.query('delete from wait_promise where hospital_id = $1', [hospitalId]);
  await app.db.run(sql`
    with entries as (
      insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
        approved_at, started_at, ended_at)
      select hospital_id, doctor_id, patient_id, 'completed', 'low', joined_at, joined_at,
        joined_at, joined_at
      from queue_entry, generate_series(1, 60) where id = ${entry.id} returning id)
    insert into wait_promise (hospital_id, doctor_id, entry_id, kind, made_at, ahead, bucket,
      expected, deviation, median, lower, upper, outcome, settled_at, actual)
    select ${hospitalId}, ${doctorId}, id, 'joined', ${app.clock.now()}, 0, 0,
      20, 10, 20, 20, 35, 'called', ${app.clock.now()}, 40
    from entries`);
  await refitWaits(app.db, app.clock);
  const fit = await app.db.one<{ fit: { quantiles: { q50: number; q90: number }[] } }>(sql`
    select fit from wait_fit where hospital_id = ${hospitalId}`);
  assert.deepEqual(fit.fit.quantiles[0], { q50: 2, q90: 2 });
  assert.deepEqual(fit.fit.quantiles[1], { q50: 0, q90: 1.28 });
  // The consultations above took no time at all.
  await app.db.run(sql`
    update doctor_queue set usual_minutes = 12, pace_minutes = 0, pace_visits = 0,
      session_minutes = 0, session_visits = 0`);
  const fitted = await get(app, undefined, 'getDoctor', { id: doctorId });
  await app.owner.query('delete from wait_fit');
  const unfitted = await get(app, undefined, 'getDoctor', { id: doctorId });
  assert.ok(fitted.doctor.waitIfJoinedNow.minutes > unfitted.doctor.waitIfJoinedNow.minutes);
  assert.ok(fitted.doctor.waitIfJoinedNow.upper >= unfitted.doctor.waitIfJoinedNow.upper);
});
