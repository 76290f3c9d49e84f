import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ceilings } from './connections.ts';

test('visitors’ connections leave enough file descriptors for the server’s own use [KEEP-4]', () => {
  assert.deepEqual(ceilings(1024, {}), { total: 896, perAddress: 448 });
  assert.deepEqual(ceilings(1_048_576, {}), { total: 20_000, perAddress: 1000 });
  assert.deepEqual(ceilings(Number.POSITIVE_INFINITY, {}), { total: 20_000, perAddress: 1000 });
  assert.deepEqual(
    ceilings(100, {}),
    { total: 50, perAddress: 25 },
    'half of them when there are few',
  );
});

test('an operator may lower the limit of connections, and raise it only as far as the system’s limit of open files allows [KEEP-4]', () => {
  assert.deepEqual(ceilings(1024, { total: 100 }), { total: 100, perAddress: 50 });
  assert.deepEqual(ceilings(1024, { total: 5000, perAddress: 2000 }), {
    total: 896,
    perAddress: 896,
  });
});
