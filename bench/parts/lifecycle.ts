/**
 * Measures visits over HTTP: join, approve, start, complete. The reference is the same SQL
 * statements without the server.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readSaid } from '../../server/src/platform/events/event-log.store.ts';
import { type Figure, median, quantile, say } from '../figures.ts';
import { entryIn, expectStatus } from '../setting/client.ts';
import { cpuMsOf, cpuMsOfConnections, ownCpuMs } from '../setting/cpu.ts';
import { type Desk, makeDesks, visitOverHttp } from '../setting/desks.ts';
import { settle } from '../setting/hospitals.ts';
import { minimalStatements, minimalVisit } from '../setting/minimal-visit.ts';
import type { Recorder } from '../setting/recording.ts';
import { type Bindings, type Recipe, replay, writtenEntry } from '../setting/replay.ts';
import { interleaved, rateOf } from '../setting/rounds.ts';
import { concurrency, type Pool } from '../setting/stage.ts';
import { type Part, pick, type Setting } from './part.ts';

const rounds = 10;
const roundMs = 3000;
const fillMs = 3000;
/**
 * How long the server is loaded before the measurement, in ms. Afterwards V8 has compiled the
 * server's code, as in a server that has run for weeks.
 */
const warmMs = 15_000;

export const lifecycle: Part = {
  name: 'lifecycle',
  summary: 'a visit from joining to completion, eight at once',
  measure,
};

// oxlint-disable-next-line eslint/max-lines-per-function -- a measurement has its steps in one function
async function measure({ stage, client, recorder, makePeople }: Setting): Promise<Figure[]> {
  const { pool } = stage;
  // One doctor per desk, because requests about the same doctor run one after the other. One more
  // desk is for recording the SQL statements.
  const desks = await makeDesks(pool, makePeople, concurrency + 1);
  // A doctor's first visit writes database rows that no later visit writes, so the recording of the
  // second visit is used.
  await recordVisit(recorder, pick(desks, concurrency));
  const recorded = await recordVisit(recorder, pick(desks, concurrency));
  const statements = recorded.recipes.map(({ length }) => length);
  say(`  statements of join, approve, start, complete: ${statements.join(', ')}`);
  // The recorder's copy of the application is closed, so that it does not run beside the measured
  // server.
  await recorder.close();
  let visits = 2;
  /** Duration of each action of a visit in the measured rounds, in milliseconds. */
  const times = { http: [] as number[], bare: [] as number[] };
  const overHttp = async (worker: number) => {
    await visitOverHttp(client, pick(desks, worker), (ms) => times.http.push(ms));
    visits += 1;
  };
  // The tables are filled first, because PostgreSQL's query planner needs filled tables with
  // statistics.
  await rateOf(fillMs, concurrency, overHttp);
  await settle(stage.superuser);
  // Otherwise autovacuum would clean up one round's rows during another round, whose measurement
  // would include that work.
  await stage.superuser.query('alter system set autovacuum = off');
  await stage.superuser.query('select pg_reload_conf()');
  await rateOf(warmMs, concurrency, overHttp);
  times.http.length = 0;
  const body = await eventBody(pool);
  /**
   * Returns a function that makes visits for one round and measures the cost per visit. `after` is
   * awaited before the cost is computed.
   */
  const measured =
    (
      ownCpu: () => number,
      visit: (worker: number) => Promise<void>,
      after: () => Promise<void> = async () => undefined,
    ) =>
    async () => {
      // The server adds keyed hashes to the audit rows of a round within seconds. Without this wait
      // the next round would count that work.
      await untilSealed(pool);
      const before = {
        cpu: ownCpu(),
        database: await cpuMsOfConnections(stage.superuser),
        wal: await walBytes(pool),
        visits,
      };
      const rate = await rateOf(roundMs, concurrency, visit);
      await after();
      const done = visits - before.visits;
      const wal = ((await walBytes(pool)) - before.wal) / done;
      const cpu = (ownCpu() - before.cpu) / done;
      const database = ((await cpuMsOfConnections(stage.superuser)) - before.database) / done;
      return { rate, wal, cpu, database };
    };
  const rates = await interleaved(rounds, {
    http: measured(
      () => cpuMsOf(stage.server.process.pid),
      overHttp,
      () => untilSealed(pool),
    ),
    bare: measured(ownCpuMs, async (worker) => {
      await visitBare(pool, recorded, pick(desks, worker), (ms) => times.bare.push(ms));
      visits += 1;
    }),
    minimal: measured(ownCpuMs, async (worker) => {
      await minimalVisit(pool, pick(desks, worker), body);
      visits += 1;
    }),
  });
  await checkCompleted(pool, visits);
  const rate = {
    http: median(rates.http.map((round) => round.rate)),
    bare: median(rates.bare.map((round) => round.rate)),
    minimal: median(rates.minimal.map((round) => round.rate)),
  };
  const visit = 'visits (join, approve, start, complete), 8 at once';
  return [
    {
      name: visit,
      unit: '/s',
      value: rate.http,
      reference: rate.bare,
      against: 'the same statements by 8 bare connections',
      aim: 'at least 0.7',
    },
    {
      name: visit,
      unit: '/s',
      value: rate.http,
      reference: rate.minimal,
      against: 'a fixed minimal cycle, written by hand',
      aim: 'at least 0.5',
    },
    {
      name: 'an action, 99 of 100, 8 at once',
      unit: 'ms',
      value: quantile(times.http, 0.99),
      reference: quantile(times.bare, 0.99),
      against: 'the same statements by 8 bare connections',
      aim: 'at most 2',
    },
    {
      name: 'statements a visit',
      unit: '',
      value: statements.reduce((sum, each) => sum + each, 0),
      reference: minimalStatements,
      against: 'the fixed minimal cycle',
      aim: 'at most 40',
    },
    {
      name: 'log written a visit',
      unit: 'kB',
      value: median(rates.http.map((round) => round.wal)) / 1000,
      reference: median(rates.minimal.map((round) => round.wal)) / 1000,
      against: 'the fixed minimal cycle',
      aim: 'at most 14',
    },
    {
      name: 'CPU of the server a visit',
      unit: 'ms',
      value: median(rates.http.map((round) => round.cpu)),
      reference: median(rates.minimal.map((round) => round.cpu)),
      against: 'CPU of the client of the fixed minimal cycle',
      aim: '',
    },
    {
      name: 'CPU of the database a visit',
      unit: 'ms',
      value: median(rates.http.map((round) => round.database)),
      reference: median(rates.bare.map((round) => round.database)),
      against: 'the same statements by 8 bare connections',
      aim: '',
    },
    {
      name: 'CPU of the database a visit',
      unit: 'ms',
      value: median(rates.http.map((round) => round.database)),
      reference: median(rates.minimal.map((round) => round.database)),
      against: 'the fixed minimal cycle',
      aim: '',
    },
  ];
}

/**
 * The body of the latest event about a queue entry. The reference visit writes this body, so that
 * it writes as many bytes as the server.
 */
async function eventBody(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Parameters<typeof readSaid>[0]>(
    'select * from event where entry_id is not null order by at desc limit 1',
  );
  return JSON.stringify(readSaid(pick(rows, 0)));
}

/** Waits until every audit row has its keyed hash. */
async function untilSealed(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ sealed: boolean }>(`
      with last as (
        select transaction_id, audit_id from audit_seal
        order by transaction_id desc, audit_id desc limit 1)
      select not exists (select from audit a where (a.transaction_id, a.id) > (
        coalesce((select transaction_id from last), '0'), coalesce((select audit_id from last), 0))) as sealed`);
    if (pick(rows, 0).sealed) return;
    await sleep(100);
  }
}

/** Bytes that the database has written to its write-ahead log (WAL) so far. */
async function walBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
  );
  return pick(rows, 0).bytes;
}

interface RecordedVisit {
  readonly recipes: readonly Recipe[];
}

async function recordVisit(recorder: Recorder, desk: Desk): Promise<RecordedVisit> {
  const { patient, admin, doctorId } = desk;
  const joined = await recorder.call('POST', '/queues/request', patient.token, { doctorId });
  const entry = entryIn(expectStatus(joined, 201).body);
  const recipes = [joined.recipe({ ...bindingsOf(desk), entry })];
  for (const action of ['approve', 'start', 'complete']) {
    const path = `/queues/${entry}/${action}`;
    const call = await recorder.call('POST', path, admin.token, {});
    expectStatus(call, 200);
    recipes.push(call.recipe({ ...bindingsOf(desk), entry }));
  }
  return { recipes };
}

async function visitBare(
  pool: Pool,
  { recipes }: RecordedVisit,
  desk: Desk,
  onAction: (ms: number) => void,
): Promise<void> {
  const bindings = bindingsOf(desk);
  let entry = '';
  for (const [index, recipe] of recipes.entries()) {
    const key = crypto.randomUUID();
    const began = performance.now();
    const answers = await replay(pool, recipe, { ...bindings, entry, key });
    onAction(performance.now() - began);
    if (index === 0) entry = writtenEntry(answers, recipe);
  }
}

function bindingsOf({ patient, admin, doctorId }: Desk): Bindings {
  return {
    patient: patient.userId,
    patientSession: patient.sessionId,
    admin: admin.userId,
    adminSession: admin.sessionId,
    doctor: doctorId,
  };
}

/**
 * Checks that the server and the reference really made the visits: the database has as many
 * completed visits as were counted.
 */
async function checkCompleted(pool: Pool, expected: number): Promise<void> {
  const { rows } = await pool.query<{ completed: number; open: number }>(
    `select count(*) filter (where status = 'completed') as completed,
      count(*) filter (where status <> 'completed') as open from queue_entry`,
  );
  const [found] = rows;
  if (found?.completed !== expected || found.open !== 0) {
    throw new Error(`${expected} visits were counted, the database has ${JSON.stringify(found)}.`);
  }
}
