/** Finds PostgreSQL's programs in the npm package of this platform, and repairs or copies them when needed. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Account, canRunAndRead } from './embedded-postgres-account.ts';

export type Binaries = { initdb: string; postgres: string; pgCtl: string };

type Log = (message: string) => void;
type Package = { name: string; folder: string };

/** The programs, runnable by the account; copies them to `cacheDir` when it cannot reach the package. */
export function findBinaries(account: Account | undefined, cacheDir: string, log: Log): Binaries {
  const found = findPackage();
  makeLibraryLinks(found, log);
  const native = join(found.folder, 'native');
  if (!account || isRunnableBy(account, native)) return binariesIn(native);
  return binariesIn(copyForAccount(found, account, cacheDir, log));
}

function findPackage(): Package {
  const name = `@embedded-postgres/${platformName()}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return { name, folder: dirname(dirname(require.resolve(name))) };
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed: there is no embedded PostgreSQL for this platform, or ` +
        'optional packages were left out. Install again, or give the address of a PostgreSQL server.',
      { cause },
    );
  }
}

function platformName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `${system}-${process.arch}`;
}

/** npm does not carry symbolic links; the package makes them after installing, unless scripts were ignored. */
function makeLibraryLinks({ name, folder }: Package, log: Log): void {
  if (missingLinks(folder).length === 0) return;
  log(`Completing ${name}: its library links are missing (installed with --ignore-scripts).`);
  const script = join('scripts', 'hydrate-symlinks.js');
  const run = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
  const missing = missingLinks(folder);
  if (missing.length > 0) {
    throw new Error(
      `Could not make the library links of ${name} in ${folder} (${missing[0]} and others): ` +
        `run "npm rebuild ${name}" as the owner of that folder. ${run.stderr}`,
    );
  }
}

function missingLinks(folder: string): string[] {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) return [];
  return links
    .map(targetOf)
    .filter((target) => target !== undefined)
    .filter((target) => !lstatSync(join(folder, target), { throwIfNoEntry: false }));
}

function targetOf(link: unknown): string | undefined {
  if (typeof link !== 'object' || link === null || !('target' in link)) return undefined;
  return typeof link.target === 'string' ? link.target : undefined;
}

function isRunnableBy(account: Account, native: string): boolean {
  const { postgres } = binariesIn(native);
  return canRunAndRead(account, postgres, join(native, 'share', 'postgresql', 'postgres.bki'));
}

function copyForAccount(found: Package, account: Account, cacheDir: string, log: Log): string {
  const target = join(
    cacheDir,
    `${found.name.replace('@', '').replace('/', '-')}-${versionOf(found)}`,
  );
  if (existsSync(target) && isRunnableBy(account, target)) return target;
  log(`User ${account.name} cannot reach ${found.folder}: copying PostgreSQL to ${target}.`);
  const partial = `${target}.new-${process.pid}`;
  mkdirSync(cacheDir, { recursive: true, mode: 0o755 });
  cpSync(join(found.folder, 'native'), partial, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', partial]);
  replaceFolder(partial, target, () => isRunnableBy(account, target));
  if (isRunnableBy(account, target)) return target;
  throw new Error(
    `User ${account.name} can run PostgreSQL neither from ${found.folder} nor from ${target}.`,
  );
}

/** Another process may have put the same copy there meanwhile: theirs serves as well as ours. */
function replaceFolder(source: string, target: string, isGood: () => boolean): void {
  if (existsSync(target) && !isGood()) rmSync(target, { recursive: true, force: true });
  try {
    renameSync(source, target);
  } catch (error) {
    if (!isGood()) throw error;
    rmSync(source, { recursive: true, force: true });
  }
}

function versionOf({ folder }: Package): string {
  const described: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof described === 'object' && described !== null && 'version' in described) {
    return String(described.version);
  }
  throw new Error(`${folder}/package.json names no version.`);
}

function binariesIn(native: string): Binaries {
  const extension = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(native, 'bin', `${name}${extension}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}
