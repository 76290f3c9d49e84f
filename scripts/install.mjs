/** Installs what the lock file names, when it is not there yet. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  inModules,
  machineEnvironment,
  pinnedNode,
  root,
  run,
  secondsSince,
  withProgress,
} from './project.mjs';

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage */

/** Makes sure that the packages of the lock file and the pinned Node are there; throws when it cannot. */
export async function ensureInstalled() {
  if (!isUpToDate()) await install();
  if (!existsSync(pinnedNode)) await fetchPinnedNode();
}

function isUpToDate() {
  const installed = readPackages(inModules('.package-lock.json'));
  if (!installed) return false;
  const wanted = Object.entries(readPackages(join(root, 'package-lock.json')) ?? {});
  return wanted
    .filter(([path]) => path.startsWith('node_modules/'))
    .every(([path, locked]) => isInPlace(locked, installed[path], path));
}

/**
 * @param {LockedPackage} locked
 * @param {LockedPackage | undefined} installed
 * @param {string} path
 */
function isInPlace(locked, installed, path) {
  // Packages for other systems are never installed here, so those that may be absent are not missed.
  if (!installed) return locked.optional === true;
  return installed.version === locked.version && existsSync(join(root, path));
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(file) {
  if (!existsSync(file)) return undefined;
  const lock = /** @type {{ packages: Record<string, LockedPackage> }} */ (
    JSON.parse(readFileSync(file, 'utf8'))
  );
  return lock.packages;
}

async function install() {
  const start = Date.now();
  console.log('Installing packages (a minute or two the first time) …');
  const clean = await npm('ci');
  if (clean.code !== 0) await installIncomplete(clean.output);
  console.log(`Installed in ${secondsSince(start)} s.`);
}

/**
 * npm 11 refuses a lock file that lacks a package for some other system, npm 10 does not: then the
 * same versions are installed without that test. Whatever else is wrong stays an error.
 * @param {string} refusal
 */
async function installIncomplete(refusal) {
  if (!refusal.includes('EUSAGE')) throw new Error(`npm ci failed:\n${refusal}`);
  const { code, output } = await npm('install', '--no-save');
  if (code !== 0) throw new Error(`npm install failed:\n${output}`);
}

/**
 * @param {string[]} args
 */
function npm(...args) {
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  return withProgress(
    run('npm', [...args, ...quietly], { env: machineEnvironment(), isQuiet: true }),
    (seconds) => console.log(`  … ${seconds} s, ${countPackages()} packages so far`),
  );
}

function countPackages() {
  return existsSync(inModules('.')) ? readdirSync(inModules('.')).length : 0;
}

/** npm settings may forbid install scripts, and the package `node` fetches its program in one. */
async function fetchPinnedNode() {
  console.log('Fetching the Node that runs Baari …');
  const { output } = await npm('rebuild', 'node', '--ignore-scripts=false');
  if (existsSync(pinnedNode)) return;
  throw new Error(`${pinnedNode} is missing: the package "node" could not fetch it.\n${output}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await ensureInstalled();
