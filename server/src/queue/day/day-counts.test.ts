/**
 * Tests what "today" means for the desk and the doctor: the hospital's own day, across midnight and
 * daylight saving changes.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeDoctor, makeHospital, makePerson } from '../../testing/test-people.ts';
import { countCompletedSince, countDay, findLineOfHospital } from './day-counts.store.ts';

let app: TestApp;
let patientId: string;

before(async () => {
  app = await makeTestApp();
  patientId = (await makePerson(app, { phone: '+919811000000' })).userId;
});
after(() => app.close());

/**
 * Each row has a time zone, the last moment of a day in that zone, and a moment of the same day
 * with another date or hour in UTC.
 */
const days = [
  ['Asia/Kolkata', '2026-03-12T18:29:59Z', '2026-03-11T18:30:00Z'],
  // Clocks go forward: a day of 23 hours.
  ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08T05:00:00Z'],
  // Clocks go back: a day of 25 hours.
  ['Europe/London', '2026-10-25T23:59:59Z', '2026-10-24T23:00:00Z'],
  // Clocks go back from one o'clock to midnight, so midnight occurs twice.
  ['Atlantic/Azores', '2026-10-26T00:59:59Z', '2026-10-25T00:00:00Z'],
  ['America/Havana', '2026-11-02T04:59:59Z', '2026-11-01T04:00:00Z'],
  // Clocks go forward at midnight, so midnight never occurs.
  ['Africa/Cairo', '2026-04-24T20:59:59Z', '2026-04-23T22:00:00Z'],
] as const;

for (const [zone, lastMoment, firstMoment] of days) {
  test(`the number of visits today is counted from the hospital’s own midnight to the next midnight in ${zone} [STAFF-2, ENT-2]`, async () => {
    const hospitalId = await makeHospital(app, { timeZone: zone });
    const doctorId = await makeDoctor(app, hospitalId);
    const yesterday = new Date(new Date(firstMoment).getTime() - 1);
    for (const endedAt of [yesterday, new Date(firstMoment), new Date(lastMoment)]) {
      await app.db.run(sql`
        insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
          approved_at, started_at, ended_at)
        values (${hospitalId}, ${doctorId}, ${patientId}, 'completed', 'low',
          ${endedAt}::timestamptz - interval '1 second', ${endedAt}, ${endedAt}, ${endedAt})`);
    }
    const counts = async (now: Date) => {
      const day = await countDay(app.db, hospitalId, now);
      const doctor = await findLineOfHospital(app.db, doctorId, hospitalId, now);
      assert.ok(doctor !== undefined);
      const ofDoctor = await countCompletedSince(app.db, doctorId, doctor.start_of_today);
      return [day.completed_today, day.approved_today, ofDoctor];
    };
    assert.deepEqual(await counts(new Date(lastMoment)), [2, 2, 2]);
    const midnight = new Date(new Date(lastMoment).getTime() + 1000);
    assert.deepEqual(await counts(midnight), [0, 0, 0]);
  });
}

test('walk-ins and booked patients are not counted among the approved requests, even if the check-in was undone [STAFF-2, ARR-2]', async () => {
  const now = new Date('2026-03-12T06:00:00Z');
  const asked = new Date(now.getTime() - 60_000);
  const hospitalId = await makeHospital(app);
  const doctorId = await makeDoctor(app, hospitalId);
  const other = await makePerson(app, { phone: '+919811000001' });
  const third = await makePerson(app, { phone: '+919811000002' });
  const entries = [
    { id: patientId, joinedAt: now, checkedInAt: now },
    { id: other.userId, joinedAt: asked, checkedInAt: null },
    { id: third.userId, joinedAt: now, checkedInAt: null },
  ];
  for (const [index, { id, joinedAt, checkedInAt }] of entries.entries()) {
    await app.db.run(sql`
      insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
        approved_at, checked_in_at, checked_in_by, order_key)
      values (${hospitalId}, ${doctorId}, ${id}, 'waiting', 'low', ${joinedAt}, ${now},
        ${checkedInAt}, ${checkedInAt && 'staff'}, ${index + 1})`);
  }
  const day = await countDay(app.db, hospitalId, now);
  assert.deepEqual([day.approved_today, day.waiting], [1, 3]);
});
