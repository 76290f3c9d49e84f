/**
 * Installs Debian packages that tests need, without asking the user. This is possible in a
 * container, for example.
 */
import { existsSync } from 'node:fs';
import { run } from './project.mjs';

/** Whether this is Debian or Ubuntu and the process is root. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Time limits in seconds for package servers that do not respond. */
const limits = { update: 60, download: 600 };
/** The exit code with which the program `timeout` reports that it stopped a command. */
const brokenOff = 124;

/**
 * Installs packages, whose names are separated by spaces, with their dependencies. Resolves to
 * undefined, or to apt-get's output if that fails.
 * @param {string} names
 */
export async function installPackage(names) {
  const install = ['install', '-y', '--no-install-recommends', ...names.split(' ')];
  // An update may fail because of a package source that is not needed here, so only a timeout
  // counts as a failure.
  const { code } = await aptGet(['update'], limits.update);
  if (code === brokenOff) return 'The archive did not answer in time.';
  const fetched = await aptGet([...install, '--download-only'], limits.download);
  if (fetched.code === brokenOff) return 'The archive did not send it in time.';
  if (fetched.code !== 0) return fetched.output.trim();
  // The installation has no time limit, because an interrupted installation leaves dpkg broken.
  const installed = await aptGet(install);
  return installed.code === 0 ? undefined : installed.output.trim();
}

/**
 * @param {string[]} args
 * @param {number} [limit] in seconds
 */
function aptGet(args, limit) {
  const options = ['-qq', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=120'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const limited = limit === undefined ? [] : ['timeout', String(limit)];
  const [program = '', ...rest] = [...limited, 'apt-get', ...options, ...args];
  return run(program, rest, { env, isQuiet: true });
}
