import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isolateBidi, toolsIn } from './message-tools.ts';

test('a number is written as is usual in the reader’s language [ENT-9]', () => {
  assert.equal(toolsIn('en-IN').number(123_456), '1,23,456');
  assert.equal(toolsIn('es').number(123_456), '123.456');
});

test('a message with a special text for an exact number, such as zero, uses this text before the plural rule [ENT-9]', () => {
  const forms = { one: 'one', other: 'other' };
  assert.equal(toolsIn('en-IN').plural(0, forms), 'other');
  assert.equal(toolsIn('hi-IN').plural(0, forms), 'one');
  assert.equal(toolsIn('hi-IN').plural(0, { ...forms, 0: 'none' }), 'none');
  assert.equal(toolsIn('ar').plural(3, { few: 'few', other: 'other' }), 'few');
});

test('a patient’s position in the queue is written with the correct ending, such as 1st, 2nd and 3rd [ENT-9]', () => {
  const forms = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
  const endings = [1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111].map((place) =>
    toolsIn('en-IN').ordinal(place, forms),
  );
  assert.deepEqual(endings, 'st nd rd th th th th st nd rd th'.split(' '));
});

test('a right-to-left name keeps its reading direction within English words, and any other name is unchanged [ENT-9]', () => {
  assert.equal(isolateBidi('علی رضا'), '\u2068علی رضا\u2069');
  assert.equal(isolateBidi('Ward 2, שרה'), '\u2068Ward 2, שרה\u2069');
  for (const name of ['Asha Rao', 'आशा', 'C-003', '']) assert.equal(isolateBidi(name), name);
});
