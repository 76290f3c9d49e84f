/** Tests for which stop a hand-off note is, and who may correct or strike it out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForLine, mayCorrect, mayStrike } from './hand-off.rules.ts';

test('a note goes with the patient to another line of the same kind, but not to another other line [LINE-3]', () => {
  const note = { line_id: 'lab 1', kind: 'laboratory' } as const;
  assert.ok(isForLine(note, note));
  assert.ok(isForLine(note, { line_id: 'lab 2', kind: 'laboratory' }));
  assert.ok(!isForLine(note, { line_id: 'shop', kind: 'pharmacy' }));
  const other = { line_id: 'one', kind: 'other' } as const;
  assert.ok(isForLine(other, other));
  assert.ok(!isForLine(other, { line_id: 'two', kind: 'other' }));
});

test('only the author corrects a note, until the next stop has called, and the desk strikes out only its own [LINE-3, SEC-5]', () => {
  const note = { written_by: 'meera', struck_at: null, was_called: false };
  const code = (userId: string, changed: object = {}) => {
    const allowed = mayCorrect({ userId }, { ...note, ...changed });
    return allowed.ok ? 'ok' : allowed.code;
  };
  assert.equal(code('meera'), 'ok');
  assert.equal(code('ravi'), 'forbidden');
  assert.equal(code('meera', { was_called: true }), 'hand_off_called');
  assert.equal(code('meera', { struck_at: new Date(0) }), 'hand_off_struck');
  assert.ok(mayStrike({ userId: 'meera', role: 'doctor' }, note));
  assert.ok(mayStrike({ userId: 'ravi', role: 'doctor' }, note));
  assert.ok(!mayStrike({ userId: 'ravi', role: 'receptionist' }, note));
});
