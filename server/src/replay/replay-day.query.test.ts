import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { dayAt } from '../schedule/calendar.rules.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeDoctor, makeHospital, makePerson, type TestPerson } from '../testing/test-people.ts';

let app: TestApp;
let admin: TestPerson;
let hospitalId: string;
let doctorId: string;

const timeZone = 'Asia/Kolkata';
const busyDay = '2026-03-02';
const thinDay = '2026-03-03';

before(async () => {
  app = await makeTestApp();
  hospitalId = await makeHospital(app, { timeZone });
  doctorId = await makeDoctor(app, hospitalId, { name: 'Dr. Busy' });
  await makeDoctor(app, hospitalId, { name: 'Dr. Elsewhere' });
  admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
  await visits(busyDay, 24);
  await visits(thinDay, 3);
});
after(() => app.close());

/**
 * Makes visits that join every eight minutes from nine o'clock on and are seen one after the other,
 * eleven minutes each.
 */
async function visits(day: string, count: number): Promise<void> {
  const patient = await app.db.one<{ id: string }>(sql`
    insert into patient (name) values ('Somebody') returning id`);
  await app.db.run(sql`
    insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
      approved_at, checked_in_at, checked_in_by, started_at, ended_at)
    select ${hospitalId}, ${doctorId}, ${patient.id}, 'completed', 'medium', joined, joined, joined,
      'staff', started, started + interval '11 minutes'
    from (
      select begins + make_interval(mins => 8 * n) as joined,
        begins + make_interval(mins => 12 * n) as started
      from generate_series(0, ${count - 1}) as n,
        lateral (select (${day}::date + time '09:00') at time zone ${timeZone} as begins) as b
    ) as seen`);
}

test('an administrator simulates a past day with one more doctor, and this simulation is recorded in the audit trail [WAIT-4, SEC-13]', async () => {
  const query = { day: busyDay, beside: doctorId };
  const { replay, outcome, ...day } = await get(app, admin, 'replayDay', { query });
  assert.equal(outcome, 'played');
  assert.deepEqual(day.doctors, [{ id: doctorId, name: 'Dr. Busy', visits: 24 }]);
  assert.equal(day.visits, 24);
  assert.ok(replay !== null);
  // The last of the 24 patients joined at 12:04 and was called at 13:36.
  assert.equal(replay.recorded.figures.seen, 24);
  assert.equal(replay.recorded.figures.lastEnd, 13 * 60 + 36 + 11);
  assert.equal(replay.begins % 15, 0);
  assert.ok((replay.difference.waitMedian?.high ?? 0) < -20);
  assert.deepEqual(replay.unknown, { lengths: 0, arrivals: 0 });
  const row = await app.db.one(sql`
    select action, outcome, patient_ids from audit order by id desc limit 1`);
  assert.deepEqual(row, { action: 'replay day', outcome: 'ok', patient_ids: [] });
});

test('if the administrator names no day to simulate, the latest day with visits on the hospital’s calendar is simulated [WAIT-4]', async () => {
  const { day, outcome, visits: seen } = await get(app, admin, 'replayDay');
  assert.deepEqual([day, outcome, seen], [thinDay, 'too_few', 3]);
});

test('if a day has no visits or too few, the server says so and does not simulate the day [WAIT-4]', async () => {
  const none = await get(app, admin, 'replayDay', { query: { day: '2026-02-01' } });
  assert.deepEqual([none.doctors, none.visits, none.replay], [[], 0, null]);
  const thin = await get(app, admin, 'replayDay', { query: { day: thinDay } });
  assert.deepEqual([thin.visits, thin.outcome, thin.replay], [3, 'too_few', null]);
});

test('the simulation of a past day is refused for today, a future day, invalid values or another hospital’s doctor [WAIT-4]', async () => {
  const today = dayAt(app.clock.now(), timeZone);
  const refused = [
    { day: '2200-01-01' },
    { day: today },
    { day: busyDay, order: 'by name' },
    { day: busyDay, breaks: 'own', breakMinutes: '1000' },
    { day: busyDay, walkIns: '-1' },
    { day: 'yesterday' },
  ];
  for (const query of refused) {
    assertRefused(await call(app, admin, 'replayDay', { query }), 'invalid_request');
  }
  const elsewhere = await makeDoctor(app, await makeHospital(app));
  for (const query of [
    { day: busyDay, doctor: elsewhere },
    { day: busyDay, beside: elsewhere },
  ]) {
    assertRefused(await call(app, admin, 'replayDay', { query }), 'not_found');
  }
});
