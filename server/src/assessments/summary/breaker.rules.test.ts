/** Tests when the server again calls a language model that did not respond. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, closed, failuresToOpen, mayAsk, mostAtOnce } from './breaker.rules.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 9, minutes));

test('a language model that fails repeatedly is paused for longer each time, and is tried once before it is used again [ASSESS-5]', () => {
  let breaker = closed;
  for (let time = 1; time < failuresToOpen; time += 1) breaker = after(breaker, false, at(0));
  assert.ok(mayAsk(breaker, at(0)));
  breaker = after(breaker, false, at(0));
  assert.ok(!mayAsk(breaker, at(0)));
  assert.ok(mayAsk(breaker, at(1)));
  assert.equal(mostAtOnce(breaker, 4), 1);
  breaker = after(breaker, false, at(1));
  assert.ok(!mayAsk(breaker, at(2)));
  assert.ok(mayAsk(breaker, at(3)));
  for (let time = 0; time < 20; time += 1) breaker = after(breaker, false, at(3));
  assert.ok(mayAsk(breaker, at(18)), 'a quarter of an hour at most');
  assert.deepEqual(after(breaker, true, at(18)), closed);
});
