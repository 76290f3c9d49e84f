/** Tests the CHECK constraints on queue entries and forecasts, independently of the code. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makePatients, makeTown } from '../testing/test-people.ts';

let app: TestApp;
before(async () => {
  app = await makeTestApp();
  const town = await makeTown(app);
  const [patient] = await makePatients(app, 1);
  assert.ok(patient !== undefined);
  const asked = await get(app, patient, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.admin, 'approveRequest', { id: asked.queue.id });
});
after(() => app.close());

async function assertUnsound(table: string, set: string): Promise<void> {
  await assert.rejects(
    app.owner.query(`update ${table} set ${set}`),
    (error) => {
      assert.ok(error instanceof pg.DatabaseError, set);
      assert.equal(error.constraint, `${table}_is_sound`, set);
      return true;
    },
    `${set} was let through`,
  );
}

test('the database refuses a contradictory row, such as a waiting patient without an order number or an unknown status [INV-9]', async () => {
  const { rows } = await app.owner.query<{ status: string }>('select status from queue_entry');
  assert.deepEqual(rows, [{ status: 'waiting' }]);
  for (const set of [
    `status = 'somewhere'`,
    `urgency = 'dire'`,
    `stated_urgency = 'dire', urgency_reason = 'Pale.', urgency_changed_at = now()`,
    `status = 'cancelled', cancelled_by = 'nobody'`,
    `checked_in_at = now(), checked_in_by = 'window'`,
    `close_reason = 'rain'`,
    'order_key = null',
    `status = 'rejected'`,
    `rejection_reason = 'No time.'`,
    `status = 'cancelled'`,
    `cancelled_by = 'staff'`,
    'called_at = now()',
    'missed_calls = 1',
    'back_at = now()',
    'checked_in_at = now()',
    'token_number = 0',
    'token = null',
    `stated_urgency = 'low'`,
    'booked_for = now()',
    `visit_kind = 'party'`,
    `visit_kind_by = 'rumour'`,
    'counts_as = 0',
  ]) {
    await assertUnsound('queue_entry', set);
  }
});

test('in the database, a recorded forecast of the wait has either a known outcome or none yet [QST-12]', async () => {
  for (const set of [
    `kind = 'sworn'`,
    `outcome = 'forgotten', settled_at = now()`,
    `state = 'asleep'`,
    'ahead = -1',
    'settled_at = now()',
    `outcome = 'left'`,
    `outcome = 'called', settled_at = now()`,
    'actual = 5',
  ]) {
    await assertUnsound('wait_promise', set);
  }
});
