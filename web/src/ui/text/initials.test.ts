import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialsOf } from './initials.ts';

test('a doctor’s initials come from the name, not from the title', () => {
  assert.equal(initialsOf('Dr. Asha Verma'), 'AV');
  assert.equal(initialsOf('डॉ. मीना कुमारी'), 'मीकु');
  for (const [name, letters] of [
    ['Dra. Lucía Ríos', 'LR'],
    ['ডাঃ আশা বর্মা', 'আব'],
    ['ડૉ. આશા વર્મા', 'આવ'],
    ['டாக்டர் ஆஷா வர்மா', 'ஆவ'],
    ['డా. ఆశా వర్మ', 'ఆవ'],
    ['د. آشا فيرما', 'آف'],
    ['ڈاکٹر آشا ورما', 'آو'],
  ] as const) {
    assert.equal(initialsOf(name), letters);
  }
});

test('a doctor with a single name has one initial letter, and a missing name is shown as a question mark', () => {
  assert.equal(initialsOf('Ravi'), 'R');
  assert.equal(initialsOf('  '), '?');
  assert.equal(initialsOf('Dr.'), '?');
});
