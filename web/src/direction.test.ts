/** What holds a page to both directions: nothing is placed on the left or on the right, but where a line begins or ends. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const sources = globSync(
  ['web/src/**/*.{ts,tsx,css}', 'web/*.html', 'web/public/*.js', 'server/src/**/*.ts'],
  { cwd: root, exclude: ['**/*.gen.ts', '**/*.test.ts'] },
);

/** Classes of Tailwind's that name a side, behind any number of variants. */
const sidedClass =
  /(?<=["'`\s:])-?(?:[mp][lr]-[\d[(a]|(?:left|right)-(?:\d|\[|\(|auto|px|full)|border-[lr](?=[\s"'`-])|rounded-(?:[lr]|[tb][lr])(?=[\s"'`-])|text-(?:left|right)(?=[\s"'`])|(?:float|clear)-(?:left|right)|scroll-[mp][lr]-|origin-(?:(?:top|bottom)-)?(?:left|right))/u;
/** Declarations that do. */
const sidedDeclaration =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right)\s*:\s*[\w-]|(?:text-align|float|clear)\s*:\s*(?:left|right)\b/u;

/** Lines of a file that match, with their number. */
function linesOf(file: string, pattern: RegExp): string[] {
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : []));
}

test('nothing of a page is placed on the left or on the right, so that it is mirrored where lines begin on the right [ENT-9]', () => {
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

test('what slides along a line of reading slides the other way where it begins on the right [ENT-9]', () => {
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

test('the check finds a class and a declaration that name a side [ENT-9]', () => {
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
