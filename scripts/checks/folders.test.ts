import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { test } from 'node:test';
import { root } from '../project.mjs';

/** The maximum number of code files in one folder, including tests. */
const most = 25;

/** Folders that may hold more files, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'server/src/waits': 'the rules of one forecast, which import each other',
};

/**
 * The code files, read from the disk, because an archive has no git history. Installed, built and
 * generated files are left out.
 */
const files = globSync('{contract,packages,server,web,e2e,bench,scripts}/**/*.*', {
  cwd: root,
  exclude: (path) => /^(?:node_modules|dist|data|test-results|.*\.gen\.ts)$/u.test(basename(path)),
});

/**
 * The code files by folder. Only TypeScript and JavaScript count, so not migrations and text files.
 */
function filesByFolder(): ReadonlyMap<string, readonly string[]> {
  const code = files.filter((path) => /\.(?:tsx?|mjs)$/u.test(path));
  return Map.groupBy(code, (path) => dirname(path));
}

test('no folder holds more than 25 files, so that a newcomer can find a file by the names of the folders', () => {
  const large = [...filesByFolder()]
    .filter(([folder, files]) => files.length > most && exempt[folder] === undefined)
    .map(([folder, files]) => `${folder}: ${files.length}`);
  assert.deepEqual(large, []);
});

test('each folder that is allowed more than 25 files still has more than 25', () => {
  const folders = filesByFolder();
  const small = Object.keys(exempt).filter((folder) => (folders.get(folder)?.length ?? 0) <= most);
  assert.deepEqual(small, []);
});

test('no folder holds only a single file of code', () => {
  const alone = [...filesByFolder()]
    .filter(([folder]) => files.filter((path) => path.startsWith(`${folder}/`)).length === 1)
    .map(([folder]) => folder);
  assert.deepEqual(alone, []);
});
