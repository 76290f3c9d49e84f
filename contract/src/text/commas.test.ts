import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listed, placeOf } from './commas.ts';
import { aboutLanguages } from '../languages.gen.ts';

test('a list of words uses the commas of the reader’s language, and names of the other text direction stay readable [ENT-9]', () => {
  assert.equal(listed(['Asha', 'Ravi'], aboutLanguages.en), 'Asha, Ravi');
  assert.equal(listed(['आशा', 'रवि'], aboutLanguages.hi, ';'), 'आशा; रवि');
  assert.equal(listed(['Asha', 'Ravi'], aboutLanguages.ur), '\u2068Asha\u2069، \u2068Ravi\u2069');
  assert.equal(listed(['نعم', 'لا'], aboutLanguages.ar, ';'), '\u2068نعم\u2069؛ \u2068لا\u2069');
  assert.equal(listed(['Asha', 'علی'], aboutLanguages.en), 'Asha, \u2068علی\u2069');
  assert.equal(listed([], aboutLanguages.ur), '');
});

test('an address uses the commas of its own script, whatever the reader’s language [ENT-9]', () => {
  assert.equal(placeOf(['4 Lake Road', '', 'Nashik']), '4 Lake Road, Nashik');
  assert.equal(placeOf(['لیک روڈ 4', 'لکھنؤ', '226001']), 'لیک روڈ 4، لکھنؤ، 226001');
  assert.equal(placeOf(['', '']), '');
});
