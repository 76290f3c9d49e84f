import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

test('the page on the architecture names every room of the browser’s code', () => {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const rooms = readdirSync(join(root, 'web/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const unnamed = rooms.filter((room) => !page.includes(`${room}/`));
  assert.deepEqual(unnamed, []);
});
