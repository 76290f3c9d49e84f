/**
 * Tests that the table of constants is complete: no other file contains a numeric constant, and
 * each constant has a reason.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('./', import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const table = 'constants.rules.ts';
/** Matches constants that define units of time, which other files may contain. */
const units = /^const (?:minuteMs|hourMs|dayMs) = /;

test('all numbers used by the wait forecasts are in one table with their units and reasons [QST-12]', () => {
  const rules = readdirSync(folder).filter((file) => file.endsWith('.rules.ts') && file !== table);
  assert.ok(rules.length >= 14);
  const beside = rules.flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => /^(?:export )?const \w+(?:: [^=]+)? = [{[]?[^(`'"]*\d/.test(line))
      .filter((line) => !units.test(line))
      .map((line) => `${file}: ${line}`),
  );
  // Endless hours, factors of 1 and empty sums are not chosen values, so other files may contain
  // them.
  assert.deepEqual(
    beside.filter((line) => !/ const (?:endless|alikeFactors|nothing|noServiceTime)\b/.test(line)),
    [],
  );
  const rows = textOf(table).match(/(?:^\/\*\* .+\n)?^export const \w+/gm) ?? [];
  assert.ok(rows.length >= 70);
  const unexplained = rows.filter((row) => !/^\/\*\* .{20,} \*\/\n/.test(row));
  assert.deepEqual(unexplained, []);
});
