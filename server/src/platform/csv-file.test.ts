import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvFile } from './csv-file.ts';

test('a table of ten thousand rows is written whole, while others get their turns [SEC-16]', async () => {
  let turns = 0;
  let hasEnded = false;
  function turn(): void {
    turns += 1;
    if (!hasEnded) setImmediate(turn);
  }
  setImmediate(turn);
  const rows = Array.from({ length: 10_000 }, (_, index) => [index, 'जाँच, "a"', null]);
  const text = Buffer.from(await csvFile([['id', 'what', 'none'], ...rows])).toString();
  hasEnded = true;
  const lines = text.split('\r\n');
  assert.equal(lines.length, 10_002);
  assert.equal(lines[0], '\ufeffid,what,none');
  assert.equal(lines[10_000], '9999,"जाँच, ""a""",');
  assert.ok(turns >= 40, `${turns} turns`);
});
