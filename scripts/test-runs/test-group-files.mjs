/**
 * Writes and reads the file that `node --test` runs for a group of test files that share a process.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../project.mjs';

export const groupFolder = join(root, '.cache/test-groups');
/** The module that runs each test file of a group as a suite. */
export const sharedProcess = join(root, 'scripts/test-runs/shared-process.ts');

/**
 * Writes the group's file and returns its path.
 * @param {string} name
 * @param {readonly string[]} files absolute
 */
export function writeGroup(name, files) {
  mkdirSync(groupFolder, { recursive: true });
  const path = join(groupFolder, `${name}.test.ts`);
  const share = pathToFileURL(sharedProcess).href;
  writeFileSync(
    path,
    `import { shareProcess } from '${share}';\nshareProcess(\n${JSON.stringify(files)}\n);\n`,
  );
  return path;
}

/**
 * The test files of a group; undefined for a file that is not a group.
 * @param {string} path
 * @returns {string[] | undefined}
 */
export function filesOfGroup(path) {
  if (!path.startsWith(groupFolder)) return undefined;
  if (!existsSync(path)) return [];
  const [, , list = '[]'] = readFileSync(path, 'utf8').split('\n');
  return /** @type {string[]} */ (JSON.parse(list));
}
