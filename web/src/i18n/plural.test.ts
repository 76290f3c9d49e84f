import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ui as english } from './en/ui.ts';
import { ui as hindi } from './hi/ui.ts';
import { englishOrdinal, hindiOrdinal, pluralIn } from './plural.ts';

test('an English place in the line carries its right ending', () => {
  const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111];
  assert.deepEqual(places.map(englishOrdinal), [
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '103rd',
    '111th',
  ]);
});

test('a Hindi place in the line is a word up to the sixth and a figure after it', () => {
  assert.deepEqual([1, 3, 6, 7, 21].map(hindiOrdinal), ['पहले', 'तीसरे', 'छठे', '7वें', '21वें']);
});

test('one person and several people are told apart in both languages', () => {
  assert.equal(english.lineOf(1), 'One person is waiting');
  assert.equal(english.lineOf(4), '4 people are waiting');
  assert.equal(hindi.lineOf(1), '1 व्यक्ति इंतज़ार में है');
  assert.equal(hindi.lineOf(4), '4 लोग इंतज़ार में हैं');
});

test('zero counts as many in English and as one in Hindi', () => {
  const forms = { one: 'one', other: 'other' };
  assert.equal(pluralIn('en')(0, forms), 'other');
  assert.equal(pluralIn('hi')(0, forms), 'one');
});
