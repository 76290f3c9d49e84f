/** Tests of practice hospitals: made, private, ended, and silent [ADM-1]. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import {
  makeHospital,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { findKeptTimesPage } from '../analytics/kept-times/kept-times.store.ts';
import { countServed, listMeasured } from '../analytics/measured-figures.store.ts';
import { anchorNow, sealNow } from '../testing/test-trail.ts';
import { notify } from '../notifications/notify.ts';
import { countHospitals, listForOperator } from '../operator/operator.store.ts';
import { findPractices } from '../platform/hospital-sql/practice.store.ts';
import { enqueueSms } from '../platform/messages/sms/sms.ts';
import { ok, refuse } from '../platform/result.ts';
import { joinLine } from '../queue/join-line.ts';
import { findLine } from '../queue/queue.store.ts';
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

/** A patient with an account, whom the real hospital knows from a visit. */
async function makeKnown(town: Town): Promise<TestPerson> {
  const patient = await makePerson(app, { name: 'Xanthippe Real', phone: '+919811223344' });
  const { queue } = await get(app, patient, 'requestPlace', {
    body: { doctorId: town.doctorId },
  });
  await get(app, town.receptionist, 'approveRequest', { id: queue.id });
  await get(app, town.receptionist, 'removeEntry', { id: queue.id });
  return patient;
}

test('nobody outside finds a practice hospital in the search, on its page or by its doctors [ADM-1, SEC-20]', async () => {
  const { receptionist: clerk, admin } = await makeTown(app);
  const { hospitalId } = await practise(admin);
  for (const caller of [undefined, await makePerson(app), clerk]) {
    assertRefused(await call(app, caller, 'getHospital', { id: hospitalId }), 'not_found');
    const { hospitals } = await get(app, caller, 'listHospitals', {
      query: { search: 'practice', limit: 50 },
    });
    assert.ok(hospitals.every(({ id }) => id !== hospitalId));
  }
  const { queues } = await get(app, admin, 'listWaiting', { id: hospitalId });
  const doctorId = queues[0]?.doctor.id ?? '';
  assertRefused(await call(app, undefined, 'getDoctor', { id: doctorId }), 'not_found');
  assertRefused(await call(app, clerk, 'listWaiting', { id: hospitalId }), 'not_found');
});

test('the installation’s figures and the operator’s list do not count a practice hospital or its patients [ADM-1, LAND-3]', async () => {
  const { admin } = await makeTown(app);
  const before = await countServed(app.db);
  const listed = await countHospitals(app.db);
  const { hospitalId } = await practise(admin);
  await app.owner.query(
    `update queue_entry set status = 'completed', order_key = null, started_at = joined_at,
       ended_at = joined_at where hospital_id = $1 and status = 'in_progress'`,
    [hospitalId],
  );
  assert.deepEqual(await countServed(app.db), before);
  assert.ok(!(await listMeasured(app.db)).includes(hospitalId));
  assert.deepEqual(await countHospitals(app.db), listed);
  const seen = await listForOperator(app.db, {}, 500);
  assert.ok(seen.every(({ id }) => id !== hospitalId));
});

test('a practice hospital has no public page of kept times, and its trail leaves no anchor outside [ADM-1, SEC-13]', async () => {
  const { admin, hospitalId: homeId } = await makeTown(app);
  const { hospitalId } = await practise(admin);
  await app.owner.query('update hospital set shows_kept_times = true where id = $1', [hospitalId]);
  assert.equal(await findKeptTimesPage(app.db, hospitalId, app.clock.now()), undefined);
  await get(app, admin, 'startExercise', { body: { exercise: 'undo' } });
  await sealNow(app.db);
  await anchorNow(app.db);
  const { rows: anchored } = await app.owner.query<{ id: string }>(
    'select hospital_id as id from audit_anchor where hospital_id in ($1, $2)',
    [hospitalId, homeId],
  );
  assert.deepEqual(anchored, [{ id: homeId }]);
  assert.deepEqual([...(await findPractices(app.db, [hospitalId, homeId]))], [hospitalId]);
});

test('a screen of the real hospital cannot show a doctor of a practice hospital, and a practice hospital has no screen, link, invitation or door code [ADM-1, ARR-4]', async () => {
  const { admin } = await makeTown(app);
  const { user, hospitalId } = await practise(admin);
  const { queues } = await get(app, admin, 'listWaiting', { id: hospitalId });
  for (const name of [
    'inviteStaff',
    'inviteDoctor',
    'addDoctor',
    'editDoctor',
    'makeStaffLink',
    'makeScreen',
    'makeApiKey',
    'makeWebhook',
    'changeWebhook',
    'testWebhook',
    'resendEvent',
    'resendSince',
    'editScreen',
    'renewScreenLink',
    'renewDoorCode',
    'setKeptTimesPage',
    'sendTestMessage',
    'saveOwnHospital',
  ] as const) {
    const parts = { id: hospitalId, body: {} };
    assertRefused(await call(app, admin, name, parts), 'not_in_practice');
  }
  await get(app, admin, 'actForHospital', { body: { hospitalId: user.practice?.homeId } });
  const body = { kind: 'display', name: 'Hall', doctorIds: [queues[0]?.doctor.id] };
  assertRefused(await call(app, admin, 'makeScreen', { body }), 'not_found');
});

test('no patient with an account gets into a practice hospital, neither alone nor by its desk [ADM-1, SEC-1]', async () => {
  const town = await makeTown(app);
  const patient = await makeKnown(town);
  const { receptionist: clerk } = town;
  const { hospitalId } = await practise(clerk);
  const { queues } = await get(app, clerk, 'listWaiting', { id: hospitalId });
  const doctorId = queues[0]?.doctor.id;
  assert.ok(doctorId);
  assertRefused(await call(app, patient, 'requestPlace', { body: { doctorId } }), 'not_found');
  const put = { id: patient.userId, body: { doctorId } };
  assertRefused(await call(app, clerk, 'putInLine', put), 'not_found');
  const search = { search: 'Xanthippe' };
  const { patients } = await get(app, clerk, 'findKnownPatients', { body: search });
  assert.deepEqual(patients, []);
  // The last line of defence, should a use case ever let one through.
  const now = app.clock.now();
  const line = await findLine(app.db, doctorId);
  assert.ok(line);
  const joined = await app.db.transaction((tx) =>
    joinLine(
      tx,
      line,
      { id: patient.userId, accountId: patient.userId },
      { by: 'staff', symptoms: '', urgency: 'low' },
      now,
    ),
  );
  assert.deepEqual(joined, refuse('not_in_practice'));
});

test('a practice hospital cannot reach a walk-in of the real hospital either [ADM-1, SEC-1]', async () => {
  const { receptionist: clerk, doctorId } = await makeTown(app);
  const body = { name: 'Yasmin Real', phone: '+919811556677', doctorId, urgency: 'low' };
  const { queue } = await get(app, clerk, 'addWalkIn', { body });
  await get(app, clerk, 'removeEntry', { id: queue.id });
  const { hospitalId } = await practise(clerk);
  const { queues } = await get(app, clerk, 'listWaiting', { id: hospitalId });
  const put = { id: queue.patient.id, body: { doctorId: queues[0]?.doctor.id } };
  assertRefused(await call(app, clerk, 'putInLine', put), 'not_found');
  assertRefused(await call(app, clerk, 'bringBack', { id: queue.id }), 'not_found');
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

test('no mail or text message leaves after the practice hospital was deleted while it waited [ADM-1]', async () => {
  const { admin } = await makeTown(app);
  const { hospitalId } = await practise(admin);
  await get(app, admin, 'endPractice');
  const now = app.clock.now();
  const hospital = { id: hospitalId, isConfirmed: false };
  const to = `late-${hospitalId}@example.org`;
  const mail = { kind: 'queue_news', hospital, to, subject: 'Next', plain: '', html: '' } as const;
  const notAfter = now.getTime() + dayMs;
  const sms = {
    kind: 'queue_news',
    hospital,
    to: '+919800011122',
    content: { kind: 'code', variables: { code: '123456' } },
    language: 'en',
    notAfter,
  } as const;
  await enqueueMail(app.db, mail, now);
  await enqueueSms(app.db, sms, now);
  app.app.lookForJobs();
  await until(async () => {
    const { rows } = await app.owner.query(
      `select 1 from job where kind in ('mail', 'sms') and finished_at is null and failed_at is null`,
    );
    return rows.length === 0;
  });
  const { rows } = await app.owner.query(
    `select 1 from outbox_message where recipient in ($1, '+919800011122')`,
    [to],
  );
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
  // The practice hospitals of other tests end, so that they add no rows.
  await app.owner.query(
    'update hospital set practice_until = $1 where practice_until is not null',
    [app.clock.now()],
  );
  await endPractices(app.db, app.clock);
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
  await app.owner.query('update hospital set practice_until = $2 where id = $1', [
    hospitalId,
    app.clock.now(),
  ]);
  await Promise.all([endPractices(app.db, app.clock), endPractices(app.db, app.clock)]);
  assert.deepEqual(await countRows(hospitalId), {});
  assert.equal((await get(app, admin, 'getCurrentUser')).user.hospitalId, homeId);
});

test('the database deletes neither a real hospital nor a practice hospital before its end, and no account deletes their audit rows [ADM-1, SEC-13, SEC-19]', async () => {
  const { admin, hospitalId: homeId } = await makeTown(app);
  const { hospitalId } = await practise(admin);
  const running = app.db.pool;
  await get(app, admin, 'startExercise', { body: { exercise: 'undo' } });
  for (const id of [homeId, hospitalId]) {
    const { rows } = await running.query<{ gone: boolean }>(
      'select delete_practice_hospital($1) as gone',
      [id],
    );
    assert.deepEqual(rows, [{ gone: false }]);
    assert.ok((await countRows(id))['public.audit']);
    const statement = `delete from audit where hospital_id = '${id}'`;
    await assert.rejects(running.query(statement), /permission denied/u);
    await assert.rejects(app.owner.query(statement), /cannot be changed or deleted/u);
  }
  for (const change of [
    'practice_of = id, practice_until = now()',
    'practice_of = id',
    'practice_until = now()',
  ]) {
    await assert.rejects(
      running.query(`update hospital set ${change} where id = '${homeId}'`),
      /practice hospital from its first row/u,
    );
  }
  await assert.rejects(
    running.query(
      `update hospital set practice_until = now() + interval '9 days' where id = '${hospitalId}'`,
    ),
    /practice hospital from its first row/u,
  );
});

test('the function that deletes a practice hospital belongs to the owner’s account, and only the server’s account may run it besides [ADM-1, SEC-19]', async () => {
  const { rows } = await app.owner.query<{ owner: string; by: string[] }>(
    `select pg_get_userbyid(proowner) as owner,
       array(select pg_get_userbyid(grantee)::text from aclexplode(proacl)
         where grantee <> proowner) as by
     from pg_proc where proname = 'delete_practice_hospital'`,
  );
  const who = async (db: { query: (text: string) => Promise<{ rows: unknown[] }> }) =>
    (await db.query('select current_user::text as name')).rows;
  const [row] = rows;
  assert.deepEqual(await who(app.owner), [{ name: row?.owner }]);
  assert.deepEqual(
    await who(app.db.pool),
    row?.by.map((name) => ({ name })),
  );
});

test('the deletion of a practice hospital names every table that does not follow by itself, and a new table that is not named fails this test [ADM-1]', async () => {
  const { rows: functions } = await app.owner.query<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'delete_practice_hospital'`,
  );
  const source = functions[0]?.source ?? '';
  const named = new Set(
    [...source.matchAll(/delete from (?:identity\.)?"?(\w+)/gu)].map(([, t]) => t),
  );
  const { rows } = await app.owner.query<{ table: string; of: string; follows: boolean }>(
    `select c.relname as table, r.relname as of, confdeltype in ('c', 'n') as follows
     from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_class r on r.oid = k.confrelid join pg_namespace n on n.oid = c.relnamespace
     where contype = 'f' and n.nspname in ('public', 'identity')`,
  );
  const follows = new Set(rows.filter((row) => row.follows).map(({ table }) => table));
  const gone = (table: string): boolean => named.has(table) || follows.has(table);
  // The function changes a session, which belongs to a person.
  const left = rows.filter(
    (row) => gone(row.of) && !row.follows && !named.has(row.table) && row.table !== 'session',
  );
  assert.deepEqual(left, []);
  const { rows: columns } = await app.owner.query<{ table: string }>(
    `select distinct c.relname as table from pg_attribute a join pg_class c on c.oid = a.attrelid
       join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'identity') and c.relkind = 'r' and a.attname = 'hospital_id'`,
  );
  // Operator commands write only about real hospitals.
  const elsewhere = new Set(['operator_act']);
  assert.deepEqual(
    columns.map(({ table }) => table).filter((table) => !gone(table) && !elsewhere.has(table)),
    [],
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
async function letMove(
  hospitalId: string,
  random: () => number,
  looking: readonly string[] = [],
): Promise<number> {
  await app.owner.query(
    `update practice set acts_at = '-infinity', looked_at = '-infinity' where hospital_id = $1`,
    [hospitalId],
  );
  const before = await lastEvent();
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
  const random = seededRandom(1);
  const most: number[] = [];
  for (let moment = 0; moment < 20; moment += 1) {
    most.push(await letMove(hospitalId, random, [hospitalId]));
  }
  // One act of a doctor, and at most two requests at once.
  assert.ok(Math.max(...most) <= 3, `${Math.max(...most)} patients in one moment`);
  assert.ok(most.filter((count) => count > 0).length >= 4, most.join(' '));
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
  assert.equal(await letMove(hospitalId, random), 0, 'nobody looks');
});
