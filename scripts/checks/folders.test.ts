import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { test } from 'node:test';
import { root } from '../project.mjs';

/** The most files of code in one folder, tests included. */
const most = 25;

/** Folders with more files, and why. */
const exempt: Readonly<Record<string, string>> = {
  'server/src/waits': 'the rules of one forecast, which import each other',
};

/** Read from the disk, as an archive has no git history; without what is installed, built or made. */
const files = globSync('{contract,server,web,e2e,bench,scripts}/**/*.*', {
  cwd: root,
  exclude: (path) => /^(?:node_modules|dist|data|test-results|.*\.gen\.ts)$/u.test(basename(path)),
});

/** The files of code by folder; migrations and generated texts are lists, not rooms. */
function filesByFolder(): ReadonlyMap<string, readonly string[]> {
  const code = files.filter((path) => /\.(?:tsx?|mjs)$/u.test(path));
  return Map.groupBy(code, (path) => dirname(path));
}

test('no folder holds more than 25 files, so that a newcomer finds one by its folder’s name', () => {
  const large = [...filesByFolder()]
    .filter(([folder, files]) => files.length > most && exempt[folder] === undefined)
    .map(([folder, files]) => `${folder}: ${files.length}`);
  assert.deepEqual(large, []);
});

test('each folder that may hold more than 25 files still does', () => {
  const folders = filesByFolder();
  const small = Object.keys(exempt).filter((folder) => (folders.get(folder)?.length ?? 0) <= most);
  assert.deepEqual(small, []);
});

test('no folder holds one file of code and nothing else', () => {
  const alone = [...filesByFolder()]
    .filter(([folder]) => files.filter((path) => path.startsWith(`${folder}/`)).length === 1)
    .map(([folder]) => folder);
  assert.deepEqual(alone, []);
});
