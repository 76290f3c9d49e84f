import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageAskedFor } from './language-asked-for.ts';

test('a browser gets its most preferred language that Baari supports', () => {
  assert.equal(languageAskedFor('hi-IN,en;q=0.8'), 'hi');
  assert.equal(languageAskedFor('hi-IN,hi;q=0.9,en;q=0.8'), 'hi');
  assert.equal(languageAskedFor('kn-IN, hi;q=0.8'), 'hi');
  assert.equal(languageAskedFor('en-IN,hi;q=0.9'), 'en');
  assert.equal(languageAskedFor('fr, en;q=0.4, hi;q=0.9'), 'hi', 'by weight, in any order');
});

test('a browser that asks for no supported language gets English', () => {
  for (const header of [undefined, null, '', '*', 'de', 'hi;q=0, kn', ',;q=,;', 'hi;q=no']) {
    assert.equal(languageAskedFor(header), 'en', String(header));
  }
});

test('a language header with content that no browser sends is ignored [SEC-16]', () => {
  assert.equal(languageAskedFor(`${' '.repeat(900)}hi`), 'hi');
  for (const part of [' ', ',', ';', ' ; q = ', 'a-', 'en;q=1,', '"', '\\', '\t']) {
    assert.equal(languageAskedFor(`hi,${part.repeat(15_000)}`), 'en', JSON.stringify(part));
  }
});
