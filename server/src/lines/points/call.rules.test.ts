/**
 * Tests the rules for the next call at a doctor's point, and for the position of a returning
 * patient.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextOf, placeOfReturn } from './call.rules.ts';

test('a doctor calls patients by arrival, and calls a patient who returns from another step first, but never two such patients in a row [LINE-2]', () => {
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
 * Simulates a line. Patients are called from the front, and returning patients are placed by the
 * rule. Returns for each call whether the called patient was a returning one.
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

test('a patient who returns from another step goes next, but at most one of every n calls is for such a patient while others wait [LINE-3, INV-12]', () => {
  const acts = fc.array(fc.constantFrom('call', 'comes', 'returns'), { maxLength: 120 });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), acts, (every, given) => {
      // The line has enough other patients that one of them could be called each time.
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

test('a patient who returns from another step is placed behind a set number of other patients, and patients on hold after a missed call do not count [LINE-3, INV-12]', () => {
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
