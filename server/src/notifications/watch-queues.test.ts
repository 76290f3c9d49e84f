/** One of several processes sends the messages, and another takes over if the first dies [PAT-11, INV-8]. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import sql from 'sql-template-tag';
import { leaseMs, takeDue } from '../platform/hospital-sql/doctor-due.store.ts';
import { publicUrl } from '../testing/identity-app.ts';
import { makeTestApp, type TestApp } from '../testing/test-app.ts';
import { alwaysOpen } from '../testing/test-bodies.ts';
import { makePatients, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';
import { listNotices } from './notifications.store.ts';
import { type QueueWatch, watchQueues } from './watch-queues.ts';

let app: TestApp;
let town: Town;
let person: TestPerson;
const watches: QueueWatch[] = [];
before(async () => {
  app = await makeTestApp();
  town = await makeTown(app);
  await app.owner.query('update hospital set operating_hours = $1', [JSON.stringify(alwaysOpen)]);
  const [first] = await makePatients(app, 1);
  assert.ok(first !== undefined);
  person = first;
  await app.db.run(sql`
    insert into patient (id, account_id, name) values (${person.userId}, ${person.userId}, 'Asha')
    on conflict do nothing`);
});
after(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from queue_entry');
  await app.owner.query(`update doctor_due set look_at = 'infinity'`);
});
afterEach(async () => {
  for (const watch of watches.splice(0)) await watch.stop();
});

/** Opens a second watcher of the lines, besides the watcher of the application. */
function openWatch(): QueueWatch & { readonly queued: () => number } {
  let queued = 0;
  const watch = watchQueues({
    db: app.db,
    clock: app.clock,
    publicUrl,
    canSendSms: true,
    log: app.app.http.log,
    onQueued: () => {
      queued += 1;
    },
  });
  watches.push(watch);
  return { ...watch, queued: () => queued };
}

/**
 * Approves an entry without notifying anybody, like a process that dies before it sends the
 * message.
 */
async function letInAndDie(): Promise<string> {
  const { id } = await app.db.one<{ id: string }>(sql`
    insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at,
      approved_at, order_key)
    values (${town.hospitalId}, ${town.doctorId}, ${person.userId}, 'waiting', 'medium',
      ${app.clock.now()}, ${app.clock.now()}, 1)
    returning id`);
  return id;
}

async function noticesOf(id: string): Promise<string[]> {
  return (await listNotices(app.db, [id])).map(({ kind }) => kind).toSorted();
}

test('if a process dies after a change, another process that received the event sends the message to the patient [PAT-11, INV-8]', async () => {
  const [one, other] = [openWatch(), openWatch()];
  await Promise.all([one.poll(), other.poll()]);
  const id = await letInAndDie();
  for (const watch of [one, other]) watch.heard(town.doctorId);
  await Promise.all([one.poll(), other.poll()]);
  assert.deepEqual(await noticesOf(id), [], 'the person who changed it may be about to look');
  app.clock.advance(21_000);
  await Promise.all([one.poll(), other.poll()]);
  const sent = await noticesOf(id);
  assert.ok(sent.includes('approved'));
  assert.equal(new Set(sent).size, sent.length, 'nothing twice');
  assert.equal(one.queued() + other.queued(), 1);
});

test('a line that a dead process was checking is checked by another process, and each process checks such lines at its start [PAT-11, INV-8]', async () => {
  const watch = openWatch();
  await watch.poll();
  const id = await letInAndDie();
  await app.owner.query('update doctor_due set look_at = $1 where doctor_id = $2', [
    app.clock.now(),
    town.doctorId,
  ]);
  const { ids } = await takeDue(app.db, 'look', app.clock.now(), 10);
  assert.deepEqual(ids, [town.doctorId]);
  await watch.poll();
  assert.deepEqual(await noticesOf(id), []);
  app.clock.advance(leaseMs);
  await watch.poll();
  assert.ok((await noticesOf(id)).includes('approved'));
  await app.owner.query('delete from queue_entry');
  const left = await letInAndDie();
  await openWatch().poll();
  assert.ok((await noticesOf(left)).includes('approved'));
});

test('a line is checked on schedule only while the passing of time alone can cause a message to a waiting patient [PAT-11]', async () => {
  const watch = openWatch();
  await watch.poll();
  const id = await letInAndDie();
  const due = async () => {
    const { rows } = await app.owner.query<{ at: string; isNever: boolean }>(
      `select look_at::text as at, look_at = 'infinity' as "isNever" from doctor_due where doctor_id = $1`,
      [town.doctorId],
    );
    return rows[0];
  };
  watch.changed(town.doctorId);
  const deadline = Date.now() + 20_000;
  while ((await due())?.isNever === true && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { at = '' } = (await due()) ?? {};
  const inMs = Date.parse(at) - app.clock.now().getTime();
  assert.ok(inMs > 0 && inMs <= 5 * 60_000, `in ${inMs} ms`);
  await app.owner.query(
    `update queue_entry set status = 'completed', ended_at = now() where id = $1`,
    [id],
  );
  app.clock.advance(5 * 60_000);
  await watch.poll();
  assert.equal((await due())?.isNever, true);
});
