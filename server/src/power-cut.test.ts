/**
 * Simulates a power cut during a morning [INV-4]. A power cut loses what the operating system had
 * not written yet. So the test rebuilds the worst disk that PostgreSQL must expect: the files of
 * the last checkpoint, no later writes, and the log only up to what was reported as flushed. A disk
 * that ignores flushes cannot be tested.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { embeddedAccounts } from './platform/database/database-accounts.ts';
import { type OpenDatabase, openDatabase } from './platform/database/database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/embedded-postgres/embedded-postgres.ts';
import { makeTestClock } from './testing/identity-app.ts';
import { get, sendOver, type TestServer } from './testing/test-app.ts';
import { urlOf } from './testing/test-database.ts';
import { makeDoctor, makePatients, makeTown, type TestPerson } from './testing/test-people.ts';
import { migrateTemplate } from './testing/test-postgres.ts';
import { startProcess, type TestProcess } from './testing/processes/test-process.ts';

/**
 * The size of PostgreSQL's log segments in bytes, unless PostgreSQL was built with another size.
 */
const segmentBytes = 16 * 1024 * 1024;
/** How many changes the server acknowledges before each failure. */
const acknowledgedBefore = 60;
const isWindows = process.platform === 'win32';

let folder: string;
let postgres: EmbeddedPostgres;
let db: OpenDatabase;
let server: TestProcess;
let hospitalId: string;
let patients: TestPerson[];

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baari-power-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    log: () => undefined,
  });
  await migrateTemplate(postgres.address);
  db = openDatabase({ connection: postgres.address, poolSize: 2, onIdleError: () => undefined });
  server = await startProcess({ url: urlOf(embeddedAccounts(postgres.address).running) });
  ({ hospitalId } = await makeTown(serverAt(server)));
  patients = await makePatients(serverAt(server), 6);
});
after(async () => {
  await db.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The entries whose changes the server acknowledged, each with its last acknowledged status. */
type Acknowledged = Map<string, 'pending_approval' | 'cancelled'>;

interface Morning {
  readonly acknowledged: Acknowledged;
  /** Resolves when the patients send no more requests. */
  readonly over: Promise<unknown>;
  readonly end: () => void;
}

/**
 * Starts patients who each join and leave the line again and again, as fast as the server answers.
 */
function begin(doctorId: string): Morning {
  const at = serverAt(server);
  const acknowledged: Acknowledged = new Map();
  let isOn = true;
  async function come(patient: TestPerson): Promise<void> {
    while (isOn) {
      try {
        const { queue } = await get(at, patient, 'requestPlace', { body: { doctorId } });
        acknowledged.set(queue.id, 'pending_approval');
        await get(at, patient, 'leaveQueue', { id: queue.id });
        acknowledged.set(queue.id, 'cancelled');
      } catch {
        // The connection broke, so the server acknowledged no further change to this patient.
        return;
      }
    }
  }
  return {
    acknowledged,
    over: Promise.all(patients.map(come)),
    end() {
      isOn = false;
    },
  };
}

async function untilMore(acknowledged: Acknowledged): Promise<void> {
  const wanted = acknowledged.size + acknowledgedBefore;
  while (acknowledged.size < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
}

function serverAt({ origin }: TestProcess): TestServer {
  const clock = makeTestClock();
  return { db, clock, origin: () => origin, send: (request) => sendOver(origin, request) };
}

/** Counts the stored entries, and how many of them lack an acknowledged change or an event. */
async function compare(client: pg.ClientBase, acknowledged: Acknowledged) {
  const { rows } = await client.query<{ kept: number; behind: number; odd: number }>(
    `select count(*)::int as kept,
      count(*) filter (where announced.status = 'cancelled' and e.status <> 'cancelled')::int as behind,
      count(*) filter (where (select count(*) from event v where v.entry_id = e.id)
        <> case when e.status = 'cancelled' then 2 else 1 end)::int as odd
     from unnest($1::uuid[], $2::text[]) as announced (id, status) join queue_entry e using (id)`,
    [[...acknowledged.keys()], [...acknowledged.values()]],
  );
  return rows[0];
}

/** The position in PostgreSQL's log up to which the log is certainly on disk. */
interface Flushed {
  readonly segment: string;
  readonly offset: number;
}

async function askFlushed(): Promise<Flushed> {
  const { rows } = await db.pool.query<{ segment: string; offset: number }>(
    `select file_name as segment, file_offset as offset
     from pg_walfile_name_offset(pg_current_wal_flush_lsn())`,
  );
  const [flushed] = rows;
  assert.ok(flushed, 'PostgreSQL says how far its log is flushed');
  return flushed;
}

/** Copies a whole folder and keeps the files' owners. */
function copy(from: string, to: string): void {
  assert.equal(spawnSync('cp', ['-a', from, to]).status, 0, `${from} is copied to ${to}`);
}

/**
 * Builds a disk from the checkpoint's files and the current log, without any part of the log that
 * was not flushed.
 */
function diskAfterCut(checkpoint: string, name: string, { segment, offset }: Flushed): string {
  const disk = join(folder, name);
  copy(checkpoint, disk);
  for (const left of ['postmaster.pid', 'baari-starter', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    rmSync(join(disk, left), { force: true });
  }
  const log = join(disk, 'pg_wal');
  rmSync(log, { recursive: true });
  copy(join(postgres.dataDir, 'pg_wal'), log);
  for (const file of readdirSync(log)) {
    if (/^[\dA-F]{24}$/u.test(file) && file > segment) rmSync(join(log, file));
  }
  truncateSync(join(log, segment), offset);
  truncateSync(join(log, segment), segmentBytes);
  return disk;
}

/**
 * Starts PostgreSQL on the rebuilt disk, as after a power cut, and compares its entries with the
 * acknowledged ones.
 */
async function recover(disk: string, acknowledged: Acknowledged) {
  const recovered = await startEmbeddedPostgres({ dataDir: disk, log: () => undefined });
  const client = new pg.Client(recovered.address);
  try {
    await client.connect();
    return await compare(client, acknowledged);
  } finally {
    await client.end();
    await recovered.close();
    rmSync(disk, { recursive: true, force: true });
  }
}

test('every confirmed change still exists after a power cut [INV-4, INV-5] @long', {
  skip: isWindows,
}, async () => {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await db.pool.query<Record<string, string>>(`show ${setting}`);
    assert.equal(rows[0]?.[setting], 'on', setting);
  }
  const doctorId = await makeDoctor(serverAt(server), hospitalId);
  await db.pool.query('checkpoint');
  const checkpoint = join(folder, 'checkpoint');
  copy(postgres.dataDir, checkpoint);
  const beforeAll = await askFlushed();

  const morning = begin(doctorId);
  const cuts = [];
  for (let cut = 0; cut < 3; cut += 1) {
    await untilMore(morning.acknowledged);
    const acknowledged: Acknowledged = new Map(morning.acknowledged);
    const disk = diskAfterCut(checkpoint, `cut-${cut}`, await askFlushed());
    cuts.push({ acknowledged, disk });
  }
  morning.end();
  await morning.over;
  for (const { acknowledged, disk } of cuts) {
    const { size } = acknowledged;
    assert.deepEqual(await recover(disk, acknowledged), { kept: size, behind: 0, odd: 0 });
  }
  // Proves that the simulated disk loses data. With the log from before the morning, none of the
  // morning's entries exist.
  const bare = diskAfterCut(checkpoint, 'bare', beforeAll);
  assert.equal((await recover(bare, morning.acknowledged))?.kept, 0);
});

test('every confirmed change still exists after the server and PostgreSQL were killed at the same moment [INV-4, INV-5] @long', {
  skip: isWindows,
}, async () => {
  const doctorId = await makeDoctor(serverAt(server), hospitalId);
  const morning = begin(doctorId);
  await untilMore(morning.acknowledged);
  process.kill(postgres.pid(), 'SIGKILL');
  const killedAt = new Date();
  assert.equal(await server.end('SIGKILL'), null);
  await morning.over;
  // The process that started PostgreSQL still runs and restarts it, and PostgreSQL recovers from the log.
  const client = await untilAnswered();
  try {
    const { rows } = await client.query<{ began: Date }>(
      'select pg_postmaster_start_time() as began',
    );
    assert.ok(rows[0] && rows[0].began >= killedAt, 'it is another PostgreSQL that answers');
    const { size } = morning.acknowledged;
    assert.deepEqual(await compare(client, morning.acknowledged), {
      kept: size,
      behind: 0,
      odd: 0,
    });
  } finally {
    await client.end();
  }
  server = await startProcess({ url: urlOf(embeddedAccounts(postgres.address).running) });
  const { hospitals } = await get(serverAt(server), undefined, 'listHospitals');
  assert.ok(hospitals.length > 0, 'and the morning goes on');
  assert.equal(await server.end('SIGTERM'), 0);
});

async function untilAnswered(): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client(postgres.address);
    try {
      await client.connect();
      return client;
    } catch {
      await client.end();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
