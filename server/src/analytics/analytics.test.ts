import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeDoctor, makeHospital, makePerson, type TestPerson } from '../testing/test-people.ts';

let app: TestApp;
let admin: TestPerson;
let hospitalId: string;
let doctorId: string;
let colleagueId: string;

/**
 * The time zone of the tests. In New York the clocks go back on 1 November 2026, so this day has 25
 * hours.
 */
const timeZone = 'America/New_York';

before(async () => {
  app = await makeTestApp();
  hospitalId = await makeHospital(app, { timeZone });
  doctorId = await makeDoctor(app, hospitalId, { name: '=cmd()' });
  colleagueId = await makeDoctor(app, hospitalId, { name: 'Dr. Other' });
  admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
});
after(() => app.close());

interface Visit {
  readonly at: string;
  readonly status?: string;
  readonly waited?: number | null;
  readonly urgency?: string;
  readonly doctor?: string;
  readonly arrivedAfter?: number;
}

async function visits(made: readonly Visit[]): Promise<void> {
  for (const { at, status = 'completed', waited = null, ...given } of made) {
    const patient = await app.db.one<{ id: string }>(sql`
      insert into patient (name) values ('Somebody') returning id`);
    const isSeen = waited !== null;
    await app.db.run(sql`
      insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
        approved_at, started_at, ended_at, rejection_reason, cancelled_by, checked_in_at,
        checked_in_by)
      values (${hospitalId}, ${given.doctor ?? doctorId}, ${patient.id}, ${status},
        ${given.urgency ?? 'medium'}, ${at}, ${isSeen ? at : null},
        ${at}::timestamptz + make_interval(mins => ${waited}::int), ${at},
        ${status === 'rejected' ? 'closed' : null}, ${status === 'cancelled' ? 'patient' : null},
        ${at}::timestamptz + make_interval(mins => ${given.arrivedAfter ?? null}::int),
        ${given.arrivedAfter === undefined ? null : 'staff'})`);
  }
}

test('a day without visits has zero visits and no waiting times [API-26]', async () => {
  const figures = await get(app, admin, 'getAnalytics', {
    query: { from: '2026-01-01', to: '2026-01-31' },
  });
  assert.deepEqual(
    [figures.total.arrivals, figures.total.waitMedian, figures.total.perHour],
    [0, null, null],
  );
  assert.deepEqual([figures.days, figures.hours], [[], []]);
  assert.equal(figures.doctors.length, 2);
  assert.equal(figures.urgencies.length, 3);
});

test('the statistics equal a direct count of the same visits in the database [API-26]', async () => {
  await visits([
    { at: '2026-03-02T14:10:00Z', waited: 10, urgency: 'high', arrivedAfter: 4 },
    { at: '2026-03-02T14:20:00Z', waited: 20 },
    { at: '2026-03-02T15:00:00Z', waited: 60, urgency: 'low' },
    { at: '2026-03-02T15:05:00Z', status: 'no_show' },
    { at: '2026-03-03T15:05:00Z', status: 'rejected' },
    { at: '2026-03-03T16:05:00Z', status: 'cancelled', doctor: colleagueId },
    { at: '2026-03-03T16:15:00Z', waited: 5, doctor: colleagueId },
    // The visit is just outside the day, because midnight at the hospital is 05:00 UTC.
    { at: '2026-03-02T04:59:59Z', waited: 500 },
    { at: '2026-03-04T05:00:00Z', waited: 500 },
  ]);
  const figures = await get(app, admin, 'getAnalytics', {
    query: { from: '2026-03-02', to: '2026-03-03' },
  });
  const { total } = figures;
  const plain = await app.db.one<Record<string, number>>(sql`
    with visit as (
      select *, extract(epoch from started_at - approved_at)::float8 / 60 as wait from queue_entry
      where hospital_id = ${hospitalId}
        and joined_at between '2026-03-02T05:00:00Z' and '2026-03-04T04:59:59Z')
    select count(*) as arrivals, count(started_at) as called,
      count(*) filter (where status = 'completed') as completed,
      percentile_cont(0.5) within group (order by wait) as median,
      round(percentile_cont(0.9) within group (order by wait)::numeric, 1) as p90
    from visit`);
  assert.deepEqual(
    [total.arrivals, total.called, total.completed, total.waitMedian, total.waitP90],
    [plain['arrivals'], plain['called'], plain['completed'], plain['median'], plain['p90']],
  );
  assert.deepEqual([total.noShow, total.rejected, total.cancelled], [1, 1, 1]);
  assert.deepEqual([total.onSiteMedian, total.onSiteVisits], [6, 1]);
  assert.deepEqual(
    figures.days.map(({ day, arrivals }) => [day, arrivals]),
    [
      ['2026-03-02', 4],
      ['2026-03-03', 3],
    ],
  );
  assert.deepEqual(
    figures.hours.map(({ hour, arrivals }) => [hour, arrivals]),
    [
      [9, 2],
      [10, 3],
      [11, 2],
    ],
  );
  assert.deepEqual(
    figures.doctors.map(({ doctor, arrivals, perHour }) => [doctor.id, arrivals, perHour]),
    [
      [doctorId, 5, 1.5],
      [colleagueId, 2, 1],
    ],
  );
  assert.deepEqual(
    figures.urgencies.map(({ arrivals }) => arrivals),
    [1, 5, 1],
  );
});

test('a day on which the clocks go back has 25 hours [API-26]', async () => {
  await visits([
    { at: '2026-11-01T04:00:00Z', waited: 1 },
    { at: '2026-11-01T05:30:00Z', waited: 1 },
    { at: '2026-11-01T06:30:00Z', waited: 1 },
    { at: '2026-11-02T04:59:59Z', waited: 1 },
    { at: '2026-11-01T03:59:59Z', waited: 1 },
    { at: '2026-11-02T05:00:00Z', waited: 1 },
  ]);
  const { days, hours } = await get(app, admin, 'getAnalytics', {
    query: { from: '2026-11-01', to: '2026-11-01' },
  });
  assert.deepEqual(
    days.map(({ day, arrivals }) => [day, arrivals]),
    [['2026-11-01', 4]],
  );
  // The clocks go back in this night, so the hour from one to two o'clock occurs twice.
  assert.deepEqual(
    hours.map(({ hour, arrivals }) => [hour, arrivals]),
    [
      [0, 1],
      [1, 2],
      [23, 1],
    ],
  );
});

test('statistics are refused for a period that ends before it begins or is longer than a year [VAL-6]', async () => {
  for (const query of [
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2025-01-01', to: '2026-03-01' },
    { from: 'yesterday' },
  ]) {
    assertRefused(await call(app, admin, 'getAnalytics', { query }), 'invalid_request');
  }
});

test('a downloaded table of statistics keeps a name that looks like a spreadsheet formula as plain text [API-26]', async () => {
  const answer = await call(app, admin, 'exportAnalytics', {
    query: { from: '2026-03-02', to: '2026-03-03' },
  });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/u);
  assert.match(answer.text, /\r\ndoctor,'=cmd\(\),5,/u);
  assert.match(answer.text, /\r\nperiod,2026-03-02 to 2026-03-03,7,4,4,1,1,1,15,/u);
});

test('the hospital’s statistics name no patient, and the audit record of reading the statistics names no patient [API-26]', async () => {
  const answer = await call(app, admin, 'getAnalytics');
  assert.doesNotMatch(answer.text, /Somebody/u);
  const row = await app.db.one<{ action: string; patient_ids: string[] }>(sql`
    select action, patient_ids from audit where hospital_id = ${hospitalId}
    order by id desc limit 1`);
  assert.deepEqual(row, { action: 'read analytics', patient_ids: [] });
});

test('the dashboard counts remote and walk-in visits, and says how many more visits are needed to compare the two groups [LAND-3]', async () => {
  const at = (day: number) => new Date(app.clock.now().getTime() - day * 86_400_000).toISOString();
  await visits([
    { at: at(3), waited: 50, arrivedAfter: 30 },
    { at: at(3), waited: 50, arrivedAfter: 0 },
    { at: at(2), waited: 50, arrivedAfter: 1 },
  ]);
  const { onSite } = await get(app, admin, 'getAnalytics');
  // The test above also checked in a patient, four minutes after that patient joined. So it counts
  // as a walk-in visit.
  assert.deepEqual(
    [onSite.remoteVisits, onSite.walkInVisits, onSite.missingVisits, onSite.saved],
    [1, 3, 396, null],
  );
  // A patient who checks in on the phone may still be at home, so such a check-in is no known
  // arrival.
  await app.db.run(
    sql`update queue_entry set checked_in_by = 'patient' where checked_in_by = 'staff'`,
  );
  const { onSite: unseen } = await get(app, admin, 'getAnalytics');
  assert.deepEqual([unseen.remoteVisits, unseen.walkInVisits], [0, 0]);
  await app.db.run(
    sql`update queue_entry set checked_in_by = 'staff' where checked_in_by = 'patient'`,
  );
});

test('correct forecasts of the wait are counted by when they were made, the state of the line and the number of people ahead [QST-12, INV-16]', async () => {
  await visits([{ at: '2026-06-02T14:10:00Z', waited: 10 }]);
  const entry = await app.db.one<{ id: string }>(sql`
    select id from queue_entry where joined_at = '2026-06-02T14:10:00Z'`);
  const announced = async (kind: string, state: string, bucket: number, held: boolean | null) => {
    await app.db.run(sql`
      insert into wait_promise (hospital_id, doctor_id, entry_id, kind, made_at, state, ahead,
        bucket, expected, deviation, median, lower, upper, outcome, settled_at, actual, was_kept,
        inside)
      values (${hospitalId}, ${doctorId}, ${entry.id}, ${kind}, '2026-06-02T14:10:00Z', ${state}, 1,
        ${bucket}, 10, 4, 10, 5, 15, ${held === null ? 'left' : 'called'}, '2026-06-02T14:20:00Z',
        ${held === null ? null : 10}, ${held}, ${held})`);
  };
  await announced('joined', 'not_begun', 0, true);
  await announced('after_30', 'running', 0, false);
  // If a patient leaves before the upper end of the announced wait, the outcome is unknown.
  await announced('leave_now', 'running', 2, null);
  const { keptTimes } = await get(app, admin, 'getAnalytics', {
    query: { from: '2026-06-01', to: '2026-06-30' },
  });
  const good = { promises: 1, kept: 1, inside: 1 };
  const bad = { promises: 1, kept: 0, inside: 0 };
  assert.deepEqual(keptTimes, {
    moments: [
      { moment: 'joined', ...good },
      { moment: 'after_30', ...bad },
    ],
    states: [
      { state: 'not_begun', ...good },
      { state: 'running', ...bad },
    ],
    ahead: [{ from: 0, promises: 2, kept: 1, inside: 1 }],
    // No visit in this test had several steps.
    visits: { promises: 0, kept: 0, inside: 0 },
  });
});
