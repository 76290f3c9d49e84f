import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isolateBidi, toolsIn } from './message-tools.ts';

test('a number is formatted as the language writes it [ENT-9]', () => {
  assert.equal(toolsIn('en-IN').number(123_456), '1,23,456');
  assert.equal(toolsIn('es').number(123_456), '123.456');
});

test('an exact number form wins over the language’s plural rule: zero is plural in English and singular in Hindi [ENT-9]', () => {
  const forms = { one: 'one', other: 'other' };
  assert.equal(toolsIn('en-IN').plural(0, forms), 'other');
  assert.equal(toolsIn('hi-IN').plural(0, forms), 'one');
  assert.equal(toolsIn('hi-IN').plural(0, { ...forms, 0: 'none' }), 'none');
  assert.equal(toolsIn('ar').plural(3, { few: 'few', other: 'other' }), 'few');
});

test('a place in the line has the right ordinal ending [ENT-9]', () => {
  const forms = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
  const endings = [1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111].map((place) =>
    toolsIn('en-IN').ordinal(place, forms),
  );
  assert.deepEqual(endings, 'st nd rd th th th th st nd rd th'.split(' '));
});

test('a right-to-left name is isolated within English words, and any other stays unchanged [ENT-9]', () => {
  assert.equal(isolateBidi('علی رضا'), '\u2068علی رضا\u2069');
  assert.equal(isolateBidi('Ward 2, שרה'), '\u2068Ward 2, שרה\u2069');
  for (const name of ['Asha Rao', 'आशा', 'C-003', '']) assert.equal(isolateBidi(name), name);
});
