/**
 * Tests the mean wait on a doctor's card. It is computed from stored daily sums, which must always
 * match the visits [ENT-4].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTown, type Town } from '../testing/test-people.ts';

let app: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());

const byDay = `
  select doctor_id, day::text, visits::int, round(seconds)::int as seconds from doctor_wait_day
  where visits <> 0 order by 1, 2`;
const fromVisits = `
  select doctor_id, (started_at at time zone 'UTC')::date::text as day, count(*)::int as visits,
    round(sum(extract(epoch from started_at - approved_at)))::int as seconds
  from queue_entry where started_at is not null and approved_at is not null
  group by 1, 2 order by 1, 2`;

async function sums(statement: string): Promise<unknown[]> {
  const { rows } = await app.owner.query<Record<string, unknown>>(statement);
  return rows;
}

test('the daily sums of waits equal the sums over the visits after any change to the visits [ENT-4]', async () => {
  await app.owner.query(`insert into patient (name) select 'Newcomer' from generate_series(1, 12)`);
  await app.owner.query(
    `insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
      approved_at, started_at, ended_at)
    select d.hospital_id, d.id, person.id, 'completed', 'low', at, at, at + n * interval '7 min', at
    from doctor d, (select id, row_number() over () as n from patient) person,
      lateral (select timestamptz '2026-03-01 20:00Z' + n * interval '5 hours' as at) times
    where d.id = $1`,
    [town.doctorId],
  );
  const asWritten = await sums(byDay);
  assert.ok(asWritten.length > 1, 'over several days');
  assert.deepEqual(asWritten, await sums(fromVisits));
  for (const statement of [
    `update queue_entry set started_at = started_at + interval '9 hours' where random() < 0.5`,
    `update queue_entry set started_at = null where id in (select id from queue_entry limit 2)`,
    `update queue_entry set approved_at = null where id in (select id from queue_entry order by id limit 3)`,
    `update queue_entry set approved_at = joined_at, notes = 'seen again'`,
    'delete from queue_entry where id in (select id from queue_entry order by id desc limit 3)',
  ]) {
    await app.owner.query(statement);
    assert.deepEqual(await sums(byDay), await sums(fromVisits), statement);
  }
  await app.owner.query('delete from queue_entry');
  assert.deepEqual(await sums(byDay), []);
  const { doctor } = await get(app, town.admin, 'getDoctor', { id: town.doctorId });
  assert.equal(doctor.averageWaitTime, 0, 'nobody was called');
});
