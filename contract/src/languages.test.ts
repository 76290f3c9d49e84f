import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestLanguage } from './languages.ts';

test('the first preferred language that Baari supports is used, whatever its letter case and region', () => {
  assert.equal(nearestLanguage(['hi']), 'hi');
  assert.equal(nearestLanguage(['fr-FR', 'HI-in']), 'hi');
  assert.equal(nearestLanguage(['en-GB', 'hi']), 'en');
  assert.equal(nearestLanguage(['hi-Latn-IN', 'en']), 'hi');
});

test('a language tag that only begins like a supported language is another language', () => {
  assert.equal(nearestLanguage(['hil', 'hi']), 'hi');
  assert.equal(nearestLanguage(['hil']), 'en');
  assert.equal(nearestLanguage(['hi_IN']), 'en');
});

test('English is used when Baari supports none of the reader’s languages', () => {
  assert.equal(nearestLanguage([]), 'en');
  assert.equal(nearestLanguage(['', '*', '-', 'klingon']), 'en');
});
