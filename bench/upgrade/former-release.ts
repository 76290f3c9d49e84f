/**
 * Checks out the release from which an upgrade begins into a temporary folder, with this checkout's
 * node_modules.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The commit or tag to upgrade from. By default it is the last commit before migration 0217, one day
 * older than the first migration that rewrote the rows of patients.
 */
const formerCommit = process.env['BAARI_UPGRADE_FROM'] ?? '199d331e';

/** Why the upgrade cannot be tested on this machine, as a sentence; undefined if it can. */
export function whatIsMissing(): string | undefined {
  const history = spawnSync('git', ['cat-file', '-e', `${formerCommit}^{commit}`], { cwd: root });
  if (history.status !== 0) {
    return `Skipped: the git history with ${formerCommit}, the release to upgrade from, is not here.`;
  }
  const proxy = spawnSync('haproxy', ['-v']);
  if (proxy.status !== 0) return 'Skipped: HAProxy is not installed (apt-get install haproxy).';
  return undefined;
}

/**
 * Writes the former release into an empty folder. The files of node_modules are hard links, or
 * copies if the folder is on another file system.
 */
export function checkOutFormerRelease(folder: string): void {
  run('sh', ['-c', `git archive ${formerCommit} | tar -x -C "$1"`, 'sh', folder], root);
  for (const part of ['', 'contract/', 'server/']) {
    const modules = `${root}${part}node_modules`;
    if (!existsSync(modules)) continue;
    const target = join(folder, part);
    if (spawnSync('cp', ['-al', modules, target]).status !== 0) run('cp', ['-a', modules, target]);
  }
  run(process.execPath, ['scripts/texts/make-texts.mjs'], folder);
}

function run(command: string, given: readonly string[], cwd?: string): void {
  const done = spawnSync(command, given, { cwd, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${command} failed: ${done.stderr}`);
}
