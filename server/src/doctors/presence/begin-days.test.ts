/**
 * Tests with two server processes that each doctor's working day starts exactly once
 * [DOC-1, DOC-3, INV-8].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { leaseMs, takeDue } from '../../platform/hospital-sql/doctor-due.store.ts';
import { ok } from '../../platform/result.ts';
import { makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { alwaysOpen } from '../../testing/test-bodies.ts';
import { makeDoctor, makeTown, type Town } from '../../testing/test-people.ts';
import { beginDays, nextBeginning } from './begin-days.ts';

let app: TestApp;
let second: TestApp;
let town: Town;
before(async () => {
  app = await makeTestApp();
  second = await makeTestApp({ beside: app });
  town = await makeTown(app);
  await app.owner.query('update hospital set operating_hours = $1', [JSON.stringify(alwaysOpen)]);
});
after(async () => {
  await second.close();
  await app.close();
});

/** Makes doctors whose day starts with a status that differs from the doctor's present status. */
async function makeEarlyDoctors(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await makeDoctor(app, town.hospitalId));
  return ids;
}

async function wishBusy(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.run(sql`
    insert into doctor_settings (doctor_id, default_status, break_minutes, tell_by_mail,
      tell_check_ins, tell_requests)
    select id, 'Busy', 10, false, false, false from unnest(${ids}::uuid[]) as id`);
}

async function timesBegun(ids: readonly string[]): Promise<number[]> {
  const rows = await app.db.many<{ times: number }>(sql`
    select count(e.id) as times from unnest(${ids}::uuid[]) as d (id)
      left join event e on e.doctor_id = d.id and e.type = 'doctor_updated'
    group by d.id`);
  return rows.map(({ times }) => times);
}

test('when two processes start the working days of fifty doctors at once, each doctor’s working day starts once [DOC-3, INV-8]', async () => {
  const ids = await makeEarlyDoctors(50);
  await wishBusy(app.db, ids);
  await Promise.all([
    beginDays(app.db, app.clock),
    beginDays(second.db, app.clock),
    beginDays(app.db, app.clock),
  ]);
  // Waits until every day was begun once, by this test or by a scheduled task of the two
  // applications.
  await until(async () => (await timesBegun(ids)).every((times) => times === 1));
  await beginDays(second.db, app.clock);
  assert.deepEqual(
    await timesBegun(ids),
    ids.map(() => 1),
  );
});

test('if a process crashes after claiming the start of doctors’ working days, another process starts these days [DOC-3, INV-8]', async () => {
  const ids = await makeEarlyDoctors(30);
  await beginDays(app.db, app.clock);
  // Claims the days in the transaction that makes them due, so that no scheduled task claims them
  // first.
  const died = await app.db.transaction(async (tx) => {
    await wishBusy(tx, ids);
    return ok(await takeDue(tx, 'day', app.clock.now(), 12));
  });
  const taken = died.ok ? died.value.ids : [];
  assert.equal(taken.length, 12);
  await beginDays(second.db, app.clock);
  await until(async () => (await timesBegun(ids)).filter((times) => times === 1).length === 18);
  app.clock.advance(leaseMs);
  await beginDays(second.db, app.clock);
  await until(async () => (await timesBegun(ids)).every((times) => times === 1));
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, 'it did not come so');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('the server checks a doctor’s status at midnight and at the start of work, by the hospital’s clock [DOC-1, DOC-3]', () => {
  const plan = { zone: 'Asia/Kolkata', week: null, hospitalHours: hoursFrom('09:00') };
  const at = (now: string) => nextBeginning(plan, new Date(now)).toISOString();
  // Midnight in Mumbai is 18:30 UTC of the day before.
  assert.equal(at('2026-03-11T18:30:00Z'), '2026-03-12T03:30:00.000Z');
  assert.equal(at('2026-03-12T03:30:00Z'), '2026-03-12T18:30:00.000Z');
  const free = { ...plan, hospitalHours: { ...plan.hospitalHours, thursday: closed } };
  assert.equal(
    nextBeginning(free, new Date('2026-03-11T18:30:00Z')).toISOString(),
    '2026-03-12T18:30:00.000Z',
  );
});

test('for night work the server checks the doctor’s status at the start in the evening, and the next check is always in the future [DOC-1, DOC-3]', () => {
  const hours = [
    { from: '00:00', to: '06:00' },
    { from: '22:00', to: '23:59' },
  ];
  const day = { hours, breaks: [] };
  const weekend = { saturday: day, sunday: day };
  const week = {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    ...weekend,
  };
  const hospitalHours = hoursFrom('09:00');
  const night = { zone: 'Asia/Kolkata', week, hospitalHours };
  const evening = nextBeginning(night, new Date('2026-03-12T12:00:00Z'));
  assert.equal(evening.toISOString(), '2026-03-12T16:30:00.000Z');
  // In Cairo the next day has no midnight, because the clocks go forward at midnight.
  const cairo = { zone: 'Africa/Cairo', week: null, hospitalHours };
  const next = nextBeginning(cairo, new Date('2026-04-23T12:00:00Z'));
  assert.equal(next.toISOString(), '2026-04-23T22:00:00.000Z');
});

const closed = { open: '09:00', close: '17:00', closed: true };

function hoursFrom(open: string) {
  const day = { open, close: '17:00', closed: false };
  return {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  };
}
