/**
 * Checks docs/security/*.md against the code. Every named file must exist, every quoted test must
 * be in the test file named before it, and every cited decision must have a record. Prints all
 * violations and then fails.
 */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders that paths on the pages are relative to. */
const places = ['', 'server/src'];
/** A path with a folder, or the name of a file in the root folder. */
const filePattern = /^[\w-][\w./-]*\.(?:ts|tsx|mjs|md|sql|yaml)$/u;
const cited = /`([^`]+)`|"([^"]+)"|decisions? ((?:\d{3}(?:, | and )?)+)/gu;
const testsColumn = 'shown by';

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
const pages = globSync('docs/security/*.md', { cwd: root }).toSorted();
const problems: string[] = [];
let quotedTests = 0;
for (const page of pages) {
  const read = readPage(readFileSync(join(root, page), 'utf8'));
  quotedTests += read.tests;
  problems.push(...read.problems.map((problem) => `${page}: ${problem}`));
}
if (quotedTests === 0) problems.push('docs/security: no test is quoted at all');
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Returns the violations on a page, and the number of tests that it quotes. */
function readPage(page: string): { problems: string[]; tests: number } {
  const found: string[] = [];
  let quoted = 0;
  let isOfTests = false;
  for (const [index, line] of page.split('\n').entries()) {
    const cells = line.startsWith('|') ? line.slice(1, -1).split(' | ') : [line];
    const last = cells.at(-1)?.trim() ?? '';
    if (!line.startsWith('|')) isOfTests = false;
    else if (last === testsColumn) isOfTests = true;
    else if (isOfTests && !/^[-|]+$/u.test(last) && !/\.test\.ts`|^none\b/u.test(last)) {
      found.push(`line ${index + 1}: names no test, nor says "none"`);
    }
    for (const cell of cells) {
      const read = readCell(cell);
      quoted += read.tests;
      found.push(...read.problems.map((problem) => `line ${index + 1}: ${problem}`));
    }
  }
  return { problems: found, tests: quoted };
}

/**
 * Checks one cell of a table on a security page. If the cell names a test file, a quoted text is
 * the name of a test in the last file named before it.
 */
function readCell(cell: string): { problems: string[]; tests: number } {
  const found: string[] = [];
  const isOfTests = cell.includes('.test.ts`');
  let tests = 0;
  let text: string | undefined;
  let file = '';
  for (const [, code = '', name = '', decisions = ''] of cell.matchAll(cited)) {
    for (const number of decisions.match(/\d{3}/gu) ?? []) {
      if (globSync(`docs/decisions/*/${number}-*.md`, { cwd: root }).length === 0) {
        found.push(`there is no decision ${number}`);
      }
    }
    if (filePattern.test(code)) {
      file = code;
      text = textOf(code);
      if (text === undefined) found.push(`there is no ${code}`);
    }
    if (name === '' || !isOfTests) continue;
    tests += 1;
    if (!file.endsWith('.test.ts')) found.push(`"${name}" does not follow the name of a test file`);
    else if (text !== undefined && !isTestIn(text, name)) found.push(`${file} has no "${name}"`);
  }
  return { problems: found, tests };
}

function textOf(path: string): string | undefined {
  const place = places.find((each) => existsSync(join(root, each, path)));
  return place === undefined ? undefined : readFileSync(join(root, place, path), 'utf8');
}

/** Whether a file has a string literal that begins with these words, as the name of a test does. */
function isTestIn(text: string, name: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}`));
}
