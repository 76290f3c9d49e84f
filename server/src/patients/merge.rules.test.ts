/** When two records can be merged, and for how long a merge can be undone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayMerge, mayUndo, undoUntil } from './merge.rules.ts';

const twoOfTheDesk = {
  isSame: false,
  keptHasAccount: false,
  goneHasAccount: false,
  isAdmin: false,
  areBothOpen: false,
  areBothBooked: false,
};

function codeOf(answer: ReturnType<typeof mayMerge>): string {
  return answer.ok ? 'ok' : answer.code;
}

test('a record made by the desk can be merged into another record, and only an administrator merges into a record with an account [DESK-10]', () => {
  assert.equal(codeOf(mayMerge(twoOfTheDesk)), 'ok');
  const into = { ...twoOfTheDesk, keptHasAccount: true };
  assert.equal(codeOf(mayMerge(into)), 'merge_needs_admin');
  assert.equal(codeOf(mayMerge({ ...into, isAdmin: true })), 'ok');
  for (const never of [{ goneHasAccount: true }, { isSame: true }]) {
    assert.equal(codeOf(mayMerge({ ...into, ...never, isAdmin: true })), 'merge_not_possible');
  }
  assert.equal(codeOf(mayMerge({ ...twoOfTheDesk, areBothOpen: true })), 'both_in_queue');
  assert.equal(codeOf(mayMerge({ ...twoOfTheDesk, areBothBooked: true })), 'both_booked');
});

test('a merge can be undone for thirty days, unless one of the records was erased or merged again [DESK-10]', () => {
  const mergedAt = new Date('2026-11-01T10:00:00Z');
  const merged = {
    mergedAt,
    isUndone: false,
    keptHasAccount: false,
    isAdmin: false,
    isErased: false,
    isMergedFurther: false,
  };
  const end = undoUntil(mergedAt);
  assert.equal(end.toISOString(), '2026-12-01T10:00:00.000Z');
  const justBefore = new Date(end.getTime() - 1);
  assert.equal(codeOf(mayUndo(merged, justBefore)), 'ok');
  assert.equal(codeOf(mayUndo(merged, end)), 'merge_over');
  for (const over of [{ isUndone: true }, { isErased: true }, { isMergedFurther: true }]) {
    assert.equal(codeOf(mayUndo({ ...merged, ...over }, justBefore)), 'merge_over');
  }
  const withAccount = { ...merged, keptHasAccount: true };
  assert.equal(codeOf(mayUndo(withAccount, justBefore)), 'merge_needs_admin');
  assert.equal(codeOf(mayUndo({ ...withAccount, isAdmin: true }, justBefore)), 'ok');
});
