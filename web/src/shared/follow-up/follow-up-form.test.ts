import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyFollowUp, otherTime, readFollowUp } from './follow-up-form.ts';

test('a tap on “4 weeks” is four weeks, and a typed time takes any whole number up to two years, in any script [CONS-2]', () => {
  const read = (typed: object) => readFollowUp({ ...emptyFollowUp, ...typed });
  assert.deepEqual(read({ choice: '4 weeks', reason: ' Blood test ' }), {
    count: 4,
    unit: 'weeks',
    reason: 'Blood test',
  });
  const other = { choice: otherTime, unit: 'months' };
  assert.deepEqual(read({ ...other, count: '१८' }), { count: 18, unit: 'months', reason: '' });
  for (const count of ['', '0', '25', '1.5', 'two', '-1']) {
    assert.equal(read({ ...other, count }), undefined, count);
  }
  assert.equal(read({}), undefined);
});
