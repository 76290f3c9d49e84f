/** Tests of modules that a running process loads again after a change. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { watchModules } from './changed-modules.ts';
import { makeTestFolder } from './testing/test-postgres.ts';

const folder = makeTestFolder();
after(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return pathToFileURL(join(folder, name)).href;
}

test('after a source file changes, the development server reloads that file and all files that import it, and no others [WORK-3]', async () => {
  const modules = watchModules(pathToFileURL(folder).href);
  const changed = write('changed.ts', `export const word: string = 'before';`);
  write('untouched.ts', 'export const state: object = {};');
  write('between.ts', `export { word } from './changed.ts';`);
  const top = write(
    'top.ts',
    `export { word } from './between.ts'; export { state } from './untouched.ts';`,
  );
  const before: unknown = await import(top);
  write('changed.ts', `export const word: string = 'after';`);
  modules.renew([changed]);
  const now: unknown = await import(top);
  assert.ok(hasBoth(before) && hasBoth(now));
  assert.deepEqual([before.word, now.word], ['before', 'after']);
  assert.equal(now.state, before.state);
});

function hasBoth(module: unknown): module is { readonly word: unknown; readonly state: unknown } {
  return typeof module === 'object' && module !== null && 'word' in module && 'state' in module;
}
