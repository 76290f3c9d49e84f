/** Tests what is saved of the typed lines of a hand-off note. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultyLines, linesToSave, newLine, withAsked } from './hand-off-form.ts';

test('empty lines of a note are left out, and a line with only a detail is named as wrong [LINE-3]', () => {
  const sugar = { ...newLine(' Blood sugar '), detail: 'fasting' };
  const wrong = { ...newLine(), detail: '2 tablets' };
  assert.deepEqual(linesToSave([sugar, newLine()]), [
    { asks: 'Blood sugar', detail: 'fasting', isUrgent: false },
  ]);
  assert.deepEqual(faultyLines([sugar, newLine()]), []);
  assert.deepEqual(faultyLines([sugar, wrong]), [wrong]);
  const empty = newLine();
  assert.deepEqual(faultyLines([empty, newLine()]), [empty]);
});

test('a suggestion fills the first empty line of a note, else it adds one [LINE-3]', () => {
  const one = withAsked([newLine()], 'Blood sugar');
  const two = withAsked(one, 'Blood count');
  assert.deepEqual(
    two.map(({ asks }) => asks),
    ['Blood sugar', 'Blood count'],
  );
});
