/** Which patients are similar to the typed data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ageOf,
  alikeByOf,
  areNamesAlike,
  likeliestFirst,
  phoneEndOf,
  spellingsToSeek,
} from './alike.rules.ts';

const alike = [
  ['Sunita Verma', 'sunita  VERMA'],
  ['Sunita Verma', 'Verma Sunita'],
  ['Sunita Verma', 'Suneeta Varma'],
  ['Smt. Sunita Verma', 'Sunita Verma'],
  ['S. Verma', 'Sunita Verma'],
  ['Sunita', 'Sunita Devi Verma'],
  ['Sunilkumar Rao', 'Sunil Kumar Rao'],
  ['Mohammad Khan', 'Mohammed Khan'],
  ['सुनीता वर्मा', 'Sunita Verma'],
  ['Kamla Devi', 'Kamala Devi'],
] as const;
for (const [one, other] of alike) {
  test(`${one} and ${other} could be one person [DESK-7]`, () => {
    assert.ok(areNamesAlike(one, other));
    assert.ok(areNamesAlike(other, one));
  });
}

const different = [
  ['Asha Verma', 'Riya Verma'],
  ['Asha Verma', 'Usha Verma'],
  ['Riya Rao', 'Priya Rao'],
  ['Ramesh Kumar', 'Suresh Kumar'],
  ['S. V.', 'Sunita Verma'],
  ['', 'Sunita Verma'],
] as const;
for (const [one, other] of different) {
  test(`${one === '' ? 'no name' : one} and ${other} are two people [DESK-7]`, () => {
    assert.ok(!areNamesAlike(one, other));
    assert.ok(!areNamesAlike(other, one));
  });
}

test('two notations of one phone count as the same phone, and a few digits match no phone [DESK-7]', () => {
  for (const written of [
    '+91 98765 43210',
    '9876543210',
    '098765-43210',
    '0091 (98765) 43210',
    '९८७६५४३२१०',
  ]) {
    assert.equal(phoneEndOf(written), '9876543210', written);
  }
  for (const written of ['', '43210', 'none', '+91 98']) {
    assert.equal(phoneEndOf(written), undefined, written);
  }
});

test('a name is searched as written and in Latin letters, from the third letter on [DESK-7]', () => {
  assert.deepEqual(spellingsToSeek('  Asha V. '), ['asha v.']);
  assert.equal(spellingsToSeek('आशा').length, 2);
  assert.deepEqual(spellingsToSeek('A.'), []);
});

test('found patients are sorted by phone and name, then phone alone, then name alone, and equal matches by latest visit [DESK-7]', () => {
  const person = (name: string, hasPhone: boolean, day?: string) => ({
    name,
    hasPhone,
    lastSeen: day === undefined ? null : new Date(day),
  });
  const found = likeliestFirst('Asha Rao', [
    person('Asha Rao', false, '2026-01-01'),
    person('Ravi Rao', true),
    person('Asha Rao', false, '2026-02-01'),
    person('Kiran Sen', false),
    person('Asha Rao', true),
  ]);
  assert.deepEqual(
    found.map(([{ name, lastSeen }, by]) => [by, name, lastSeen?.toISOString().slice(0, 7)]),
    [
      ['both', 'Asha Rao', undefined],
      ['phone', 'Ravi Rao', undefined],
      ['name', 'Asha Rao', '2026-02'],
      ['name', 'Asha Rao', '2026-01'],
    ],
  );
  assert.equal(alikeByOf('', person('Asha Rao', false)), undefined);
});

test('an age is in whole years: exact from a date of birth, or by the year from the desk’s estimate [DESK-7]', () => {
  const on = (day: string, dateOfBirth: string | null, birthYear: number | null) =>
    ageOf({ dateOfBirth, birthYear }, day);
  assert.equal(on('2026-05-05', '2000-05-05', null), 26);
  assert.equal(on('2026-05-04', '2000-05-05', null), 25);
  assert.equal(on('2026-05-04', null, 1961), 65);
  assert.equal(on('2026-05-04', null, null), null);
});
