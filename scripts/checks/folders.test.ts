import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
/** The most files of code in one folder, tests included. */
const most = 25;

/** Folders with more files, and why. */
const exempt: Readonly<Record<string, string>> = {
  'server/src/waits': 'the rules of one forecast, which import each other',
};

function trackedFiles(): readonly string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
}

/** The files of code by folder; migrations and generated texts are lists, not rooms. */
function filesByFolder(): ReadonlyMap<string, readonly string[]> {
  const code = trackedFiles().filter((path) =>
    /^(?:contract|server|web|e2e|bench|scripts)\/.*\.(?:tsx?|mjs)$/u.test(path),
  );
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
  const tracked = trackedFiles();
  const alone = [...filesByFolder()]
    .filter(([folder]) => tracked.filter((path) => path.startsWith(`${folder}/`)).length === 1)
    .map(([folder]) => folder);
  assert.deepEqual(alone, []);
});
