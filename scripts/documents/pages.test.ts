/** The form of the documents: length, intended readers, links, and the decision records. */
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { root } from '../project.mjs';
import { documents, textOf } from './documents.ts';

const mostWords = 45_000;
/** The maximum number of words of a document; reading this many takes ten minutes. */
const mostWordsOfAPage = 2300;
/**
 * Documents that consist of a table of requirements, so that the limit for words does not apply to
 * them.
 */
const tables = new Set(['docs/requirements.md']);
const counted = /^(?:README|CONTRIBUTING|CHANGELOG|SECURITY|docs\/.*)\.md$|^docs\//u;
const record = /^docs\/decisions\/[\w-]+\/(\d{3})-[\w-]+\.md$/u;

const records = documents.filter((path) => record.test(path));
const pages = documents.filter((path) => !record.test(path));

function wordsOf(path: string): number {
  const text = textOf(path)
    .replaceAll(/^[|:\- ]+$/gmu, '')
    .replaceAll('|', ' ');
  return text.split(/\s+/u).filter((word) => word !== '').length;
}

test('all documents together have at most 45,000 words [WORK-6]', () => {
  const words = documents.filter((path) => counted.test(path)).map(wordsOf);
  const sum = words.reduce((total, each) => total + each, 0);
  assert.ok(sum <= mostWords, `${sum} words`);
});

for (const page of pages) {
  test(`${page} takes at most ten minutes to read and says who should read it [WORK-6]`, () => {
    const words = wordsOf(page);
    if (!tables.has(page)) assert.ok(words <= mostWordsOfAPage, `${words} words`);
    const beginning = textOf(page).split('\n').slice(0, 7).join('\n');
    assert.match(beginning, /\bFor [a-z]/u);
  });
}

test('every link of the documents leads to an existing file and heading [WORK-6]', () => {
  assert.deepEqual(documents.flatMap(brokenLinksOf), []);
});

function brokenLinksOf(page: string): string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/gu)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/u.test(link))
    .filter((link) => !leadsSomewhere(page, link))
    .map((link) => `${page}: ${link}`);
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, target))) return false;
  return heading === undefined || anchorsOf(target).includes(heading);
}

/** The anchors that GitHub gives to the headings of a page, for links to the headings. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gmu)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every decision record has its three sections and is listed by title in the index of decision records [WORK-6]', () => {
  const index = textOf('docs/decisions/README.md');
  assert.ok(records.length > 0 && records.length <= 48, `${records.length} records`);
  for (const path of records) {
    const [title = ''] = textOf(path).split('\n', 1);
    const link = `- [${title.replace(/^# /u, '')}](${path.replace('docs/decisions/', '')})`;
    assert.ok(index.includes(link), `the index misses ${link}`);
    const parts = [
      ...textOf(path).matchAll(/^(?:## |\*\*)(Context|Decision|Consequences)\b/gmu),
    ].map(([, part = '']) => part);
    assert.deepEqual(parts, ['Context', 'Decision', 'Consequences'], path);
  }
});

test('every decision that code, documents or other records refer to has a record [WORK-6]', () => {
  const numbers = new Set(records.map((path) => record.exec(path)?.[1] ?? ''));
  const sources = globSync(
    ['{contract,packages,server,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs,sql}', '*.{mjs,json}'],
    { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/data/**', '**/.cache/**'] },
  );
  const cited = [...sources, ...documents].flatMap((path) => [
    ...[...textOf(path).matchAll(/docs\/decisions\/(\d{3})/gu)].map(([, n = '']) => [path, n]),
    ...(isFixed(path) ? [] : citedIn(path)),
  ]);
  assert.ok(cited.length > 20);
  assert.deepEqual(
    cited.filter(([, number = '']) => !numbers.has(number)),
    [],
  );
});

/**
 * Whether a file may cite a decision record that does not exist. Migrations are never edited, and
 * one test cites a false number on purpose.
 */
function isFixed(path: string): boolean {
  return path.endsWith('.sql') || path === 'scripts/checks/security-page.test.ts';
}

/**
 * The decision records that a file cites: "decision 034" in a page or in code, "(034)" in a record.
 */
function citedIn(page: string): string[][] {
  const pattern = record.test(page) ? /\(([01]\d{2})\)/gu : /\b[Dd]ecisions? (\d{3})\b/gu;
  return [...textOf(page).matchAll(pattern)].map(([, number = '']) => [page, number]);
}
