/**
 * Tests that one Idempotency-Key has one effect, however often the request comes and whatever fails
 * in between [INV-7].
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import { shortHash } from './idempotency.store.ts';
import {
  assertRefused,
  call,
  get,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../../testing/test-app.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';

const dayMs = 86_400_000;

let app: TestApp;
let town: Town;
let asha: TestPerson;
let bela: TestPerson;
before(async () => {
  app = await makeTestApp({ isListening: true });
  town = await makeTown(app);
  const [first, second] = await makePatients(app, 2);
  assert.ok(first !== undefined && second !== undefined);
  [asha, bela] = [first, second];
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
});

function join(person: TestPerson, key: string, symptoms = 'cough'): Promise<TestAnswer> {
  return call(app, person, 'requestPlace', {
    body: { doctorId: town.doctorId, symptoms },
    headers: { 'idempotency-key': key },
  });
}

/** How many requests wait for the lock of a doctor's queue. */
async function countQueuing(): Promise<number> {
  const { rows } = await app.owner.query<{ n: number }>(
    `select count(*)::int as n from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.n ?? 0;
}

async function count(what: 'queue_entry' | 'event'): Promise<number> {
  const { rows } = await app.db.pool.query<{ n: number }>(`select count(*)::int as n from ${what}`);
  return rows[0]?.n ?? 0;
}

test('a request sent again with the same idempotency key gets the same answer and is carried out once [INV-7]', async () => {
  const key = randomUUID();
  const events = await count('event');
  const first = await join(asha, key);
  assert.equal(first.status, 201);
  for (let time = 0; time < 3; time += 1) {
    const again = await join(asha, key);
    assert.equal(again.status, 201);
    assert.deepEqual(again.body, first.body);
  }
  assert.equal(await count('queue_entry'), 1);
  assert.equal(await count('event'), events + 1);
});

test('a request sent many times at once with the same idempotency key is carried out once [INV-7]', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 12 }, () => join(asha, key)));
  const made = answers.filter(({ status }) => status === 201);
  assert.ok(made.length >= 1);
  assert.equal(new Set(made.map(({ text }) => text)).size, 1, 'one answer');
  for (const answer of answers) {
    if (answer.status !== 201) assertRefused(answer, 'idempotency_key_running');
  }
  assert.equal(await count('queue_entry'), 1);
});

test('an idempotency key that was used for one request is refused for a different request [INV-7]', async () => {
  const key = randomUUID();
  await join(asha, key, 'cough');
  assertRefused(await join(asha, key, 'fever'), 'idempotency_key_reused');
  const headers = { 'idempotency-key': key };
  const elsewhere = await call(app, asha, 'leaveQueue', { id: randomUUID(), headers });
  assertRefused(elsewhere, 'idempotency_key_reused');
});

test('two people may use the same idempotency key [INV-7]', async () => {
  const key = randomUUID();
  const [one, other] = await Promise.all([join(asha, key), join(bela, key)]);
  assert.equal(one.status, 201);
  assert.equal(other.status, 201);
  assert.notDeepEqual(one.body, other.body);
  assert.equal(await count('queue_entry'), 2);
});

test('a request that was refused is refused again when sent with the same idempotency key, even if it would succeed now [INV-7]', async () => {
  const key = randomUUID();
  const open = await get(app, asha, 'requestPlace', { body: { doctorId: town.doctorId } });
  const refused = await join(asha, key);
  assertRefused(refused, 'already_in_queue');
  await get(app, asha, 'leaveQueue', { id: open.queue.id });
  const again = await join(asha, key);
  assertRefused(again, 'already_in_queue');
  assert.deepEqual(again.body, refused.body);
  assert.equal((await join(asha, randomUUID())).status, 201, 'a new key is a new attempt');
});

test('after a malformed request its idempotency key can be used again [INV-7]', async () => {
  const key = randomUUID();
  const wrong = await call(app, asha, 'requestPlace', {
    body: { doctorId: 'nobody' },
    headers: { 'idempotency-key': key },
  });
  assertRefused(wrong, 'invalid_request');
  assert.equal((await join(asha, key)).status, 201);
});

test('if the answer is lost after the change was saved, the client gets the answer by sending the request again [INV-7]', async () => {
  const key = randomUUID();
  const controller = new AbortController();
  const lock = await lockLine();
  let retry: Promise<TestAnswer> | undefined;
  const lost = fetch(`${app.origin()}/api/queues/request`, {
    method: 'POST',
    signal: controller.signal,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${asha.token}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ doctorId: town.doctorId, symptoms: 'cough' }),
  });
  try {
    await until(async () => (await countQueuing()) === 1);
    controller.abort();
    await assert.rejects(lost);
    retry = join(asha, key);
    await until(async () => (await countQueuing()) === 2);
  } finally {
    await lock.release();
  }
  const during = await retry;
  assert.equal(during?.status, 201, 'a concurrent request waits for the first');
  const again = await join(asha, key);
  assert.equal(again.text, during.text);
  assert.equal(await count('queue_entry'), 1);
});

test('a request sent twice is carried out once, even where carrying it out twice would do no harm [INV-7]', async () => {
  const waiting = await Promise.all(
    (await makePatients(app, 3)).map(async (person) => {
      const { queue } = await get(app, person, 'requestPlace', {
        body: { doctorId: town.doctorId },
      });
      return get(app, town.admin, 'approveRequest', { id: queue.id });
    }),
  );
  const last = waiting.find(({ queue }) => queue.position === 3)?.queue;
  assert.ok(last !== undefined);
  const headers = { 'idempotency-key': randomUUID() };
  const body = { position: 2, reason: 'urgent' } as const;
  const moved = await call(app, town.admin, 'moveEntry', { id: last.id, body, headers });
  assert.equal(moved.status, 200);
  const events = await count('event');
  const again = await call(app, town.admin, 'moveEntry', { id: last.id, body, headers });
  assert.deepEqual(again.body, moved.body, 'staff get the full answer for staff');
  assert.equal(await count('event'), events);
});

test('an answer stored for a retry is read from the recorded event, and is not sent any more after the event is erased [INV-7]', async () => {
  const key = randomUUID();
  const first = await join(asha, key);
  const { rows } = await app.owner.query('select answer from idempotency_key where key = $1', [
    shortHash(key),
  ]);
  assert.deepEqual(rows, [{ answer: { ok: true } }], 'nothing is stored twice');
  const again = await join(asha, key);
  assert.equal(again.text, first.text, "the patient gets the patient's answer");
  await app.owner.query(
    `delete from event where (transaction_id, id) in (
      select event_transaction, event_id from idempotency_key where key = $1)`,
    [shortHash(key)],
  );
  assertRefused(await join(asha, key), 'not_found');
  assert.equal(await count('queue_entry'), 1);
});

test('if a process dies during a request, the idempotency key is blocked for a minute, and then a retry is carried out [INV-7]', async () => {
  const key = randomUUID();
  const first = await join(asha, key);
  assert.equal(first.status, 201);
  // Simulates a crash before the commit: the Idempotency-Key is claimed, but there is no response
  // and no effect.
  await app.owner.query('delete from queue_entry');
  await app.db.pool.query('update idempotency_key set answer = null where key = $1', [
    shortHash(key),
  ]);
  assertRefused(await join(asha, key), 'idempotency_key_running');
  app.clock.advance(61_000);
  const again = await join(asha, key);
  assert.equal(again.status, 201);
  assert.equal(await count('queue_entry'), 1);
});

test('after a server error nothing is changed, and the idempotency key can be used again [INV-7]', async () => {
  const key = randomUUID();
  await app.owner.query('alter table event rename to event_away');
  try {
    assertRefused(await join(asha, key), 'internal');
  } finally {
    await app.owner.query('alter table event_away rename to event');
  }
  assert.equal(await count('queue_entry'), 0);
  assert.equal((await join(asha, key)).status, 201);
});

test('an idempotency key that is empty or longer than 200 characters is refused [INV-7]', async () => {
  for (const key of ['x'.repeat(201), '']) {
    assertRefused(await join(asha, key), 'invalid_request');
  }
  assert.equal(await count('queue_entry'), 0);
});

// This test runs last, because it moves the clock a day forward. It fetches new tokens where
// needed.
test('an idempotency key can be used for a new request after 24 hours [INV-7]', async () => {
  const key = randomUUID();
  const headers = { 'idempotency-key': key };
  const body = { doctorId: town.doctorId };
  const first = await get(app, asha, 'requestPlace', { body, headers });
  await get(app, asha, 'leaveQueue', { id: first.queue.id });
  await app.db.pool.query(
    `update idempotency_key set claimed_at = claimed_at - $1 * interval '1 ms' where key = $2`,
    [dayMs - 60_000, shortHash(key)],
  );
  const repeated = await get(app, asha, 'requestPlace', { body, headers });
  assert.equal(repeated.queue.id, first.queue.id, 'a minute short of a day');
  app.clock.advance(120_000);
  const anew = await get(app, asha, 'requestPlace', { body, headers });
  assert.notEqual(anew.queue.id, first.queue.id);
});

/** Holds the lock of this doctor's queue until the test releases it. */
async function lockLine(): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client(app.connection);
  await client.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [town.doctorId]);
  return {
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('The awaited condition was not met.');
  }
}
