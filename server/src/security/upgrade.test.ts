/** Tests data of earlier versions: audit hashes, contacts, and deactivated doctors. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import sql from 'sql-template-tag';
import type { Finding } from '../audit/check-trail.ts';
import { sealWithoutKey } from '../audit/seal.ts';
import { migrationSteps } from '../migration-steps.ts';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { secret } from '../testing/identity-app.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { checkNow, sealNow } from '../testing/test-trail.ts';

let database: TestDatabase;
let db: OpenDatabase;
const [hospitalId, doctorId, doctorsAccount, patientId, childId, inOtherLettersId] = Array.from(
  { length: 6 },
  () => randomUUID(),
);

/** Creates the audit tables as they were before audit rows had details. */
async function fillAsBefore(client: pg.Client): Promise<void> {
  await client.query(
    'drop schema public cascade; drop schema identity cascade; create schema public',
  );
  await migrate(client, {}, { isWanted: (name) => name < '0045' });
  const insert = (text: string, values: unknown[]) => client.query(text, values);
  await insert(
    `insert into hospital (id, name, type, address, city, state, zip_code, phone, email,
       operating_hours, time_zone)
     values ($1, 'Lakeside', 'clinic', '1 Main Road', 'Pune', 'MH', '411001', '+912012345678',
       'desk@lakeside.example', '{}', 'Asia/Kolkata')`,
    [hospitalId],
  );
  await insert(
    `insert into doctor (id, hospital_id, name, email, phone, specialty, department, status,
       deactivated_at)
     values ($1, $2, 'Dr. Gone', 'gone@example.org', '+912012345679', 'Other', 'General', 'Offline',
       now())`,
    [doctorId, hospitalId],
  );
  await insert(
    `insert into identity."user" (id, name, email, email_verified)
     values ($1, 'Dr. Gone', 'gone@example.org', true)`,
    [doctorsAccount],
  );
  await insert(
    `insert into staff_member (user_id, hospital_id, role, doctor_id) values ($1, $2, 'doctor', $3)`,
    [doctorsAccount, hospitalId, doctorId],
  );
  await insert(
    `insert into staff_member (user_id, hospital_id, role) values (gen_random_uuid(), $1, 'receptionist')`,
    [hospitalId],
  );
  await insert(
    `insert into invitation (doctor_id, hospital_id, email, token_hash, sent_at, expires_at)
     values ($1, $2, 'gone@example.org', 'x', now(), now() + interval '7 days')`,
    [doctorId, hospitalId],
  );
  await insert(
    `insert into patient (id, account_id, name, email, phone, relation)
     values ($1, $1, 'Asha', 'asha@example.org', '+919811000001', null),
       ($2, $1, 'Riya', null, null, 'child')`,
    [patientId, childId],
  );
  await insert(
    `insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at)
     values ($1, $2, $3, 'completed', 'low', now())`,
    [hospitalId, doctorId, childId],
  );
  await insert(`insert into patient (id, name) values ($1, U&'Zoe\\0301 \\099c\\09df')`, [
    inOtherLettersId,
  ]);
  await insert(
    `update hospital set departments = array['ENT', U&'Pe\\0301diatrie', U&'P\\00e9diatrie', 'Eyes'] where id = $1`,
    [hospitalId],
  );
  for (const action of ['approve', 'GET /queues/:id', 'read entry']) {
    await insert(
      `insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome)
       values (now(), $1, 'doctor', $2, $3, array[$4::uuid], '192.0.2.1', 'ok')`,
      [doctorsAccount, hospitalId, action, patientId],
    );
  }
  await sealAsBefore(client);
}

/** Hashes audit rows as earlier versions did: over ten columns, without details. */
async function sealAsBefore(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string; transaction_id: string; content: string }>(`
    select a.id, a.transaction_id::text, json_build_array(a.id, extract(epoch from a.at)::text,
      a.user_id, a.role, a.hospital_id, a.action, a.patient_ids, a.entry_id, a.address,
      a.outcome)::text as content
    from audit a order by a.transaction_id, a.id`);
  let last: Buffer | undefined;
  for (const [index, row] of rows.entries()) {
    last = sealWithoutKey(last, row.content);
    await client.query(
      `insert into audit_seal (hospital_id, number, audit_id, transaction_id, hash)
       values ($1, $2, $3, $4::xid8, $5)`,
      [hospitalId, index + 1, row.id, row.transaction_id, last],
    );
  }
}

before(async () => {
  database = await makeTestDatabase();
  const client = new pg.Client(database.owner);
  await client.connect();
  try {
    await fillAsBefore(client);
    await migrate(client, migrationSteps({ secrets: [secret], trailKeys: undefined, dataDir: '' }));
  } finally {
    await client.end();
  }
  db = openDatabase({ connection: database.owner, poolSize: 2, onIdleError: () => undefined });
});
after(async () => {
  await db.close();
  await database.drop();
});

async function countOf(table: string): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? 0;
}

test('audit hashes stay valid after an upgrade, and hashes of later audit rows include the rows’ details [SEC-13]', async () => {
  assert.deepEqual(await check(), { checked: 3, broken: null });
  await db.run(sql`
    insert into audit (at, user_id, role, hospital_id, action, patient_ids, address, outcome, details)
    values (now(), ${doctorsAccount}, 'hospital_admin', ${hospitalId}, 'change role', '{}',
      '192.0.2.1', 'ok', '{"from": "receptionist", "to": "hospital_admin"}')`);
  const { id } = await db.one<{ id: number }>(sql`select max(id) as id from audit`);
  await assert.rejects(
    db.run(sql`
      insert into audit_seal (hospital_id, number, audit_id, transaction_id, hash)
      select ${hospitalId}, 4, ${id}, transaction_id, '\\x00' from audit where id = ${id}`),
    /needs a key/u,
    'a process of before leaves it to one that knows of details',
  );
  await sealNow(db);
  for (const forged of [`'{"from": "receptionist", "to": "doctor"}'`, 'null']) {
    await tamper(`update audit set details = ${forged} where id = ${id}`);
    assert.equal((await check()).broken?.rowId, id, forged);
  }
  await tamper(
    `update audit set details = '{"to": "hospital_admin", "from": "receptionist"}' where id = ${id}`,
  );
  assert.equal((await check()).broken, null);
  await tamper(`update audit set details = '{}' where action = 'approve'`);
  assert.notEqual((await check()).broken, null, 'added to an old row');
});

async function check(): Promise<{ checked: number; broken: Finding | null }> {
  const { number, finding } = await checkNow(db, hospitalId ?? '');
  return { checked: number, broken: finding };
}

/** Changes rows with the trigger disabled, as an owner of the tables could. */
async function tamper(statement: string): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('alter table audit disable trigger user');
    await client.query(statement);
    await client.query('alter table audit enable trigger user');
  } finally {
    client.release();
  }
}

test('a doctor or account deactivated or deleted before an upgrade has no role or link afterwards [SEC-6, ADM-2]', async () => {
  assert.deepEqual([await countOf('staff_member'), await countOf('invitation')], [0, 0]);
});

test('after an upgrade earlier visits show the contact known at the time, and a child’s visit the parent’s contact [SEC-5]', async () => {
  const entry = await db.one<{ contact_email: string; contact_phone: string }>(sql`
    select contact_email, contact_phone from queue_entry`);
  assert.deepEqual(entry, {
    contact_email: 'asha@example.org',
    contact_phone: '+919811000001',
  });
});

test('after an upgrade, names and departments that were stored in two Unicode forms are stored in one form [DESK-8]', async () => {
  const { name } = await db.one<{ name: string }>(
    sql`select name from patient where id = ${inOtherLettersId}`,
  );
  assert.equal(name, 'Zo\u00e9 \u099c\u09af\u09bc');
  const { departments } = await db.one<{ departments: string[] }>(
    sql`select departments from hospital where id = ${hospitalId}`,
  );
  assert.deepEqual(departments, ['ENT', 'P\u00e9diatrie', 'Eyes']);
});
