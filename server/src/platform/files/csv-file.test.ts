import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvFile } from './csv-file.ts';
import { csvLine } from './csv.rules.ts';

test('a text that a spreadsheet would run as a formula stays text, even with full-width characters [API-26, SEC-12]', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(1)', '＝1+1', '＋1', '－1', '＠SUM(1)'];
  for (const formula of formulas) assert.equal(csvLine([formula]), `'${formula}\r\n`);
  assert.equal(csvLine(['\t=1']), "'\t'=1\r\n");
  assert.equal(csvLine(['\n=1', -1, 'जाँच']), `"'\n'=1",-1,जाँच\r\n`);
});

test('in a downloaded table, a name cannot start a formula in a new cell, also with semicolons or tabs as separators [API-26, SEC-12]', () => {
  assert.equal(csvLine(["Ravi;=cmd|'/C calc'!A0;x"]), "Ravi;'=cmd|'/C calc'!A0;x\r\n");
  assert.equal(csvLine(['Ravi; \t@SUM(1)']), "Ravi; \t'@SUM(1)\r\n");
  assert.equal(csvLine(['Ravi\t＝1']), "Ravi\t'＝1\r\n");
  assert.equal(csvLine(['Ravi\r\n+1\n-1']), '"Ravi\r\n\'+1\n\'-1"\r\n');
  assert.equal(csvLine(['Ravi;"=1"']), '"Ravi;\'""=1"""\r\n');
  assert.equal(csvLine(['a-b; c = d, 5 - 3']), '"a-b; c = d, 5 - 3"\r\n', 'other signs stay');
});

test('the server writes a downloaded table of ten thousand rows completely while it answers other requests [SEC-16]', async () => {
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
