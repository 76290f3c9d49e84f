/** A checkout of the release from which an upgrade begins, in a temporary folder, with our modules. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The last commit before migration 0217, a day older than the first migration that rewrote the patients. */
const formerCommit = '199d331e';

/** Why the upgrade cannot be tested here, as a sentence; undefined where it can. */
export function whatIsMissing(): string | undefined {
  const history = spawnSync('git', ['cat-file', '-e', `${formerCommit}^{commit}`], { cwd: root });
  if (history.status !== 0) {
    return `Skipped: the git history with ${formerCommit}, the release to upgrade from, is not here.`;
  }
  const proxy = spawnSync('haproxy', ['-v']);
  if (proxy.status !== 0) return 'Skipped: HAProxy is not installed (apt-get install haproxy).';
  return undefined;
}

/** Writes the release into an empty folder. Modules are hard links, or copies on another file system. */
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
