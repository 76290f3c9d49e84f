import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { groupedAreas, namedModules } from './code-groups.ts';

const src = join(import.meta.dirname, '../src');

it('the build configuration refers only to code files and text groups that exist', () => {
  const texts = Object.values(groupedAreas)
    .flat()
    .map((area) => `i18n/en/${area}.gen.ts`);
  const missing = [...namedModules, ...texts].filter((name) => !existsSync(join(src, name)));
  assert.deepEqual(missing, []);
});
