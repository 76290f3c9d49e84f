/** Scheduled backups: with a stand-in for the commands, and with a real server and its database. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { makeRecordingLog } from '../../testing/identity-app.ts';
import { startEmbedded } from '../../testing/processes/test-process.ts';
import { makeTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { listBackups, noteRehearsal, readRehearsal } from './backup-folder.ts';
import { makeBackupTask } from './scheduled-backups.ts';

let own: TestDatabase;
let db: OpenDatabase;
let owner: OpenDatabase;
let folder: string;
let now: Date;
const logged: unknown[] = [];
const ran: string[] = [];
let code: number | null = 0;

before(async () => {
  own = await makeTestDatabase();
  db = openDatabase({ connection: own.connection, poolSize: 2, onIdleError: () => undefined });
  owner = openDatabase({ connection: own.owner, poolSize: 1, onIdleError: () => undefined });
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'baari-backups-'));
  now = new Date(2026, 2, 12, 9);
  logged.length = 0;
  ran.length = 0;
  code = 0;
  await nextTurn();
  await owner.run(sql`delete from job`);
  await owner.run(sql`delete from send_count`);
});
after(async () => {
  await db.close();
  await owner.close();
  await own.drop();
});

/** As if the hours had passed that a process waits after an attempt. */
async function nextTurn(): Promise<void> {
  await owner.run(sql`delete from turn`);
}

function makeTask(canRehearse = true): () => Promise<void> {
  return makeBackupTask({
    db,
    clock: { now: () => now },
    log: makeRecordingLog(logged),
    schedule: {
      folder,
      at: { hour: 2, minute: 30 },
      keep: { days: 2, weeks: 1, months: 1 },
      keyFile: undefined,
      canRehearse,
    },
    operatorEmail: 'operator@example.org',
    operatorLanguage: 'en',
    signal: new AbortController().signal,
    async run(command, file) {
      ran.push(command);
      if (code === 0 && command === 'backup') writeFileSync(file, 'encrypted');
      if (code === 0 && command === 'rehearse') {
        const found = { name: basename(file), at: now.toISOString(), rows: 3, seconds: 1 };
        await noteRehearsal(folder, found);
      }
      return code;
    },
  });
}

const backups = () => readdirSync(folder).filter((name) => name.endsWith('.age'));

test('a backup is made once a day, rehearsed once a week, and backups that no rule keeps are deleted [OPS-3, OPS-4]', async () => {
  const task = makeTask();
  for (let day = 0; day < 8; day += 1) {
    await task();
    await task();
    now = new Date(now.getTime() + 86_400_000);
    await nextTurn();
  }
  assert.equal(ran.filter((command) => command === 'backup').length, 8);
  assert.equal(ran.filter((command) => command === 'rehearse').length, 2);
  assert.equal(backups().length, 2, 'two days, of which one is the newest of its week and month');
  assert.equal((await readRehearsal(folder))?.rows, 3);
});

test('a failed backup is logged, deletes nothing and is not tried again at once, and after 26 hours the operator gets one mail a day [OPS-3]', async () => {
  const task = makeTask();
  await task();
  const [kept] = backups();
  code = 1;
  now = new Date(now.getTime() + 27 * 3_600_000);
  await nextTurn();
  await task();
  await task();
  assert.deepEqual(ran, ['backup', 'rehearse', 'backup']);
  assert.deepEqual(backups(), [kept]);
  assert.match(JSON.stringify(logged), /The scheduled backup failed/u);
  const mails = await db.many<{ payload: { subject: string } }>(sql`
    select payload from job where kind = 'mail'`);
  assert.deepEqual(
    mails.map(({ payload }) => payload.subject),
    ['No backup of Baari for more than a day'],
  );
});

test('of two processes only one makes the backup [OPS-3]', async () => {
  await Promise.all([makeTask()(), makeTask()()]);
  assert.equal(ran.filter((command) => command === 'backup').length, 1);
});

test('a machine that has only the public key makes backups and rehearses none [OPS-4]', async () => {
  await makeTask(false)();
  assert.deepEqual(ran, ['backup']);
});

test('a real server with its own database backs itself up, restores the backup on trial beside its work, and leaves no readable copy [OPS-3, OPS-4, SEC-5] @long', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'baari-scheduled-'));
  chmodSync(dataDir, 0o755); // as root, PostgreSQL runs as another user
  let said = '';
  const server = await startEmbedded(
    dataDir,
    (text) => {
      said += text;
    },
    { BACKUP_DIR: folder, BACKUP_PASSPHRASE: 'four random words make it' },
  );
  try {
    const end = Date.now() + 240_000;
    while (!said.includes('The backup was restored on trial.')) {
      assert.ok(Date.now() < end, said.slice(-2000));
      await sleep(200);
    }
    const [newest] = await listBackups(folder);
    assert.ok((newest?.bytes ?? 0) > 1000);
    const rehearsed = await readRehearsal(folder);
    assert.equal(rehearsed?.name, newest?.name);
    assert.ok((rehearsed?.rows ?? 0) > 0);
    assert.ok(!existsSync(join(dataDir, 'rehearsal')));
    const answer = await fetch(`${server.origin}/api/ready`);
    assert.equal(answer.status, 200);
  } finally {
    await server.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
});
