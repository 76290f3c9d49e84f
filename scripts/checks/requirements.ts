/**
 * Prints the rows of docs/requirements.md, or only the rows named on the command line, with their
 * tests. Fails if a built row has no test, if a test names an unknown row, or if a row is listed
 * twice. With `--check` it checks only and prints no rows.
 */

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = `${root}docs/requirements.md`;
const testFiles = ['contract/src', 'server/src', 'web/src', 'e2e/src', 'scripts'].flatMap(
  (folder) => globSync(`${folder}/**/*.test.ts`, { cwd: root }),
);

/** Matches `[QST-1, EV-3…5]` at the end of a test's name. */
const namedRows =
  /\[((?:[A-Z]+-\d+(?:…(?:[A-Z]+-)?\d+)?(?:, )?)+)\](?: @gate| @long|\$\{[^`]*\})?['"`]/gu;

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

/** A row holds unless it says that a part of it, or all of it, is missing. */
const rowPattern = /^\| ([A-Z]+-\d+) \| (?:\*\*(part|open)\*\*: )?([^|]*?) \|$/u;

// A program such as `head` closes the pipe before everything is printed; this is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const tests = await testsByRow();
const problems: string[] = [];
const listed = new Set<string>();
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isCheck = process.argv.includes('--check');

for (const line of (await readFile(page, 'utf8')).split('\n')) {
  const cells = rowPattern.exec(line);
  if (cells === null) continue;
  const [, row = '', state = 'built', what = ''] = cells;
  if (listed.has(row)) problems.push(`${row}: listed twice`);
  listed.add(row);
  const files = [...(tests.get(row) ?? [])];
  if (state !== 'open' && files.length === 0)
    problems.push(`${row}: ${state}, but no test names it`);
  if (isCheck || (asked.length > 0 && !asked.includes(row))) continue;
  process.stdout.write(`${row} (${state}) ${what}\n`);
  for (const [file, count] of files) {
    process.stdout.write(`    ${file}${count > 1 ? ` ×${count}` : ''}\n`);
  }
}
for (const row of tests.keys()) {
  if (!listed.has(row)) problems.push(`${row}: named by a test, but not listed`);
}
for (const row of asked) {
  if (!listed.has(row)) problems.push(`${row}: not listed`);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
