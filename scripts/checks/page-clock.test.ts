import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '../..', 'web/src');
/** Code that reads the device's clock, which may be minutes wrong. */
const readsClock = /\bDate\.now\b|\bnew Date\(\s*\)|(?<![.\w])Date\(\s*\)/u;

test('only one file of the browser code reads the device’s clock, and all other browser code uses that file', () => {
  const readers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file) && !/\.test\.tsx?$/u.test(file))
    .filter((file) => readsClock.test(readFileSync(join(source, file), 'utf8')));
  assert.deepEqual(readers, [join('clock', 'clock.ts')]);
});

test('the check of the clock finds every way in which browser code can read the device’s clock', () => {
  for (const text of ['Date.now()', 'at = Date.now', 'new Date()', 'new Date( )', 'Date()']) {
    assert.match(text, readsClock);
  }
  for (const text of ['new Date(now)', 'Date.parse(at)', 'toDate()']) {
    assert.doesNotMatch(text, readsClock);
  }
});
