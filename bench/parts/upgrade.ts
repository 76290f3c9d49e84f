/**
 * Starts a new version of the server beside the previous release while patients use it. The
 * previous release comes from git, HAProxy is in front of both, and the tables are filled.
 * BAARI_UPGRADE_PATIENTS makes the tables smaller; BAARI_UPGRADE_FROM names another commit or
 * tag to upgrade from, BAARI_UPGRADE_TO another checkout to upgrade to.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { embeddedAccounts } from '../../server/src/platform/database/database-accounts.ts';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { secretsOf } from '../../server/src/migration-steps.ts';
import { type Figure, quantile, say } from '../figures.ts';
import { makeDesks, type Desk } from '../setting/desks.ts';
import { makeDoctors, makeHospitals, settle } from '../setting/hospitals.ts';
import { openPeople, type Person } from '../setting/people.ts';
import {
  embeddedIn,
  openSuperuser,
  type Pool,
  startServer,
  stopProcess,
} from '../setting/stage.ts';
import { checkOutFormerRelease, whatIsMissing } from '../upgrade/former-release.ts';
import { watchLocks } from '../upgrade/lock-watch.ts';
import { type Tally, workAtDesk } from '../upgrade/patients-at-work.ts';
import { openProxy } from '../upgrade/proxy.ts';
import { type AlonePart, pick } from './part.ts';
import { freePort } from '../../server/src/testing/processes/free-port.ts';

const patients = Number(process.env['BAARI_UPGRADE_PATIENTS'] ?? 100_000);
const clients = 24;
const hospitals = 200;
const doctorsEach = 5;
const quietMs = 10_000;
const triesMost = 10;

export const upgrade: AlonePart = {
  name: 'upgrade',
  summary: `a new version beside the one before, ${clients} patients at work and ${patients.toLocaleString('en')} on record`,
  isLong: true,
  measureAlone: measure,
};

async function measure(): Promise<Figure[]> {
  const missing = whatIsMissing();
  if (missing !== undefined) {
    say(`  ${missing}`);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'baari-upgrade-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  const closes: (() => Promise<unknown>)[] = [];
  try {
    return await rollOut(folder, closes);
  } finally {
    for (const close of closes.toReversed()) await close().catch((error) => say(String(error)));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function rollOut(folder: string, closes: (() => Promise<unknown>)[]): Promise<Figure[]> {
  const formerFolder = join(folder, 'former');
  const dataDir = join(folder, 'data');
  mkdirSync(formerFolder);
  mkdirSync(dataDir);
  checkOutFormerRelease(formerFolder);
  const ports = { site: await freePort(), former: await freePort(), next: await freePort() };
  const publicUrl = `http://localhost:${ports.site}`;
  const superuser = await openSuperuser(dataDir);
  closes.push(superuser.close);
  const common = { publicUrl, dataDir, flags: [] };
  const former = await startServer({
    ...common,
    port: ports.former,
    root: pathToFileURL(`${formerFolder}/`),
  });
  closes.push(() => stopProcess(former));
  const own = await openOwn(dataDir);
  closes.push(own.close);
  await fill(superuser.pool);
  const secrets = await secretsOf(embeddedIn(dataDir));
  const makePeople = await openPeople(own.pool, publicUrl, { secrets });
  const desks = await makeDesks(own.pool, makePeople, clients);
  await settle(superuser.pool);
  const proxy = await openProxy({
    folder,
    port: ports.site,
    former: ports.former,
    next: ports.next,
  });
  closes.push(proxy.close);
  await proxy.untilUp('former');

  let isOn = true;
  const tally: Tally = { calls: 0, failedOnce: 0, failed: 0, times: [], examples: [] };
  let making: Promise<unknown> = Promise.resolve();
  const makeOne = async (): Promise<Person> => {
    const made = making.then(() => makePeople(1));
    making = made.catch(() => undefined);
    return pick(await made, 0);
  };
  const work = {
    origin: `http://127.0.0.1:${ports.site}`,
    isOn: () => isOn,
    tally,
    renew: async (desk: Desk): Promise<Desk> => {
      const patient = await makeOne();
      // Ends the doctor's unfinished queue entries, so that the doctor can take another patient.
      await superuser.pool.query(
        `update queue_entry set status = 'completed', ended_at = now()
         where doctor_id = $1 and status in ('pending_approval', 'waiting', 'in_progress')`,
        [desk.doctorId],
      );
      return { ...desk, patient };
    },
  };
  const working = Promise.all(desks.map((desk) => workAtDesk(work, desk)));
  working.catch(() => undefined);
  closes.push(async () => {
    isOn = false;
    await working;
  });
  await sleep(quietMs);
  const quiet = { calls: tally.calls, slowest: quantile(tally.times, 0.99) };
  tally.times.length = 0;
  say(`  ${quiet.calls} calls before the upgrade; starting the new version`);

  const watch = watchLocks(superuser.pool, 'patient');
  const began = performance.now();
  const { next, deaths } = await startNext({ ...common, port: ports.next });
  const tookMs = performance.now() - began;
  const locks = await watch.stop();
  if (next !== undefined) {
    closes.push(() => stopProcess(next));
    await proxy.untilUp('next');
    await proxy.drain('former');
    await sleep(1000);
    await stopProcess(former);
    await sleep(quietMs);
  }
  isOn = false;
  await working;
  for (const example of tally.examples) say(`  failed: ${example}`);
  if (next !== undefined) {
    await checkUpgraded(superuser.pool);
    await saySlowest(superuser.pool);
  }
  const hasStarted = next !== undefined;
  return figuresOf({ tally, quiet, locks, starts: { hasStarted, deaths, tookMs } });
}

interface Measured {
  readonly tally: Tally;
  /** The number of requests before the upgrade, and the duration of the slowest request in ms. */
  readonly quiet: { readonly calls: number; readonly slowest: number };
  readonly locks: { readonly heldMs: number; readonly waitedMs: number };
  readonly starts: {
    readonly hasStarted: boolean;
    readonly deaths: number;
    readonly tookMs: number;
  };
}

function figuresOf({ tally, quiet, locks, starts }: Measured): Figure[] {
  return [
    count('starts that died', '', starts.deaths, starts.hasStarted ? '0' : 'it never got through'),
    count(`calls of ${clients} patients at work`, '', tally.calls - quiet.calls, ''),
    count('of them failed at the first try', '', tally.failedOnce, ''),
    count('of them failed at the second try as well', '', tally.failed, '0'),
    count('longest lock held on patient', 'ms', locks.heldMs, 'under 2000 ms'),
    count('longest wait for patient', 'ms', locks.waitedMs, 'under 2000 ms'),
    count('slowest call', 'ms', Math.max(...tally.times), ''),
    {
      name: 'a call, 99 of 100',
      unit: 'ms',
      value: quantile(tally.times, 0.99),
      reference: quiet.slowest,
      against: 'before the upgrade',
      aim: '',
    },
    count('from the start to ready', 's', starts.tookMs / 1000, ''),
  ];
}

function count(name: string, unit: string, value: number, aim: string): Figure {
  return { name, unit, value, reference: undefined, against: '', aim };
}

type NextOptions = Omit<Parameters<typeof startServer>[0], 'root'>;

/**
 * Starts the new version and restarts it if it fails, as a supervisor does. Returns no process if
 * the version never became ready.
 */
async function startNext(
  options: NextOptions,
): Promise<{ next: Awaited<ReturnType<typeof startServer>> | undefined; deaths: number }> {
  const to = process.env['BAARI_UPGRADE_TO'];
  const root = to === undefined ? {} : { root: pathToFileURL(`${resolve(to)}/`) };
  for (let deaths = 0; deaths < triesMost; deaths += 1) {
    try {
      return { next: await startServer({ ...options, ...root }), deaths };
    } catch (error) {
      say(`  the new version died: ${String(error)}`);
      await sleep(1000);
    }
  }
  return { next: undefined, deaths: triesMost };
}

async function openOwn(dataDir: string) {
  const running = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    log: () => undefined,
  });
  const database = openDatabase({
    connection: embeddedAccounts(running.address).running,
    poolSize: 4,
    onIdleError: () => undefined,
  });
  const close = async (): Promise<void> => {
    await database.close();
    await running.close();
  };
  return { pool: database.pool, close };
}

/**
 * Inserts patients with names in four scripts and one visit each, in portions that fit into memory.
 */
async function fill(superuser: Pool): Promise<void> {
  const hospitalIds = await makeHospitals(superuser, hospitals);
  const doctors = await makeDoctors(superuser, hospitalIds, doctorsEach);
  const atOnce = 5000;
  // The pool has only one connection, so these settings apply to all statements.
  await superuser.query('set statement_timeout = 0');
  for (let filled = 0; filled < patients; filled += atOnce) {
    const { rows } = await superuser.query<{ id: string }>(
      `insert into patient (name)
       select (array['Priya Sharma ', 'रमेश कुमार ', 'প্রিয়া শর্মা ', 'محمد علی ', U&'Zoe\\0301 Thomas '])[1 + n % 5] || n
       from generate_series($1::int, $1 + $2 - 1) n returning id`,
      [filled, Math.min(atOnce, patients - filled)],
    );
    // Triggers are off, because updating the hospital's statistics for each visit would take minutes.
    await superuser.query('set session_replication_role = replica');
    await superuser.query(
      `with placed as (
         select id, ($2::uuid[])[1 + (row_number() over ())::int % cardinality($2::uuid[])] as doctor_id
         from unnest($1::uuid[]) id),
       visited as (
         insert into queue_entry (hospital_id, doctor_id, patient_id, status, symptoms, urgency, joined_at,
           approved_at, started_at, ended_at)
         select d.hospital_id, d.id, p.id, 'completed', 'Fever since yesterday', 'medium', now() - interval '2 days',
           now() - interval '2 days', now() - interval '2 days', now() - interval '47 hours'
         from placed p join doctor d on d.id = p.doctor_id returning id)
       select count(*) from visited`,
      [rows.map(({ id }) => id), doctors],
    );
    await superuser.query('reset session_replication_role');
  }
}

/**
 * Checks that the migrations filled the new column of every patient, and that no index is invalid.
 */
async function checkUpgraded(superuser: Pool): Promise<void> {
  const { rows } = await superuser.query(
    `select (select count(*)::int from patient where name_letters is distinct from name_letters(name)) as unfilled,
       (select count(*)::int from pg_index where not indisvalid) as invalid`,
  );
  const left = JSON.stringify(rows);
  if (left !== '[{"unfilled":0,"invalid":0}]') throw new Error(`The upgrade left ${left}.`);
}

/** Prints the migrations that took longest. */
async function saySlowest(superuser: Pool): Promise<void> {
  const { rows } = await superuser.query(
    `select name || ': ' || round(extract(epoch from took), 1) || ' s' as line
     from (select name, applied_at - lag(applied_at) over (order by applied_at) as took
       from migration where applied_at > now() - interval '1 hour') each
     where took > interval '1 second' and name > '0218' order by took desc`,
  );
  for (const { line } of rows) say(`  ${String(line)}`);
}
