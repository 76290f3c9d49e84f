import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '../..', 'web/src');
/** Code that reads the device's clock, which may be minutes wrong. */
const readsClock = /\bDate\.now\b|\bnew Date\(\s*\)|(?<![.\w])Date\(\s*\)/u;

test('only web/src/clock/clock.ts reads the device’s clock; all other code uses it', () => {
  const readers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file) && !/\.test\.tsx?$/u.test(file))
    .filter((file) => readsClock.test(readFileSync(join(source, file), 'utf8')));
  assert.deepEqual(readers, [join('clock', 'clock.ts')]);
});

test('the search finds every way to read the clock', () => {
  for (const text of ['Date.now()', 'at = Date.now', 'new Date()', 'new Date( )', 'Date()']) {
    assert.match(text, readsClock);
  }
  for (const text of ['new Date(now)', 'Date.parse(at)', 'toDate()']) {
    assert.doesNotMatch(text, readsClock);
  }
});
