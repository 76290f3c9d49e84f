/**
 * Checks that package-lock.json installs the same packages on every platform. Runs on Node 20 and
 * later.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../project.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean, resolved?: string, os?: string | string[],
 *   cpu?: string | string[], libc?: string | string[], optionalDependencies?: Record<string, string> }} LockedPackage
 */
/** @typedef {{ platform: string, arch: string, libc: string | undefined }} Machine */

/**
 * Reads the packages of a lock file by path; undefined if the file is missing.
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
export function readPackages(file) {
  if (!existsSync(file)) return undefined;
  const lock = /** @type {{ packages: Record<string, LockedPackage> }} */ (
    JSON.parse(readFileSync(file, 'utf8'))
  );
  return lock.packages;
}

/**
 * Finds faults in a lock file's packages, one per line. A fault is an optional package that is not
 * locked, so that some platforms lack it without a message, or a download address.
 * @param {Record<string, LockedPackage>} packages
 * @returns {string[]}
 */
export function findLockFaults(packages) {
  return Object.entries(packages).flatMap(([path, locked]) => [
    ...Object.keys(locked.optionalDependencies ?? {})
      .filter((name) => !placesOf(name, path).some((place) => place in packages))
      .map((name) => `${path === '' ? 'package.json' : path}: ${name} is not locked`),
    ...(locked.resolved !== undefined && !locked.link ? [`${path}: names a download`] : []),
  ]);
}

/**
 * The folders where Node looks for a package imported from this path.
 * @param {string} name
 * @param {string} path
 * @returns {string[]}
 */
function placesOf(name, path) {
  const parts = path.split('/');
  return parts
    .map((_part, index) => parts.slice(0, parts.length - index).join('/'))
    .filter((folder) => folder !== '' && !folder.endsWith('node_modules'))
    .map((folder) => `${folder}/node_modules/${name}`)
    .concat(`node_modules/${name}`);
}

/**
 * Whether npm installs the package on this machine, by its `os`, `cpu` and `libc`.
 * @param {LockedPackage} locked
 * @param {Machine} machine
 */
export function isForMachine({ os, cpu, libc }, machine) {
  return (
    allows(os, machine.platform) &&
    allows(cpu, machine.arch) &&
    (libc === undefined || (machine.libc !== undefined && allows(libc, machine.libc)))
  );
}

/**
 * @param {string | string[] | undefined} rule
 * @param {string} value
 */
function allows(rule, value) {
  if (rule === undefined) return true;
  const names = [rule].flat();
  if (names.includes(`!${value}`)) return false;
  return names.every((name) => name.startsWith('!')) || names.includes(value);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = findLockFaults(readPackages(join(root, 'package-lock.json')) ?? {});
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    console.error(
      'Make package-lock.json anew in a folder without node_modules: npm leaves out what is for other platforms.',
    );
    process.exitCode = 1;
  }
}
