/** Debian packages that tests need: installed without asking, as in a container. */
import { existsSync } from 'node:fs';
import { run } from './project.mjs';

/** Whether this is Debian or Ubuntu and the process is root. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Seconds after which an unresponsive archive is skipped. */
const limits = { update: 60, download: 600 };
/** Exit code of the program `timeout`. */
const brokenOff = 124;

/**
 * Installs a package with its dependencies; resolves to apt-get's output when that fails, else to undefined.
 * @param {string} name
 */
export async function installPackage(name) {
  const install = ['install', '-y', '--no-install-recommends', name];
  // The failure may concern an archive that is not needed here.
  const { code } = await aptGet(['update'], limits.update);
  if (code === brokenOff) return 'The archive did not answer in time.';
  const fetched = await aptGet([...install, '--download-only'], limits.download);
  if (fetched.code === brokenOff) return 'The archive did not send it in time.';
  if (fetched.code !== 0) return fetched.output.trim();
  // Without a time limit, because an interrupted installation leaves dpkg broken.
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
