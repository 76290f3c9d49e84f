/**
 * Checks that pages work in both text directions: styles use start and end, never left and right.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const sources = globSync(
  ['web/src/**/*.{ts,tsx,css}', 'web/*.html', 'web/public/*.js', 'server/src/**/*.ts'],
  { cwd: root, exclude: ['**/*.gen.ts', '**/*.test.ts'] },
);

/** Matches Tailwind classes that name the left or right side, after any number of variants. */
const sidedClass =
  /(?<=["'`\s:])-?(?:[mp][lr]-[\d[(a]|(?:left|right)-(?:\d|\[|\(|auto|px|full)|border-[lr](?=[\s"'`-])|rounded-(?:[lr]|[tb][lr])(?=[\s"'`-])|text-(?:left|right)(?=[\s"'`])|(?:float|clear)-(?:left|right)|scroll-[mp][lr]-|origin-(?:(?:top|bottom)-)?(?:left|right))/u;
/** Matches CSS declarations that name the left or right side. */
const sidedDeclaration =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right)\s*:\s*[\w-]|(?:text-align|float|clear)\s*:\s*(?:left|right)\b/u;

/** The lines of a file that match the pattern, with their line numbers. */
function linesOf(file: string, pattern: RegExp): string[] {
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : []));
}

test('no page fixes a left or right side, so that pages in right-to-left languages are mirrored [ENT-9]', () => {
  assert.ok(sources.length > 400);
  const components = sources.filter((file) => /^web\/.*\.tsx?$/u.test(file));
  assert.deepEqual(
    components.flatMap((file) => linesOf(file, sidedClass)),
    [],
  );
  const sheets = sources.filter(
    (file) =>
      /\.(?:css|html)$/u.test(file) || /^server\/.*(?:page|mail|letter|html)[^/]*$/u.test(file),
  );
  assert.deepEqual(
    sheets.flatMap((file) => linesOf(file, sidedDeclaration)),
    [],
  );
});

test('movements along the reading direction are reversed on pages in right-to-left languages [ENT-9]', () => {
  const moving = sources
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => linesOf(file, /translate-x-(?!\()/u));
  assert.ok(moving.length > 0);
  assert.deepEqual(
    moving.filter((line) => !line.includes('rtl:')),
    [],
  );
  assert.deepEqual(
    sources.flatMap((file) => linesOf(file, /translateX\((?!.*--onward)/u)),
    [],
  );
});

test('the check of mirrored pages finds a style that fixes a left or right side [ENT-9]', () => {
  for (const line of [
    "'ml-2'",
    '"sm:-mr-1 p-2"',
    "'hover:border-l-2'",
    "'inset-0 left-3'",
    "' text-right'",
  ]) {
    assert.match(line, sidedClass);
  }
  for (const line of [
    "'ms-2 me-auto'",
    "'inset-s-3'",
    "import './ways-left-list.tsx'",
    "'rounded-t-card'",
  ]) {
    assert.doesNotMatch(line, sidedClass);
  }
  for (const line of ['margin-left: 4px', '  left: 0;', 'text-align: right']) {
    assert.match(line, sidedDeclaration);
  }
  for (const line of ['margin-inline-start: 4px', 'text-align: start']) {
    assert.doesNotMatch(line, sidedDeclaration);
  }
});
