/**
 * Tests that one process does a doctor's due work, and that another process does the work if the
 * first process dies.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeDoctor, makeTown, type Town } from '../../testing/test-people.ts';
import { dueAgain, dueBy, fillDue, leaseMs, takeDue } from './doctor-due.store.ts';
import { ok, refuse } from '../result.ts';

let app: TestApp;
let second: TestApp;
let town: Town;
let doctors: string[];
/** A time long after any time at which the applications of other tests claim work. */
const now = new Date('2101-01-01T00:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
before(async () => {
  app = await makeTestApp();
  second = await makeTestApp({ beside: app });
  town = await makeTown(app);
  doctors = [];
  for (let made = 0; made < 60; made += 1) doctors.push(await makeDoctor(app, town.hospitalId));
});
after(async () => {
  await second.close();
  await app.close();
});
beforeEach(async () => {
  await app.owner.query(`update doctor_due set day_at = 'infinity', look_at = 'infinity'`);
  await app.owner.query('update doctor_due set look_at = $1 where doctor_id = any($2)', [
    now,
    doctors,
  ]);
});

test('when two processes look for doctors with scheduled work at once, each process takes different doctors, and no doctor is left out', async () => {
  const taken = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      takeDue((index % 2 === 0 ? app : second).db, 'look', now, 10),
    ),
  );
  const ids = taken.flatMap((each) => each.ids);
  assert.equal(ids.length, new Set(ids).size, 'none twice');
  assert.deepEqual(ids.toSorted(), doctors.toSorted(), 'none missed');
  assert.deepEqual((await takeDue(app.db, 'look', now, 10)).ids, []);
});

test('doctors whose scheduled work was claimed by a process that died are claimed by another process after the claim expires', async () => {
  const { ids } = await takeDue(app.db, 'look', now, 20);
  const rest = await takeDue(second.db, 'look', now, 100);
  for (const id of rest.ids) {
    await dueAgain(second.db, 'look', id, { lease: rest.lease, at: undefined });
  }
  assert.deepEqual((await takeDue(second.db, 'look', later(leaseMs - 1), 100)).ids, []);
  const over = await takeDue(second.db, 'look', later(leaseMs), 100);
  assert.deepEqual(over.ids.toSorted(), [...ids].toSorted());
});

test('if a doctor’s data changes while a process does the doctor’s scheduled work, the work is due again at once', async () => {
  const [id = ''] = doctors;
  const first = await takeDue(app.db, 'look', now, 100);
  await dueBy(second.db, 'look', [id], now);
  await dueAgain(app.db, 'look', id, { lease: first.lease, at: later(3_600_000) });
  const again = await takeDue(second.db, 'look', now, 100);
  assert.deepEqual(again.ids, [id]);
  await dueAgain(second.db, 'look', id, { lease: again.lease, at: later(5000) });
  await dueBy(app.db, 'look', [id], later(10_000));
  assert.deepEqual((await takeDue(app.db, 'look', later(4999), 100)).ids, []);
  assert.deepEqual((await takeDue(app.db, 'look', later(5000), 100)).ids, [id]);
});

test('a doctor without a stored time for scheduled work, for example after a restore, is processed at once', async () => {
  await app.owner.query('delete from doctor_due where doctor_id = any($1)', [doctors]);
  await app.db.transaction(async (tx) => {
    await fillDue(tx);
    const rows = await tx.many(sql`
      select doctor_id from doctor_due where look_at = '-infinity' and day_at = '-infinity'`);
    assert.ok(rows.length >= doctors.length);
    return ok(undefined);
  });
});

test('the start of a doctor’s working day is computed again whenever data that determines this start changes [DOC-1, DOC-3]', async () => {
  const [id = ''] = doctors;
  const writes = [
    sql`insert into doctor_settings (doctor_id, default_status, break_minutes, tell_by_mail,
      tell_check_ins, tell_requests) values (${id}, 'Busy', 10, false, false, false)`,
    sql`update doctor_settings set default_status = 'Available' where doctor_id = ${id}`,
    sql`insert into day_off (doctor_id, first_day, last_day) values (${id}, '2026-01-01', '2026-01-02')`,
    sql`delete from day_off where doctor_id = ${id}`,
    sql`update doctor set week = '{}' where id = ${id}`,
    sql`update doctor set deactivated_at = now() where id = ${id}`,
    sql`update doctor set deactivated_at = null where id = ${id}`,
    sql`update doctor set day_begun = '2026-01-01' where id = ${id}`,
    sql`update doctor set day_begun = null where id = ${id}`,
    sql`update hospital set time_zone = 'Asia/Dubai' where id = ${town.hospitalId}`,
    sql`update hospital set name = 'Another name' where id = ${town.hospitalId}`,
  ];
  const due: string[][] = [];
  await app.db.transaction(async (tx) => {
    for (const write of writes) {
      await tx.run(sql`update doctor_due set day_at = 'infinity'`);
      await tx.run(write);
      const rows = await tx.many<{ doctor_id: string }>(sql`
        select doctor_id from doctor_due where day_at = '-infinity'`);
      due.push(rows.map(({ doctor_id }) => doctor_id));
    }
    // The refusal rolls the transaction back, because the running applications would otherwise
    // begin these doctors' days.
    return refuse('not_found');
  });
  // Whether a doctor's day has begun is a result of the due work. So a change of that value makes
  // no work due.
  assert.deepEqual(
    due.map((ids) => ids.includes(id)),
    [true, true, true, true, true, true, true, false, true, true, false],
  );
  assert.ok(
    due.slice(0, 9).every((ids) => ids.length <= 1),
    'only of this doctor',
  );
  const ofHospital = due[9] ?? [];
  assert.ok(ofHospital.length > doctors.length && !ofHospital.includes(town.otherDoctorId));
});
