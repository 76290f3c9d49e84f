/** The rules for the next call at a doctor's point, and for the position of a return. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextOf, placeOfReturn } from './call.rules.ts';

test('a doctor calls the earlier arrival, and a returning patient first, but never two returning patients in a row [LINE-2]', () => {
  const own = { id: 'own', lineNumber: 7, returns: false };
  const shared = { id: 'shared', lineNumber: 5, returns: false };
  const back = { id: 'back', lineNumber: 9, returns: true };
  assert.equal(nextOf(undefined, undefined, false), undefined);
  assert.equal(nextOf(own, undefined, true), own);
  assert.equal(nextOf(own, shared, false), shared);
  assert.equal(nextOf({ ...own, lineNumber: 3 }, shared, false)?.id, 'own');
  assert.equal(nextOf(back, shared, false), back);
  assert.equal(nextOf(back, shared, true), shared);
});

/**
 * Calls from the front while patients return by the rule; answers which calls were returns, in
 * order.
 */
function calls(every: number, acts: readonly ('call' | 'comes' | 'returns')[]): boolean[] {
  const line: { returns: boolean; isAway: boolean }[] = [];
  const called: boolean[] = [];
  let since = every;
  for (const act of acts) {
    if (act === 'comes') line.push({ returns: false, isAway: false });
    if (act === 'returns') {
      line.splice(placeOfReturn(line, every, since) - 1, 0, { returns: true, isAway: false });
    }
    const next = act === 'call' ? line.shift() : undefined;
    if (next === undefined) continue;
    called.push(next.returns);
    since = next.returns ? 0 : since + 1;
  }
  return called;
}

test('a returning patient goes next, but at most one of n calls is a return while others wait [LINE-3, INV-12]', () => {
  const acts = fc.array(fc.constantFrom('call', 'comes', 'returns'), { maxLength: 120 });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), acts, (every, given) => {
      // Enough others are in line that one of them could always be called.
      const called = calls(every, [
        ...Array.from({ length: 200 }, () => 'comes' as const),
        ...given,
      ]);
      const returns = called.flatMap((isReturn, at) => (isReturn ? [at] : []));
      for (const [n, at] of returns.entries()) {
        const before = returns[n - 1];
        assert.ok(before === undefined || at - before >= every);
      }
    }),
  );
  assert.deepEqual(calls(3, ['comes', 'comes', 'returns', 'call']), [true]);
});

test('a patient on hold is not counted among the calls between two returning patients [LINE-3, INV-12]', () => {
  const [back, away, here] = [
    { returns: true, isAway: false },
    { returns: false, isAway: true },
    { returns: false, isAway: false },
  ];
  assert.equal(placeOfReturn([back, away, away, here, here, here], 3, 0), 6);
  assert.equal(placeOfReturn([away, here, away, here, here], 3, 0), 5);
  assert.equal(placeOfReturn([away, here], 3, 2), 1);
  assert.equal(placeOfReturn([back, away, here], 3, 0), 4);
});
