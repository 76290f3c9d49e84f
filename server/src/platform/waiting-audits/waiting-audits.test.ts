/**
 * Tests audit rows that cannot be written while the disk is full. They are stored in a file of
 * fixed size, and written to the audit trail once.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeTown, type Town } from '../../testing/test-people.ts';
import { makeTestFolder } from '../../testing/test-postgres.ts';
import type { Log } from '../log.ts';
import { readReserved } from './reserved-file.ts';
import { openWaitingAudits, type WaitingAudits } from './waiting-audits.ts';
import type { Unstamped } from './waiting-audits.store.ts';

const quiet: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

let app: TestApp;
let town: Town;
let folder: string;

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
});
after(() => app.close());
beforeEach(() => {
  folder = makeTestFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(bytes = 10_000): Promise<WaitingAudits> {
  return openWaitingAudits({ db: app.db, folder, log: quiet, bytes });
}

function rowAt(address: string, hospitalId = town.hospitalId): Unstamped {
  return {
    at: app.clock.now(),
    user_id: town.admin.userId,
    role: 'admin',
    hospital_id: hospitalId,
    action: 'read entry',
    patient_ids: [randomUUID()],
    entry_id: null,
    address,
    outcome: 'ok',
    details: null,
  };
}

async function writtenFrom(address: string): Promise<number> {
  const { rows } = await app.owner.query('select from audit where address = $1', [address]);
  return rows.length;
}

/** The path of the only file in the folder, which belongs to a running or killed process. */
function ownFile(): string {
  return join(folder, readdirSync(folder).find((name) => name.startsWith('rows-')) ?? '');
}

test('audit rows that wait for the database are written to a file at once, and a stopping server writes them to the audit trail [SEC-13]', async () => {
  const waiting = await open();
  assert.equal(statSync(ownFile()).size, 10_000, 'the space is taken before it is needed');
  const kept = await Promise.all([waiting.keep([rowAt('stop')]), waiting.keep([rowAt('stop')])]);
  assert.deepEqual(kept, [true, true]);
  assert.equal((await readReserved(ownFile())).length, 2);
  assert.equal(await writtenFrom('stop'), 0);
  await waiting.close();
  assert.equal(await writtenFrom('stop'), 2);
  assert.deepEqual(readdirSync(folder), ['spare'], 'the space stays for the next start');
  assert.deepEqual(await readReserved(join(folder, 'spare')), []);
});

test('two equal readings in one millisecond make two audit rows, and a restarted server does not write these rows again [SEC-13]', async () => {
  const killed = await open();
  const row = rowAt('twice');
  await killed.keep([row, row]);
  const content = readFileSync(ownFile());
  await killed.write();
  assert.equal(await writtenFrom('twice'), 2);
  writeFileSync(join(folder, 'rows-left'), content);
  const next = await open();
  assert.equal(await writtenFrom('twice'), 2);
  assert.ok(!readdirSync(folder).includes('rows-left'));
  await Promise.all([killed.close(), next.close()]);
});

test('if another server has taken over a server’s file of audit rows, the first server continues in a new file [SEC-13]', async () => {
  const one = await open();
  await one.keep([rowAt('taken')]);
  const other = await open();
  assert.equal(await writtenFrom('taken'), 1);
  assert.equal(await one.keep([rowAt('taken')]), true);
  const counts = await Promise.all(
    readdirSync(folder).map(async (name) => (await readReserved(join(folder, name))).length),
  );
  assert.deepEqual(
    counts.toSorted((one, other) => one - other),
    [0, 2],
  );
  await Promise.all([one.close(), other.close()]);
  assert.equal(await writtenFrom('taken'), 2);
});

test('when the file of waiting audit rows is full, the file stores no further rows until the waiting rows are in the database [SEC-13]', async () => {
  const waiting = await open(1000);
  let kept = 0;
  while (await waiting.keep([rowAt('full')])) kept += 1;
  assert.ok(kept > 0);
  assert.equal(await waiting.write(), true);
  assert.equal(await waiting.keep([rowAt('full')]), true);
  assert.equal((await readReserved(ownFile())).length, 1, 'nothing of before is read again');
  await waiting.close();
  assert.equal(await writtenFrom('full'), kept + 1);
});

test('if a write to the file of waiting audit rows was cut off, the incomplete row is ignored and all earlier rows are read [SEC-13]', async () => {
  const killed = await open();
  await killed.keep([rowAt('torn'), rowAt('torn')]);
  const path = ownFile();
  const content = readFileSync(path);
  const end = content.indexOf(0);
  content.fill(120, end - 40, end - 20);
  writeFileSync(path, content);
  assert.equal((await readReserved(path)).length, 1);
  await killed.close();
});

test('waiting audit rows of another database stay in their file until the server starts with that database [SEC-13]', async () => {
  const killed = await open();
  await killed.keep([rowAt('elsewhere', randomUUID())]);
  writeFileSync(join(folder, 'rows-elsewhere'), readFileSync(ownFile()));
  await killed.close();
  const next = await open();
  const left = readdirSync(folder).filter((name) => name.startsWith('taken-'));
  assert.equal(left.length, 1);
  assert.equal(await writtenFrom('elsewhere'), 0);
  await next.close();
});
