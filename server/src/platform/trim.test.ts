import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { trimBoth, trimEnd, withoutTrailingSlash } from './trim.rules.ts';

const isSpace = (character: string) => /\s/u.test(character);

test('whitespace is trimmed only at the ends of a text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(' ', 'a', '/', '.') }), (text) => {
      assert.equal(trimEnd(text, isSpace), text.trimEnd());
      assert.equal(trimBoth(text, isSpace), text.trim());
    }),
  );
});

test('all slashes at the end of a web address are removed', () => {
  assert.equal(withoutTrailingSlash('https://baari.example'), 'https://baari.example');
  assert.equal(withoutTrailingSlash('https://baari.example/q///'), 'https://baari.example/q');
  assert.equal(withoutTrailingSlash('//'), '');
});
