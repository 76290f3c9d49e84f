/** Packages of Debian that tests need: installed where nobody need be asked, as in a container. */
import { existsSync } from 'node:fs';
import { run } from './project.mjs';

/** Whether this is a Debian (or an Ubuntu) and we are its root. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Seconds after which an archive that does not answer is given up. */
const limits = { update: 60, download: 600 };
/** Of the program `timeout`. */
const brokenOff = 124;

/**
 * Installs one with what it needs; resolves to what apt-get said where that failed, else to undefined.
 * @param {string} name
 */
export async function installPackage(name) {
  const install = ['install', '-y', '--no-install-recommends', name];
  // Its failure may be that of an archive which is not needed here.
  const { code } = await aptGet(['update'], limits.update);
  if (code === brokenOff) return 'The archive did not answer in time.';
  const fetched = await aptGet([...install, '--download-only'], limits.download);
  if (fetched.code === brokenOff) return 'The archive did not send it in time.';
  if (fetched.code !== 0) return fetched.output.trim();
  // Without a limit: this one must not be broken off.
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
