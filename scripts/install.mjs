/** Installs the packages of the lock file when they are missing. Runs on Node 20 and later. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isForMachine, readPackages } from './checks/locked-packages.mjs';
import {
  inModules,
  libc,
  machineEnvironment,
  pinnedNode,
  pinnedNodePackage,
  root,
  run,
  secondsSince,
  withProgress,
} from './project.mjs';

/** @typedef {import('./checks/locked-packages.mjs').LockedPackage} LockedPackage */
/** @typedef {{ code: number, output: string }} Outcome */

/**
 * The major version of the Node release that package.json installs through the packages `node-…`.
 */
const pinnedMajor = 26;
const attempts = 5;
/**
 * npm waits five minutes for a stalled download, and up to a minute before it retries. `fetch-timeout` limits each
 * silence of a connection, not a whole download.
 */
const patience = {
  'fetch-timeout': 30_000,
  'fetch-retries': 2,
  'fetch-retry-mintimeout': 1000,
  'fetch-retry-maxtimeout': 5000,
};
const unreachable = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ENETDOWN)\b/u;
const brokenOff =
  /\b(?:ETIMEDOUT|ESOCKETTIMEDOUT|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|FETCH_ERROR|EINTEGRITY|TAR_BAD_ARCHIVE|ZLIBERROR|Z_BUF_ERROR|E429|E50[0234])\b/u;

/**
 * Makes sure that the packages of package-lock.json and the required Node release are installed.
 * Throws if they cannot be installed.
 */
export async function ensureInstalled() {
  if (missingPackages().length > 0) {
    expectLibatomic();
    await install();
  }
  expectNode();
}

/**
 * Paths of packages in package-lock.json that this machine needs and that are not installed in the
 * right version.
 */
function missingPackages() {
  const installed = readPackages(inModules('.package-lock.json')) ?? {};
  return Object.entries(readPackages(join(root, 'package-lock.json')) ?? {})
    .filter(([path]) => path.startsWith('node_modules/'))
    .filter(([path, locked]) => !isInPlace(locked, installed[path], path))
    .map(([path]) => path);
}

/**
 * @param {LockedPackage} locked
 * @param {LockedPackage | undefined} installed
 * @param {string} path
 */
function isInPlace(locked, installed, path) {
  if (!installed) return locked.optional === true && !isForThisMachine(locked);
  return installed.version === locked.version && existsSync(join(root, path));
}

/**
 * Whether an optional package is required on this machine, so that its absence is an error. npm
 * silently skips an optional package whose download fails. A package without a platform may be part
 * of a package for another platform, so it is not required.
 * @param {LockedPackage} locked
 */
function isForThisMachine(locked) {
  if (locked.os === undefined && locked.cpu === undefined) return false;
  return isForMachine(locked, { platform: process.platform, arch: process.arch, libc });
}

/**
 * Installs the packages and retries after a failure. npm keeps each completed download, so a
 * further attempt continues where the last one ended.
 */
async function install() {
  const start = Date.now();
  console.log('Installing packages (a minute or two the first time) …');
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await npmCi();
    const trouble = troubleOf(outcome);
    if (trouble === undefined) break;
    if (!trouble.isPassing) throw new Error(trouble.message);
    if (attempt === attempts) {
      throw new Error(
        `${trouble.message}\nGave up after ${attempts} attempts. What was downloaded is kept: run the same command again.`,
      );
    }
    console.log(
      `${trouble.message} Trying again (${attempt + 1} of ${attempts}); what was downloaded is kept.`,
    );
  }
  console.log(`Installed in ${secondsSince(start)} s.`);
}

/**
 * Why the installation failed, and whether a retry may help; undefined if all packages exist.
 * @param {Outcome} outcome
 * @returns {{ message: string, isPassing: boolean } | undefined}
 */
function troubleOf({ code, output }) {
  const [missing] = missingPackages();
  if (code === 0 && missing === undefined) return undefined;
  if (code === 0) {
    return { message: `npm could not install ${missing}.`, isPassing: true };
  }
  const noWay = unreachable.exec(output)?.[0];
  if (noWay !== undefined) {
    return {
      message:
        `The package registry cannot be reached (${noWay}). ` +
        'The first start downloads packages: connect this machine to the internet, ' +
        'or set npm’s proxy or registry ("npm config set"), and run the same command again.',
      isPassing: false,
    };
  }
  const stalled = brokenOff.exec(output)?.[0];
  if (stalled !== undefined) {
    return { message: `A download stalled or broke off (${stalled}).`, isPassing: true };
  }
  return { message: `npm ci failed:\n${output}`, isPassing: false };
}

/** @returns {Promise<Outcome>} */
async function npmCi() {
  let downloads = 0;
  let lastAt = Date.now();
  const settings = Object.entries(patience)
    // npm settings in the user's environment take precedence over these limits.
    .filter(([name]) => process.env[`npm_config_${name.replaceAll('-', '_')}`] === undefined)
    .map(([name, value]) => `--${name}=${value}`);
  const { code, output } = await withProgress(
    run('npm', ['ci', '--prefer-offline', '--loglevel=http', ...settings], {
      env: machineEnvironment(),
      isQuiet: true,
      onOutput: (text) => {
        const fetched = text.match(/npm http fetch/gu)?.length ?? 0;
        if (fetched === 0) return;
        downloads += fetched;
        lastAt = Date.now();
      },
    }),
    (seconds) => {
      const silent = secondsSince(lastAt);
      const waits = silent < 10 ? '' : `; no download has ended for ${silent} s`;
      console.log(`  … ${seconds} s, ${downloads} downloads so far${waits}`);
    },
  );
  return { code, output: output.replaceAll(/^npm http .*\n/gmu, '') };
}

/**
 * Reports before any download that the required Node release cannot run because libatomic is
 * missing. Reports nothing if it cannot find out whether libatomic is installed.
 */
function expectLibatomic() {
  if (libc !== 'glibc' || process.env['LD_LIBRARY_PATH'] !== undefined) return;
  const known = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? '';
  if (known.includes('libc.so.6') && !known.includes('libatomic.so.1')) throw missesLibatomic();
}

function missesLibatomic() {
  return new Error(
    `The Node that runs Baari (release ${pinnedMajor}) needs the library libatomic.so.1, which is missing. ` +
      'As root, "apt-get install libatomic1" on Debian and Ubuntu or "dnf install libatomic" on Fedora installs it.',
  );
}

function expectNode() {
  if (pinnedNodePackage === undefined) {
    if (Number.parseInt(process.versions.node, 10) >= pinnedMajor) return;
    throw new Error(
      `There is no package of Node for ${process.platform} on ${process.arch}${libc === 'musl' ? ' with musl' : ''}: ` +
        `install Node ${pinnedMajor} or later. This is ${process.versions.node}.`,
    );
  }
  const answer = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  if (answer.status === 0) return;
  if (answer.stderr?.includes('libatomic')) throw missesLibatomic();
  throw new Error(
    `${pinnedNode} does not run: ${answer.error?.message ?? answer.stderr.trim()}\n` +
      'Remove the folder node_modules and run the same command again.',
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await ensureInstalled();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
