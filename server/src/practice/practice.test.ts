/** Tests of practice hospitals: made, private, ended, and silent [ADM-1]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeHospital, makePerson, makeTown, type TestPerson } from '../testing/test-people.ts';
import { notify } from '../notifications/notify.ts';
import { ok } from '../platform/result.ts';
import { endPractices } from './end-practices.ts';
import { moveMornings } from './move-mornings.ts';
import { seededRandom } from '../replay/chance.rules.ts';

let app: TestApp;
before(async () => {
  app = await makeTestApp();
});
after(() => app.close());

const dayMs = 86_400_000;

async function practise(by: TestPerson): Promise<{ user: SignedInUser; hospitalId: string }> {
  const { user } = await get(app, by, 'practise');
  assert.ok(user.hospitalId);
  return { user, hospitalId: user.hospitalId };
}

/** Every table with a hospital's id, and how many rows name this hospital. */
async function countRows(hospitalId: string): Promise<Record<string, number>> {
  const { rows } = await app.owner.query<{ name: string; column: string }>(`
    select format('%I.%I', table_schema, table_name) as name, column_name as column
    from information_schema.columns
    where table_schema in ('public', 'identity') and data_type = 'uuid'
      and (column_name like '%hospital_id' or table_name = 'hospital' and column_name = 'id')`);
  const counts: Record<string, number> = {};
  for (const { name, column } of rows) {
    const found = await app.owner.query<{ n: number }>(
      `select count(*)::int as n from ${name} where ${column} = $1`,
      [hospitalId],
    );
    const n = found.rows[0]?.n ?? 0;
    if (n > 0) counts[name] = n;
  }
  return counts;
}

async function countAll(): Promise<Record<string, number>> {
  const { rows } = await app.owner.query<Record<string, number>>(`
    select (select count(*) from patient)::int as patients,
      (select count(*) from identity."user")::int as accounts,
      (select count(*) from queue_entry)::int as entries,
      (select count(*) from line)::int as lines,
      (select count(*) from doctor_queue)::int as queues`);
  return rows[0] ?? {};
}

test('a receptionist gets a practice hospital with invented doctors and patients, at any hour, and a second press finds it again [ADM-1]', async () => {
  const { receptionist: clerk } = await makeTown(app);
  const first = await practise(clerk);
  assert.equal(first.user.role, 'receptionist');
  assert.ok(first.user.practice);
  const left = Date.parse(first.user.practice.endsAt) - app.clock.now().getTime();
  assert.ok(left > dayMs - 60_000 && left <= dayMs, 'it is kept for a day');
  const { hospital } = await get(app, clerk, 'getOwnHospital');
  assert.match(hospital.name, /\(practice\)$/u);
  assert.equal(hospital.openNow, true);
  const waiting = await get(app, clerk, 'listWaiting', { id: first.hospitalId });
  const pending = await get(app, clerk, 'listPending', { id: first.hospitalId });
  assert.ok(waiting.queues.length >= 10, `${waiting.queues.length} wait`);
  const [one, other] = pending.pendingQueues.slice(-2);
  assert.equal(one?.joinedAt, other?.joinedAt, 'two requests came at once');
  const own = await get(app, clerk, 'listOwnHospitals');
  assert.equal(own.hospitals.length, 2);
  await get(app, clerk, 'actForHospital', { body: { hospitalId: first.user.practice.homeId } });
  assert.equal((await practise(clerk)).hospitalId, first.hospitalId);
  assertRefused(await call(app, clerk, 'practise'), 'not_in_practice');
});

test('nobody outside finds a practice hospital, and nothing in it can invite or reach anybody [ADM-1, SEC-20]', async () => {
  const { receptionist: clerk, admin } = await makeTown(app);
  const { hospitalId } = await practise(admin);
  const patient = await makePerson(app);
  assertRefused(await call(app, undefined, 'getHospital', { id: hospitalId }), 'not_found');
  const { hospitals } = await get(app, undefined, 'listHospitals', { query: { limit: 50 } });
  assert.ok(hospitals.every(({ id }) => id !== hospitalId));
  const { queues } = await get(app, admin, 'listWaiting', { id: hospitalId });
  const doctorId = queues[0]?.doctor.id;
  assert.ok(doctorId);
  assertRefused(await call(app, patient, 'requestPlace', { body: { doctorId } }), 'not_found');
  assertRefused(await call(app, clerk, 'listWaiting', { id: hospitalId }), 'not_found');
  for (const name of ['inviteStaff', 'makeScreen', 'renewDoorCode', 'setKeptTimesPage'] as const) {
    assertRefused(await call(app, admin, name, { body: {} }), 'not_in_practice');
  }
});

test('no message leaves a practice hospital, neither queued before nor noticed now [ADM-1]', async () => {
  const { admin } = await makeTown(app);
  const { hospitalId } = await practise(admin);
  const hospital = { id: hospitalId, isConfirmed: false };
  const now = app.clock.now();
  const wasSent = await app.db.transaction(async (tx) =>
    ok(
      await notify(
        tx,
        {
          accountId: admin.userId,
          about: hospitalId,
          kind: 'next',
          occasion: '',
          sendKind: 'queue_news',
          hospital,
          covers: [],
          notAfter: new Date(now.getTime() + dayMs),
          needsConsent: false,
          isUrgent: false,
          words: () => assert.fail('the words of a message that is not sent'),
        },
        now,
      ),
    ),
  );
  assert.deepEqual(wasSent, ok(false));
  const to = `practice-${hospitalId}@example.org`;
  const mail = { kind: 'queue_news', hospital, to, subject: 'Next', plain: '', html: '' } as const;
  await enqueueMail(app.db, mail, now);
  app.app.lookForJobs();
  await until(async () => {
    const { rows } = await app.owner.query(
      `select 1 from job where kind = 'mail' and finished_at is null and failed_at is null`,
    );
    return rows.length === 0;
  });
  const { rows } = await app.owner.query(`select 1 from outbox_message where recipient = $1`, [to]);
  assert.equal(rows.length, 0);
});

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await isDone()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  assert.fail('It did not happen within five seconds.');
}

test('a practice hospital that is ended leaves no row behind, and the person works for the real hospital again [ADM-1]', async () => {
  const { admin, hospitalId: homeId } = await makeTown(app);
  // The practice hospitals of other tests rest, so that they add no rows.
  await app.owner.query(`update practice set acts_at = 'infinity'`);
  const before = await countAll();
  const { hospitalId } = await practise(admin);
  const { pendingQueues } = await get(app, admin, 'listPending', { id: hospitalId });
  for (const { id } of pendingQueues) await get(app, admin, 'approveRequest', { id });
  const counts = await countRows(hospitalId);
  assert.ok((counts['public.queue_entry'] ?? 0) > 10);
  assert.ok(counts['public.audit'], 'acts are recorded as in reality');
  const { user } = await get(app, admin, 'endPractice');
  assert.equal(user.hospitalId, homeId);
  assert.equal(user.practice, undefined);
  assert.deepEqual(await countRows(hospitalId), {});
  assert.deepEqual(await countAll(), before);
  assertRefused(await call(app, admin, 'endPractice'), 'not_found');
  const { rows } = await app.owner.query<{ action: string }>(
    `select action from audit where hospital_id = $1 and action like '%practice%'
     and outcome = 'ok' order by id`,
    [homeId],
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['make practice hospital', 'end practice hospital'],
  );
});

test('a practice hospital is deleted after its day, and a real hospital never is [ADM-1]', async () => {
  const { admin, hospitalId: homeId } = await makeTown(app);
  const { hospitalId } = await practise(admin);
  await endPractices(app.db, app.clock);
  assert.ok((await countRows(hospitalId))['public.hospital']);
  await app.owner.query('update practice set until = $2 where hospital_id = $1', [
    hospitalId,
    app.clock.now(),
  ]);
  await Promise.all([endPractices(app.db, app.clock), endPractices(app.db, app.clock)]);
  assert.deepEqual(await countRows(hospitalId), {});
  assert.equal((await get(app, admin, 'getCurrentUser')).user.hospitalId, homeId);
  const { rows } = await app.owner.query<{ gone: boolean }>(
    'select delete_practice_hospital($1) as gone',
    [homeId],
  );
  assert.deepEqual(rows, [{ gone: false }]);
  await assert.rejects(
    app.owner.query('update hospital set practice_of = $1 where id = $1', [homeId]),
    /practice hospital from its first row/u,
  );
});

test('the morning starts again until the same time, and a hospital makes at most five a day [ADM-1]', async () => {
  const hospitalId = await makeHospital(app);
  const people = await Promise.all(
    Array.from({ length: 6 }, () => makePerson(app, { works: { as: 'receptionist', hospitalId } })),
  );
  const [first, ...others] = people;
  assert.ok(first);
  const { user, hospitalId: old } = await practise(first);
  const again = await get(app, first, 'restartPractice');
  assert.notEqual(again.user.hospitalId, old);
  assert.deepEqual(again.user.practice, user.practice);
  assert.deepEqual(await countRows(old), {});
  for (const person of others.slice(0, 4)) await practise(person);
  const last = others.at(-1);
  assert.ok(last);
  assertRefused(await call(app, last, 'practise'), 'too_many_practices');
});

/** Lets a practice hospital move at this moment, whatever moved before. */
async function letMove(hospitalId: string, looking: readonly string[] = []): Promise<number> {
  await app.owner.query(
    `update practice set acts_at = '-infinity', looked_at = '-infinity' where hospital_id = $1`,
    [hospitalId],
  );
  const before = await lastEvent();
  const random = seededRandom(before);
  const mover = { db: app.db, clock: app.clock, random, looking: () => looking };
  await Promise.all([moveMornings(mover), moveMornings(mover)]);
  const { rows } = await app.owner.query(
    'select distinct entry_id from event where hospital_id = $1 and id > $2',
    [hospitalId, before],
  );
  return rows.length;
}

async function lastEvent(): Promise<number> {
  const { rows } = await app.owner.query<{ id: string }>('select max(id) as id from event');
  return Number(rows[0]?.id ?? 0);
}

test('the morning of a practice hospital moves while somebody looks, once for two processes, and rests otherwise [ADM-1]', async () => {
  const { receptionist: clerk } = await makeTown(app);
  const { hospitalId } = await practise(clerk);
  const most: number[] = [];
  for (let moment = 0; moment < 20; moment += 1) {
    most.push(await letMove(hospitalId, [hospitalId]));
  }
  // One act of a doctor, and at most two requests at once.
  assert.ok(Math.max(...most) <= 3, `${Math.max(...most)} patients in one moment`);
  assert.ok(most.filter((count) => count > 0).length >= 4, `${most.join(' ')}`);
  const { rows } = await app.owner.query<{ action: string }>(
    `select distinct action from audit a join practice p on p.acts_as = a.user_id
     where a.hospital_id = $1`,
    [hospitalId],
  );
  const acts = rows.map(({ action }) => action);
  assert.ok(acts.includes('start'), acts.join(', '));
  assert.ok(acts.includes('add walk-in'), acts.join(', '));
  await app.owner.query(
    `update identity.session set last_used_at = '-infinity' where acting_hospital_id = $1`,
    [hospitalId],
  );
  assert.equal(await letMove(hospitalId), 0, 'nobody looks');
});
