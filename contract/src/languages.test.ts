import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestLanguage } from './languages.ts';

test('the first wish that Baari speaks counts, in any case and of any region', () => {
  assert.equal(nearestLanguage(['hi']), 'hi');
  assert.equal(nearestLanguage(['fr-FR', 'HI-in']), 'hi');
  assert.equal(nearestLanguage(['en-GB', 'hi']), 'en');
  assert.equal(nearestLanguage(['hi-Latn-IN', 'en']), 'hi');
});

test('a language that only begins like one of ours is another language', () => {
  assert.equal(nearestLanguage(['hil', 'hi']), 'hi');
  assert.equal(nearestLanguage(['hil']), 'en');
  assert.equal(nearestLanguage(['hi_IN']), 'en');
});

test('whoever wishes for nothing that Baari speaks gets English', () => {
  assert.equal(nearestLanguage([]), 'en');
  assert.equal(nearestLanguage(['', '*', '-', 'klingon']), 'en');
});
