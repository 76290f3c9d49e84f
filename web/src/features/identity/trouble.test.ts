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

test('after too many tries the form knows when the next try is allowed [ERR-3, SEC-7]', () => {
  assert.deepEqual(troubleOf(tooMany, 'words', 1000), { message: 'words', retryAt: 91_000 });
});

test('only a refusal for too many tries makes a form show a waiting time', () => {
  const wrong = new ApiProblem({ status: 401, code: 'wrong_password', message: 'x' });
  for (const failure of [wrong, new Error('x'), undefined]) {
    assert.deepEqual(troubleOf(failure, 'words', 1000), { message: 'words', retryAt: undefined });
  }
});
