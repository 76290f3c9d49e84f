import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { watchDay } from './use-new-day.ts';

test('a page left open over midnight loads its data again, and once more if the server still answers with yesterday’s data [STAFF-2, CONS-1]', () => {
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.parse('2026-03-12T18:20:00Z') });
  Object.assign(globalThis, { document: new EventTarget() });
  const client = new QueryClient();
  let reads = 0;
  mock.method(client, 'invalidateQueries', () => {
    reads += 1;
  });
  // The time is midnight in Mumbai.
  const stop = watchDay(client, '2026-03-12T18:30:00.000Z');
  const other = watchDay(client, '2026-03-12T18:30:00.000Z');
  mock.timers.tick(590_000);
  assert.equal(reads, 0);
  mock.timers.tick(10_000);
  assert.equal(reads, 1, 'two that watch read once');
  mock.timers.tick(20_000);
  assert.equal(reads, 1);
  mock.timers.tick(10_000);
  assert.equal(reads, 2, 'the answer still spoke of yesterday');
  stop();
  other();
  const next = watchDay(client, '2026-03-13T18:30:00.000Z');
  mock.timers.tick(3_600_000);
  assert.equal(reads, 2);
  next();
  mock.reset();
  Reflect.deleteProperty(globalThis, 'document');
});
