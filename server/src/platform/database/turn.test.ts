/** Tests that each periodic task runs in only one process, however many processes exist. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { takeTurn } from './turn.store.ts';

let app: TestApp;
before(async () => {
  app = await makeTestApp();
});
after(() => app.close());

test('only one of many server processes runs a scheduled task, and after the interval one process runs the task again', async () => {
  const ask = () => Array.from({ length: 8 }, () => takeTurn(app.db, 'looking', 60_000));
  const turns = await Promise.all(ask());
  assert.equal(turns.filter(Boolean).length, 1);
  assert.ok(await takeTurn(app.db, 'looking for something else', 60_000));
  // Moves the due time by a minute of the database's clock.
  await app.db.pool.query(
    `update turn set due_at = due_at - interval '1 min' where what = 'looking'`,
  );
  const later = await Promise.all(ask());
  assert.equal(later.filter(Boolean).length, 1);
});

test('if a scheduled task ran while the database’s clock was days ahead, it still runs on time once the clock is corrected', async () => {
  assert.ok(await takeTurn(app.db, 'looking on', 5000));
  await app.db.pool.query(
    `update turn set due_at = due_at + interval '3 days' where what = 'looking on'`,
  );
  assert.ok(await takeTurn(app.db, 'looking on', 5000));
});
