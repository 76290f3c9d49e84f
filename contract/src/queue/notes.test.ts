import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvalNote, maxLength } from '../constants.ts';
import { joinedNotes } from './notes.ts';

test("a doctor's closing note is added below the desk's note [CONS-2]", () => {
  assert.equal(
    joinedNotes('Brings an X-ray', ' Rest for a week '),
    'Brings an X-ray\nRest for a week',
  );
  assert.equal(joinedNotes('Brings an X-ray', 'Brings an X-ray\nRest'), 'Brings an X-ray\nRest');
  assert.equal(joinedNotes(null, 'Rest'), 'Rest');
  assert.equal(joinedNotes(approvalNote, 'Rest'), 'Rest');
  assert.equal(joinedNotes('Brings an X-ray', '  '), undefined);
  assert.equal(joinedNotes('x'.repeat(1990), 'y'.repeat(100))?.length, maxLength.note);
});
