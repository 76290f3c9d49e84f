import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import {
  enqueueJob,
  type JobRunnerOptions,
  maxAttempts,
  retryDelay,
  runDueJobs,
  startJobRunner,
} from './jobs.ts';
import type { Log } from '../log.ts';
import { ok, refuse } from '../result.ts';

let testDatabase: TestDatabase;
let db: OpenDatabase;
let now = new Date('2026-03-02T08:00:00Z');
const logged: unknown[] = [];
const clock = { now: () => now };

before(async () => {
  testDatabase = await makeTestDatabase();
  const { connection } = testDatabase;
  db = openDatabase({ connection, poolSize: 6, onIdleError: () => undefined });
});
beforeEach(async () => {
  await db.run(sql`delete from job`);
  logged.length = 0;
});
after(async () => {
  await db.close();
  await testDatabase.drop();
});

function record(details: object, message: string): void {
  logged.push({ details, message });
}
const log: Log = { debug: record, info: record, warn: record, error: record };

function runner(handlers: JobRunnerOptions['handlers'], timeLimitMs = 30_000): JobRunnerOptions {
  return { db, clock, log, handlers, timeLimitMs, random: () => 0 };
}

function pass(ms: number): void {
  now = new Date(now.getTime() + ms);
}

interface JobRow {
  readonly attempts: number;
  readonly payload: object;
  readonly last_error: string | null;
  readonly run_at: Date;
  readonly finished_at: Date | null;
  readonly failed_at: Date | null;
}

/**
 * Moves the test's clock past the end of a claim. Also moves the claims in the database, because
 * the database's clock decides.
 */
async function passLease(): Promise<void> {
  pass(61_000);
  await db.run(sql`update job set leased_until = leased_until - interval '61 s'`);
}

function theJob(): Promise<JobRow> {
  return db.one<JobRow>(sql`select * from job`);
}

test('a background job runs once, and its data is deleted afterwards', async () => {
  const seen: unknown[] = [];
  await enqueueJob(db, { kind: 'greet', payload: { name: 'Asha' }, runAt: now });
  const options = runner({ greet: async (payload) => void seen.push(payload) });
  assert.equal(await runDueJobs(options), 1);
  assert.equal(await runDueJobs(options), 0);
  assert.deepEqual(seen, [{ name: 'Asha' }]);
  const job = await theJob();
  assert.deepEqual(job.finished_at, now);
  assert.deepEqual(job.payload, {});
});

test('a background job is queued only if the database change that queued it is committed', async () => {
  await db.transaction(async (tx) => {
    await enqueueJob(tx, { kind: 'greet', payload: {}, runAt: now });
    return refuse('forbidden');
  });
  assert.equal((await db.many(sql`select 1 from job`)).length, 0);
  await db.transaction(async (tx) => {
    await enqueueJob(tx, { kind: 'greet', payload: {}, runAt: now });
    return ok(undefined);
  });
  assert.equal((await db.many(sql`select 1 from job`)).length, 1);
});

test('several processes share forty background jobs, and each job runs once', async () => {
  const seen: unknown[] = [];
  for (let n = 0; n < 40; n += 1) {
    await enqueueJob(db, { kind: 'count', payload: { n }, runAt: now });
  }
  const options = runner({
    count: async (payload) => {
      await sleep(2);
      seen.push(payload);
    },
  });
  await Promise.all(
    [1, 2, 3].map(async () => {
      while ((await runDueJobs(options)) > 0);
    }),
  );
  assert.equal(seen.length, 40);
  assert.equal(new Set(seen.map((payload) => JSON.stringify(payload))).size, 40);
});

test('a background job that fails is retried ten times with growing pauses, and then kept as failed', async () => {
  let tries = 0;
  await enqueueJob(db, { kind: 'fail', payload: { to: 'asha@example.org' }, runAt: now });
  const options = runner({
    fail: async () => {
      tries += 1;
      throw new Error('550 asha@example.org unknown');
    },
  });
  const waits: number[] = [];
  for (let n = 1; n <= maxAttempts; n += 1) {
    assert.equal(await runDueJobs(options), 1, `attempt ${n}`);
    assert.equal(await runDueJobs(options), 0, 'not before it is due');
    const { run_at } = await theJob();
    if (n === maxAttempts) break;
    waits.push((run_at.getTime() - now.getTime()) / 1000);
    now = run_at;
  }
  assert.equal(tries, maxAttempts);
  assert.deepEqual(waits, [10, 30, 90, 270, 810, 2430, 7200, 7200, 7200]);
  const job = await theJob();
  assert.deepEqual(job.failed_at, now);
  assert.match(job.last_error ?? '', /550/u);
  pass(24 * 3600_000);
  assert.equal(await runDueJobs(options), 0);
  assert.doesNotMatch(JSON.stringify(logged), /asha/u, 'the log contains no personal data');
});

test('retries of background jobs are spread randomly over half of their delay', () => {
  assert.equal(retryDelay(1, 0), 10_000);
  assert.equal(retryDelay(1, 1), 5000);
  assert.equal(retryDelay(40, 0), 2 * 3600_000);
});

test('a background job that takes too long is stopped and retried', async () => {
  await enqueueJob(db, { kind: 'hang', payload: {}, runAt: now });
  const began = Date.now();
  await runDueJobs(runner({ hang: () => new Promise(() => undefined) }, 50));
  assert.ok(Date.now() - began < 2000);
  const job = await theJob();
  assert.equal(job.attempts, 1);
  assert.match(job.last_error ?? '', /50 ms/u);
});

test('a background job whose process died is retried, at most ten times in all', async () => {
  await enqueueJob(db, { kind: 'work', payload: {}, runAt: now });
  await db.run(sql`update job set attempts = ${maxAttempts}`);
  let ran = false;
  await runDueJobs(
    runner({
      work: async () => {
        ran = true;
      },
    }),
  );
  assert.equal(ran, false);
  assert.notEqual((await theJob()).failed_at, null);
});

test('a running background job is not claimed by another process before its claim expires', async () => {
  await enqueueJob(db, { kind: 'slow', payload: {}, runAt: now });
  let finish: () => void = () => undefined;
  const first = runDueJobs(
    runner({
      slow: () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    }),
  );
  while ((await theJob()).attempts === 0) await sleep(2);
  const other = runner({ slow: async () => undefined });
  assert.equal(await runDueJobs(other), 0);
  pass(24 * 3600_000);
  assert.equal(await runDueJobs(other), 0, "another process's fast clock changes nothing");
  await passLease();
  assert.equal(await runDueJobs(other), 1, 'as if the first process had died');
  finish();
  await first;
});

/** A handler whose jobs end only when the test releases them. */
function hanging() {
  const limit = Promise.withResolvers<void>();
  let begun = 0;
  let ended = 0;
  return {
    begun: () => begun,
    ended: () => ended,
    letGo: () => limit.resolve(),
    handler: async () => {
      begun += 1;
      await limit.promise;
      ended += 1;
    },
  };
}

test('background jobs that hang do not delay other jobs, of the same kind or of other kinds', async (t) => {
  const slow = hanging();
  const sent: unknown[] = [];
  for (let n = 0; n < 3; n += 1) await enqueueJob(db, { kind: 'slow', payload: {}, runAt: now });
  const jobs = startJobRunner({
    ...runner({
      slow: slow.handler,
      mail: async (payload) => void sent.push(payload),
    }),
    pollMs: 5,
  });
  t.after(() => jobs.stop());
  t.after(slow.letGo);
  while (slow.begun() < 3) await sleep(2);
  for (let n = 0; n < 20; n += 1) {
    await enqueueJob(db, { kind: 'mail', payload: { n }, runAt: now });
  }
  while (sent.length < 20) await sleep(2);
  for (let n = 0; n < 20; n += 1) await enqueueJob(db, { kind: 'slow', payload: {}, runAt: now });
  while (slow.begun() < 8) await sleep(2);
  await enqueueJob(db, { kind: 'mail', payload: { n: 20 }, runAt: now });
  while (sent.length < 21) await sleep(2);
  assert.equal(slow.begun(), 8, 'no more than the limit of one kind at once');
  assert.equal(slow.ended(), 0);
  slow.letGo();
  while (slow.ended() < 23) await sleep(2);
});

test('a process whose claim on a job has expired cannot overwrite the result of the process that claimed the job next', async () => {
  await enqueueJob(db, { kind: 'work', payload: {}, runAt: now });
  const first = Promise.withResolvers<void>();
  const asleep = runDueJobs(runner({ work: () => first.promise }));
  while ((await theJob()).attempts === 0) await sleep(2);
  await passLease();
  const second = Promise.withResolvers<void>();
  const awake = runDueJobs(runner({ work: () => second.promise }));
  while ((await theJob()).attempts === 1) await sleep(2);
  const { run_at: lease } = await theJob();
  first.reject(new Error('the connection was lost meanwhile'));
  await asleep;
  assert.deepEqual((await theJob()).run_at, lease, 'no other process claims it while it runs');
  second.resolve();
  await awake;
  assert.notEqual((await theJob()).finished_at, null);
  assert.equal((await theJob()).failed_at, null);
});

test('a background job that finished while the database was down is not run again', async () => {
  await enqueueJob(db, { kind: 'mail', payload: {}, runAt: now });
  let isAway = false;
  const flaky: OpenDatabase = {
    ...db,
    run: (statement) => {
      if (!isAway) return db.run(statement);
      isAway = false;
      return Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
    },
  };
  let sent = 0;
  const handlers = {
    mail: async () => {
      sent += 1;
      isAway = true;
    },
  };
  await runDueJobs({ ...runner(handlers), db: flaky });
  await passLease();
  await runDueJobs(runner(handlers));
  assert.equal(sent, 1);
  assert.notEqual((await theJob()).finished_at, null);
});

test('a process leaves background jobs of a kind that it does not know unchanged', async () => {
  await enqueueJob(db, { kind: 'unknown', payload: {}, runAt: now });
  assert.equal(await runDueJobs(runner({ known: async () => undefined })), 0);
  assert.equal((await theJob()).attempts, 0);
});

test('a new background job can be started at once, and stopping the server waits for running jobs', async () => {
  const done: string[] = [];
  const jobs = startJobRunner({
    ...runner({
      work: async () => {
        await sleep(30);
        done.push('done');
      },
    }),
    pollMs: 60_000,
  });
  await sleep(20);
  await enqueueJob(db, { kind: 'work', payload: {}, runAt: now });
  jobs.nudge();
  while ((await theJob()).attempts === 0) await sleep(2);
  await jobs.stop();
  assert.deepEqual(done, ['done']);
  await enqueueJob(db, { kind: 'work', payload: {}, runAt: now });
  jobs.nudge();
  await sleep(20);
  assert.deepEqual(done, ['done'], 'nothing starts after stopping');
});

test('when looking for background jobs fails because the database is down, only a warning is logged', async () => {
  const away = openDatabase({
    connection: { host: '127.0.0.1', port: 1 },
    poolSize: 1,
    onIdleError: () => undefined,
  });
  const jobs = startJobRunner({ ...runner({}), db: away, pollMs: 60_000 });
  while (logged.length === 0) await sleep(2);
  await jobs.stop();
  await away.close();
  assert.match(JSON.stringify(logged), /ECONNREFUSED/u);
});

test('the log names the kind of a failing job and the kind of its error', async () => {
  await enqueueJob(db, { kind: 'mail', payload: {}, runAt: now });
  const lines: object[] = [];
  const log = { ...runner({}).log, warn: (details: object) => void lines.push(details) };
  const failure = Object.assign(new TypeError('not shown'), { code: 'ESOCKET' });
  await runDueJobs({ ...runner({ mail: () => Promise.reject(failure) }), log });
  const [line] = lines;
  assert.ok(line !== undefined && 'jobKind' in line && 'kind' in line && 'code' in line);
  assert.deepEqual([line.jobKind, line.kind, line.code], ['mail', 'TypeError', 'ESOCKET']);
});
