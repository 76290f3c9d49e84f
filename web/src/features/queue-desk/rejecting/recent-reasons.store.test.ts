import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withReason } from './recent-reasons.store.ts';

test('the desk is offered up to five reasons of recent rejections, newest first and each only once [ADM-6]', () => {
  let reasons: readonly string[] = [];
  for (const reason of ['a', 'b', 'a', 'c', 'd', 'e', 'f']) reasons = withReason(reasons, reason);
  assert.deepEqual(reasons, ['f', 'e', 'd', 'c', 'a']);
});
