import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestLanguage } from './languages.ts';

test('Baari uses the reader’s first preferred language that it supports, whatever the letter case and region in the browser’s setting', () => {
  assert.equal(nearestLanguage(['hi']), 'hi');
  assert.equal(nearestLanguage(['fr-FR', 'HI-in']), 'hi');
  assert.equal(nearestLanguage(['en-GB', 'hi']), 'en');
  assert.equal(nearestLanguage(['hi-Latn-IN', 'en']), 'hi');
});

test('a language code that merely begins like a supported language’s code is not treated as that language', () => {
  assert.equal(nearestLanguage(['hil', 'hi']), 'hi');
  assert.equal(nearestLanguage(['hil']), 'en');
  assert.equal(nearestLanguage(['hi_IN']), 'en');
});

test('English is used when Baari supports none of the reader’s languages', () => {
  assert.equal(nearestLanguage([]), 'en');
  assert.equal(nearestLanguage(['', '*', '-', 'klingon']), 'en');
});
