/**
 * Tests that the stored figures of a past day equal those computed from its visits, even if the
 * visits change later.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Analytics } from '@baari/contract/hospital/analytics.ts';
import sql from 'sql-template-tag';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeDoctor, makeHospital, makePerson, type TestPerson } from '../testing/test-people.ts';
import { countDueDays } from './count-days.ts';

let app: TestApp;
let admin: TestPerson;
let hospitalId: string;
let doctorId: string;
let colleagueId: string;

const dayMs = 86_400_000;

before(async () => {
  app = await makeTestApp();
  hospitalId = await makeHospital(app, { timeZone: 'Asia/Kathmandu' });
  doctorId = await makeDoctor(app, hospitalId);
  colleagueId = await makeDoctor(app, hospitalId, { name: 'Dr. Other' });
  admin = await makePerson(app, { works: { as: 'hospital_admin', hospitalId } });
  await app.db.run(sql`
    with person as (insert into patient (name) values ('Somebody') returning id),
      visit as (
        select n, case when n % 11 = 0 then 'no_show' when n % 13 = 0 then 'cancelled'
            when n % 17 = 0 then 'rejected' else 'completed' end as status,
          now() - interval '50 hours' - n * interval '53 minutes 17 seconds' as at
        from generate_series(1, 600) as n)
    insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
      approved_at, started_at, ended_at, checked_in_at, checked_in_by, cancelled_by, rejection_reason)
    select ${hospitalId}::uuid, (array[${doctorId}, ${colleagueId}]::uuid[])[1 + n % 2], person.id,
      status, (array['low', 'medium', 'high'])[1 + n % 3], at,
      case when status <> 'rejected' then at + interval '2 minutes' end,
      case when status = 'completed' then at + interval '2 minutes' + (n * 37 % 9000) * interval '1 second'
        end, at + interval '5 hours',
      case when n % 4 > 0 then at + (n % 13) * interval '1 minute' end,
      case when n % 4 > 0 then 'staff' end,
      case when status = 'cancelled' then 'patient' end,
      case when status = 'rejected' then 'closed' end
    from visit, person`);
  await app.db.run(sql`
    insert into wait_promise (hospital_id, doctor_id, entry_id, kind, made_at, state, ahead, bucket,
      expected, deviation, median, lower, upper, outcome, settled_at, actual, was_kept, inside)
    select e.hospital_id, e.doctor_id, e.id, announced.kind, e.approved_at + announced.later, announced.state, 1,
      extract(minute from e.joined_at)::int % 3, 10, 4, 10, 5, 15, 'called', e.started_at, 10,
      extract(second from e.joined_at)::int % 3 > 0, extract(second from e.joined_at)::int % 2 = 0
    from queue_entry e, lateral (values ('joined', interval '0', 'running'),
      ('after_30', interval '30 minutes', 'near_break')) as announced (kind, later, state)
    where e.started_at is not null`);
});
after(() => app.close());

/** Reads the analytics of the 24 days that contain all visits of the tests. */
function figures(): Promise<Analytics> {
  const to = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
  const from = new Date(Date.now() - 26 * dayMs).toISOString().slice(0, 10);
  return get(app, admin, 'getAnalytics', { query: { from, to } });
}

async function keptDays(): Promise<number> {
  const row = await app.db.one<{ days: number }>(sql`
    select count(*) as days from day_figures where hospital_id = ${hospitalId} and not is_stale`);
  return row.days;
}

/** Asserts that the analytics are the same if no stored days are used. */
async function assertAsTheVisitsSay(): Promise<void> {
  const announced = await figures();
  const client = await app.owner.connect();
  try {
    await client.query('create table kept as select * from day_figures');
    await client.query('update day_figures set is_stale = true');
    assert.deepEqual(announced, await figures());
    await client.query(`
      update day_figures f set is_stale = kept.is_stale from kept
      where kept.hospital_id = f.hospital_id and kept.day = f.day`);
  } finally {
    await client.query('drop table kept');
    client.release();
  }
}

test('the statistics of a long period are the same whether they are computed from stored daily sums or from single visits [API-26, KEEP-9]', async () => {
  const fromVisits = await figures();
  assert.equal(await keptDays(), 0);
  assert.equal(fromVisits.total.arrivals, 600);
  const counted = await countDueDays(app.db);
  assert.ok(counted >= 22 && counted === (await keptDays()), `${counted} days`);
  assert.deepEqual(await figures(), fromVisits);
  assert.equal(await countDueDays(app.db), 0, 'each once');
});

test('waiting times in the statistics differ from the exact times by at most the stated error for a long period, and are exact for single days [API-26]', async () => {
  const { withinMinutes, total, days } = await figures();
  const plain = await app.db.one<{ median: number; p90: number }>(sql`
    with visit as (select extract(epoch from started_at - approved_at)::float8 / 60 as wait
      from queue_entry where hospital_id = ${hospitalId})
    select percentile_cont(0.5) within group (order by wait) as median,
      percentile_cont(0.9) within group (order by wait) as p90 from visit`);
  assert.equal(withinMinutes, 0.5);
  // The tolerance also allows for rounding to one decimal.
  assert.ok(Math.abs((total.waitMedian ?? 0) - plain.median) <= withinMinutes + 0.05);
  assert.ok(Math.abs((total.waitP90 ?? 0) - plain.p90) <= withinMinutes + 0.05);
  const [from = '', to = ''] = [days[3]?.day, days[9]?.day];
  const week = await get(app, admin, 'getAnalytics', { query: { from, to } });
  assert.equal(week.withinMinutes, 0);
  assert.deepEqual(week.days, days.slice(3, 10));
});

test('a change to an old visit changes the statistics at once, and the stored sums of that visit’s day are recomputed [API-26, KEEP-9]', async () => {
  const someVisits = sql`
    select id from queue_entry where hospital_id = ${hospitalId} and status = 'completed'
    order by joined_at limit 5 offset 200`;
  const changes = [
    sql`update queue_entry set urgency = 'high' where id in (${someVisits})`,
    sql`update queue_entry set started_at = started_at + interval '3 hours' where id in (${someVisits})`,
    sql`update queue_entry set doctor_id = ${colleagueId} where id in (${someVisits})`,
    sql`update queue_entry set joined_at = joined_at - interval '2 days' where id in (${someVisits})`,
    sql`update queue_entry set status = 'no_show', started_at = null where id in (${someVisits})`,
    sql`update wait_promise set was_kept = not was_kept where kind = 'joined' and entry_id in (${someVisits})`,
    sql`update wait_promise set inside = not inside where kind = 'after_30' and entry_id in (${someVisits})`,
    sql`delete from wait_promise where entry_id in (${someVisits})`,
    sql`update queue_entry set missed_calls = 1, called_at = started_at where id in (${someVisits})`,
    sql`update queue_entry set checked_in_by = 'patient' where checked_in_by is not null and id in (${someVisits})`,
    sql`insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at, ended_at)
      select hospital_id, doctor_id, patient_id, 'no_show', 'low', joined_at, ended_at
      from queue_entry where id in (${someVisits})`,
    sql`update queue_entry set started_at = approved_at where status = 'completed'
      and approved_at < now() - interval '20 days'`,
  ];
  for (const change of changes) {
    const [kept, announced] = [await keptDays(), await figures()];
    await app.owner.query(change.text, [...change.values] as string[]);
    assert.ok((await keptDays()) < kept, change.text);
    assert.notDeepEqual(await figures(), announced, change.text);
    assert.ok((await countDueDays(app.db)) > 0);
    assert.ok((await keptDays()) >= kept, change.text);
    await assertAsTheVisitsSay();
  }
});

test('the stored statistics of a day are recomputed after the end time of one of the day’s visits is corrected [API-26]', async () => {
  const kept = await keptDays();
  await app.db.run(sql`
    update queue_entry set ended_at = started_at + interval '20 minutes'
    where hospital_id = ${hospitalId} and started_at < now() - interval '10 days'`);
  assert.ok((await keptDays()) < kept);
  await countDueDays(app.db);
  await assertAsTheVisitsSay();
});

test('the stored statistics of each day are recomputed after the hospital changes its time zone [API-26]', async () => {
  await app.owner.query(`update hospital set time_zone = 'America/New_York' where id = $1`, [
    hospitalId,
  ]);
  assert.equal(await keptDays(), 0);
  await countDueDays(app.db);
  assert.ok((await keptDays()) >= 22);
  await assertAsTheVisitsSay();
});

test('if a visit changes while the statistics of its day are computed, the stored result includes the change or is recomputed [API-26]', async () => {
  await app.db.run(sql`delete from day_figures where hospital_id = ${hospitalId}`);
  const client = await app.owner.connect();
  try {
    await client.query('begin');
    await client.query(`update queue_entry set urgency = 'low' where hospital_id = $1`, [
      hospitalId,
    ]);
    let isCounted = false;
    const counting = countDueDays(app.db).then(() => {
      isCounted = true;
    });
    const { rows } = await untilSomebodyWaits();
    assert.equal(rows.length, 1);
    assert.equal(isCounted, false);
    await client.query('commit');
    await counting;
  } finally {
    client.release();
  }
  const { urgencies } = await figures();
  assert.deepEqual(
    urgencies.map(({ arrivals }) => arrivals > 0),
    [false, false, true],
  );
  await assertAsTheVisitsSay();
});

/** Waits until another SQL statement is blocked by the lock that the counting job holds. */
async function untilSomebodyWaits(): Promise<{ rows: unknown[] }> {
  for (;;) {
    const waiting = await app.owner.query<Record<string, unknown>>(
      `select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    if (waiting.rows.length > 0) return waiting;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('today’s and yesterday’s statistics are computed from the visits, because no daily sums are stored yet [API-26]', async () => {
  const before = await keptDays();
  await app.db.run(sql`
    insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at, ended_at)
    select hospital_id, doctor_id, patient_id, 'no_show', 'low', now() - interval '20 hours', now()
    from queue_entry where hospital_id = ${hospitalId} limit 1`);
  assert.equal(await countDueDays(app.db), 0);
  assert.equal(await keptDays(), before);
});

test('a day whose statistics cannot be computed does not block later days, and is computed as soon as possible [API-26]', async () => {
  await app.db.run(sql`delete from day_figures where hospital_id = ${hospitalId}`);
  const announced = await figures();
  const day = announced.days[10]?.day ?? '';
  await app.owner.query(
    `create function no_figures() returns trigger language plpgsql as
      $$ begin raise exception 'this day has no figures'; end $$`,
  );
  await app.owner.query(
    `create trigger no_figures before insert on day_figures for each row
      when (not new.is_stale and new.day = '${day}') execute function no_figures()`,
  );
  try {
    await assert.rejects(countDueDays(app.db), /^Error: 1 days failed\.$/u);
    assert.ok((await keptDays()) >= 21);
    assert.deepEqual(await figures(), announced);
    await assert.rejects(countDueDays(app.db), /^Error: 1 days failed\.$/u);
  } finally {
    await app.owner.query('drop function no_figures() cascade');
  }
  assert.equal(await countDueDays(app.db), 1);
  assert.deepEqual(await figures(), announced);
});
