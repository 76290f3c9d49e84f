import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiProblem } from '../../api/problems/problem.ts';
import { troubleOf } from './trouble.ts';

const tooMany = new ApiProblem({
  status: 429,
  code: 'too_many_attempts',
  message: 'Too many attempts.',
  retryAfter: 90,
});

test('after too many sign-in attempts the form shows when the next attempt is allowed [ERR-3, SEC-7]', () => {
  assert.deepEqual(troubleOf(tooMany, 'words', 1000), { message: 'words', retryAt: 91_000 });
});

test('a sign-in form shows a waiting time only after too many attempts, not after other refusals', () => {
  const wrong = new ApiProblem({ status: 401, code: 'wrong_password', message: 'x' });
  for (const failure of [wrong, new Error('x'), undefined]) {
    assert.deepEqual(troubleOf(failure, 'words', 1000), { message: 'words', retryAt: undefined });
  }
});
