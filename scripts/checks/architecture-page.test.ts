import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

test('the architecture page names every folder of the code that runs in the browser', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const folders = readdirSync(join(root, 'web/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const unnamed = folders.filter((folder) => !page.includes(`${folder}/`));
  assert.deepEqual(unnamed, []);
});

test('the diagram on the architecture page shows which parts of the code really use each other', () => {
  const script = join(root, 'scripts/architecture-picture.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});
