import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import sql from 'sql-template-tag';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { type OpenDatabase, openDatabase, type Queryable } from '../platform/database/database.ts';
import { runDueJobs } from '../platform/jobs/jobs.ts';
import { mailJobKind, makeMailHandler } from '../platform/messages/mail.ts';
import { listOutboxMessages } from '../platform/messages/outbox.store.ts';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTestClock } from '../testing/identity-app.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { makeTown, type Town } from '../testing/test-people.ts';
import { anchorNow, checkNow, sealNow, testTrailKeys } from '../testing/test-trail.ts';
import { type Anchor, anchorsIn, anchorText } from './anchor.rules.ts';
import { anchorJobKind, type AnchorTargets, makeAnchorHandler } from './anchors.ts';
import { anchorEvery } from './seal-trail.ts';

let app: TestApp;
let town: Town;
/**
 * A database without a running server, so that nothing else adds hashes or anchors during the test.
 */
let quiet: TestDatabase;
let db: OpenDatabase;
let owner: pg.Client;
const hospitalId = randomUUID();

before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  quiet = await makeTestDatabase();
  db = openDatabase({ connection: quiet.connection, poolSize: 4, onIdleError: () => undefined });
  owner = new pg.Client(quiet.owner);
  await owner.connect();
});
after(async () => {
  await app.close();
  await db.close();
  await owner.end();
  await quiet.drop();
});

/** Writes this many rows to a hospital's audit trail. */
async function writeRows(db: Queryable, hospitalId: string, count: number): Promise<void> {
  await db.run(sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome)
    select now(), gen_random_uuid(), 'hospital_admin', ${hospitalId}, 'read reports', '{}', '::1', 'ok'
    from generate_series(1, ${count}::int)`);
}

/** Polls the check of the audit trail until it has ended, as the screen does. */
async function untilChecked(who = town.admin) {
  for (;;) {
    const { check } = await get(app, who, 'getAuditCheck');
    assert.ok(check);
    if (check.state !== 'running') return check;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('an administrator starts a check of the audit trail, which runs in the background and shows its result [API-26]', async () => {
  assert.deepEqual(await get(app, town.admin, 'getAuditCheck'), { check: null });
  await writeRows(app.db, town.hospitalId, 2500);
  await sealNow(app.db);
  const { check: begun } = await get(app, town.admin, 'startAuditCheck');
  assert.ok(begun?.state === 'running' && begun.total >= 2500, JSON.stringify(begun));
  const again = await get(app, town.admin, 'startAuditCheck');
  assert.equal(again.check?.askedAt, begun.askedAt, 'one goes on at a time');
  const check = await untilChecked();
  assert.equal(check.state, 'done');
  assert.deepEqual([check.broken, check.unknownKeys], [null, 0]);
  assert.ok(check.checked >= 2500 && check.lastSeal.length === 64 && check.finishedAt !== null);
  assert.deepEqual(await get(app, town.otherAdmin, 'getAuditCheck'), { check: null });
  const { entries } = await get(app, town.admin, 'listAudit', {
    query: { action: 'check audit trail' },
  });
  assert.equal(entries.length, 2, 'starting it is audited, reading its progress is not');
});

test('a check of the audit trail shows the first row that was altered, and a stalled check can be started again [API-26, SEC-13]', async () => {
  const row = await app.db.one<{ audit_id: number }>(sql`
    select audit_id from audit_seal where hospital_id = ${town.hospitalId} and number = 1200`);
  await app.owner.query('alter table audit disable trigger user');
  await app.owner.query(`update audit set outcome = 'forbidden' where id = $1`, [row.audit_id]);
  // Simulates that the server process died and its job was given up.
  await app.db.run(sql`
    insert into audit_check (hospital_id, asked_at, moved_at, total, progress)
    select hospital_id, now() - interval '1 hour', now() - interval '1 hour', 9,
      jsonb_set(progress, '{part}', '"seals"')
    from audit_check where hospital_id = ${town.hospitalId} limit 1`);
  await app.db.run(sql`
    update audit_check set asked_at = asked_at - interval '1 day' where finished_at is not null`);
  assert.equal((await get(app, town.admin, 'getAuditCheck')).check?.state, 'stopped');
  await get(app, town.admin, 'startAuditCheck');
  const check = await untilChecked();
  assert.deepEqual(check.broken, { what: 'altered', rowId: row.audit_id });
  await app.owner.query(`update audit set outcome = 'ok' where id = $1`, [row.audit_id]);
  await app.owner.query('alter table audit enable trigger user');
});

test('every hundredth hash of a hospital’s audit trail is written to the log, and newer hashes once an hour [SEC-19]', async () => {
  const said: Anchor[] = [];
  const log = {
    debug: () => undefined,
    warn: () => undefined,
    error: () => undefined,
    info: (details: object) => said.push(...anchorsIn(JSON.stringify(details))),
  };
  await sealNow(db, { log });
  await anchorNow(db, { log });
  said.length = 0;
  await writeRows(db, hospitalId, anchorEvery - 1);
  await sealNow(db, { log });
  assert.equal(said.length, 0, 'not yet');
  await writeRows(db, hospitalId, 1);
  await sealNow(db, { log });
  const [anchor] = said.splice(0);
  assert.equal(anchor?.hospitalId, hospitalId);
  const seal = await db.one<{ hash: Buffer }>(sql`
    select hash from audit_seal where hospital_id = ${hospitalId}
      and number = ${anchor.number}`);
  assert.equal(anchor.seal, seal.hash.toString('hex'));
  await writeRows(db, hospitalId, 3);
  await sealNow(db, { log });
  await anchorNow(db, { log });
  assert.deepEqual(
    said.splice(0).map(({ number }) => number),
    [anchor.number + 3],
  );
  await anchorNow(db, { log });
  assert.equal(said.length, 0, 'nothing has come since');
});

test('externally stored hashes of the audit trail are read correctly from a log line, a web post, and a mail with broken lines [SEC-19]', () => {
  const anchor = { hospitalId: hospitalId, number: 42, seal: 'ab'.repeat(32) };
  const text = anchorText(anchor);
  const broken = `${text.slice(0, 70)}=\r\n${text.slice(70)}`;
  const found = anchorsIn(`{"msg":"x","anchor":"${text}"}\n<pre>${broken}</pre> baari-trail:no`);
  assert.deepEqual(found, [anchor, anchor]);
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

test('the server signs hashes of the audit trail, posts them to the configured webhook and mails them to the configured mailbox [SEC-19]', async () => {
  const received: Received[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(received.length === 1 ? 500 : 204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  assert.ok(address !== null && typeof address === 'object');
  const secret = `whsec_${Buffer.from('a secret of the receiver, 32 bytes').toString('base64')}`;
  const targets: AnchorTargets = {
    webhook: { url: `http://127.0.0.1:${address.port}/anchors`, secret },
    email: 'auditor@example.org',
  };
  await writeRows(db, hospitalId, 5);
  await sealNow(db, { targets });
  await anchorNow(db, { targets });
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const clock = makeTestClock();
  const mailFrom = 'Baari <no@baari.test>';
  const run = () =>
    runDueJobs({
      db,
      clock,
      log,
      handlers: {
        [anchorJobKind]: makeAnchorHandler(targets, clock),
        [mailJobKind]: makeMailHandler({ db, clock, log, smtpUrl: undefined, mailFrom }),
      },
    });
  // The webhook's first response is a failure, so the same message is sent again later.
  await run();
  clock.advance(60_000);
  await run();
  const [failed, taken] = received;
  assert.ok(failed && taken);
  assert.equal(failed.headers['webhook-id'], taken.headers['webhook-id']);
  const headers = Object.fromEntries(
    Object.entries(failed.headers).map(([name, value]) => [name, String(value)]),
  );
  new Webhook(secret).verify(failed.body, headers);
  assert.throws(() => new Webhook(secret).verify(failed.body.replace('5', '6'), headers));
  const { data } = z
    .object({ type: z.literal('trail.anchors'), data: z.object({ anchors: z.array(z.unknown()) }) })
    .parse(JSON.parse(taken.body));
  assert.equal(data.anchors.length, 1);
  const mail = (await listOutboxMessages(db, 5)).find(
    ({ recipient }) => recipient === 'auditor@example.org',
  );
  assert.deepEqual(anchorsIn(mail?.plain ?? ''), anchorsIn(taken.body));
  const [anchor] = anchorsIn(taken.body);
  assert.equal((await checkNow(db, hospitalId)).seal, anchor?.seal);
  receiver.close();
});

test('the key of the audit trail’s hashes is nowhere in the database [SEC-19]', async () => {
  const [key] = testTrailKeys;
  const { rows } = await owner.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'identity') and c.relkind = 'r'`);
  for (const { name } of rows) {
    const found = await owner.query(`select from ${name} t where t::text ~ $1 limit 1`, [
      `${key.key.toString('hex')}|${key.key.toString('base64url')}`,
    ]);
    assert.equal(found.rowCount, 0, name);
  }
});
