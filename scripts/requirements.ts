/**
 * Keeps docs/requirements.md true: fills its last column with the tests that name a row, and with
 * `--check` fails when that would change something, when a built row has no test, or when a test
 * names a row that is not listed.
 */

import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = `${root}docs/requirements.md`;
const testFiles = ['contract/src', 'server/src', 'web/src', 'e2e/src', 'scripts'].flatMap(
  (folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }),
);

/** `[QST-1, EV-3…5]` at the end of a test's name. */
const namedRows = /\[((?:[A-Z]+-\d+(?:…(?:[A-Z]+-)?\d+)?(?:, )?)+)\]['"`]/gu;

function rowsIn(list: string): string[] {
  return list.split(', ').flatMap((part) => {
    const range = /^([A-Z]+)-(\d+)…(?:[A-Z]+-)?(\d+)$/u.exec(part);
    if (range === null) return [part];
    const [, name, first, last] = range;
    const length = Number(last) - Number(first) + 1;
    return Array.from({ length }, (_, n) => `${name}-${Number(first) + n}`);
  });
}

async function testsByRow(): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>();
  for (const file of testFiles.toSorted()) {
    const text = await readFile(`${root}${file}`, 'utf8');
    for (const [, list = ''] of text.matchAll(namedRows)) {
      for (const row of rowsIn(list)) {
        const files = found.get(row) ?? new Map<string, number>();
        found.set(row, files.set(file, (files.get(file) ?? 0) + 1));
      }
    }
  }
  return found;
}

const tests = await testsByRow();
const before = await readFile(page, 'utf8');
const problems: string[] = [];
const listed = new Set<string>();
const after = before
  .split('\n')
  .map((line) => {
    const cells = /^\| ([A-Z]+-\d+) \| (\w+) \| (.*?) \|[^|]*\|$/u.exec(line);
    if (cells === null) return line;
    const [, row = '', state = '', what = ''] = cells;
    listed.add(row);
    const files = [...(tests.get(row) ?? [])];
    if (!['built', 'part', 'open'].includes(state)) problems.push(`${row}: unknown state ${state}`);
    if (state !== 'open' && files.length === 0)
      problems.push(`${row}: ${state}, but no test names it`);
    const shown = files.map(([file, count]) => `${file}${count > 1 ? ` ×${count}` : ''}`);
    return `| ${row} | ${state} | ${what} | ${shown.join(', ')} |`;
  })
  .join('\n');
for (const row of tests.keys()) {
  if (!listed.has(row)) problems.push(`${row}: named by a test, but not listed`);
}

if (process.argv.includes('--check')) {
  if (after !== before) problems.push('docs/requirements.md is stale: run npm run requirements');
} else if (after !== before) {
  await writeFile(page, after);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
