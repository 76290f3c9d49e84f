/**
 * Finds PostgreSQL's programs: an installed PostgreSQL named by the operator, else the npm package of this
 * platform. Repairs or copies the package if needed.
 */
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
import { type Account, canRunAndRead, runAs } from './embedded-postgres-account.ts';

export type Binaries = { initdb: string; postgres: string; pgCtl: string };

type Log = (message: string) => void;
type Package = { name: string; folder: string };

interface Search {
  readonly account: Account | undefined;
  /**
   * The folder to which the package is copied if PostgreSQL's account cannot reach the original.
   */
  readonly cacheDir: string;
  /** The program folder of an installed PostgreSQL; if undefined, the npm package is used. */
  readonly programsDir: string | undefined;
  readonly log: Log;
}

/** The first release that knows `--locale-provider=builtin`, which the data folder is created with. */
const OLDEST_RELEASE = 17;

/** Finds programs that the account can run; refuses an installed PostgreSQL older than 17. */
export function findBinaries({ account, cacheDir, programsDir, log }: Search): Binaries {
  if (programsDir !== undefined) return installedBinaries(programsDir, account);
  const found = findPackage();
  makeLibraryLinks(found, log);
  const native = join(found.folder, 'native');
  if (!account || isRunnableBy(account, native)) return binariesIn(native);
  return binariesIn(copyForAccount(found, account, cacheDir, log));
}

function installedBinaries(programsDir: string, account: Account | undefined): Binaries {
  const binaries = binariesInFolder(programsDir);
  const release = releaseOf(binaries, account);
  if (release !== undefined && release >= OLDEST_RELEASE) return binaries;
  throw new Error(
    `POSTGRES_PROGRAMS: ${programsDir} ${release === undefined ? 'holds no PostgreSQL that runs here' : `holds PostgreSQL ${release}`}. ` +
      `Name the folder of the programs of PostgreSQL ${OLDEST_RELEASE} or later, as /usr/lib/postgresql/18/bin, or leave the setting out.`,
  );
}

/** The major release of the PostgreSQL programs; undefined if they do not run. */
export function releaseOf(binaries: Binaries, account: Account | undefined): number | undefined {
  const run = spawnSync(binaries.postgres, ['--version'], { ...runAs(account), encoding: 'utf8' });
  const release = /(?<major>\d+)\.?/u.exec(run.stdout ?? '')?.groups?.['major'];
  return release === undefined ? undefined : Number(release);
}

function findPackage(): Package {
  const name = `@embedded-postgres/${platformName()}`;
  try {
    const require = createRequire(import.meta.url);
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

/**
 * Makes the symbolic links to libraries, which npm does not pack. An install script of the package
 * makes them too, unless install scripts were ignored.
 */
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

/**
 * Replaces a folder by a copy of another. If another process made the copy meanwhile, that copy is
 * kept.
 */
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
  return binariesInFolder(join(native, 'bin'));
}

function binariesInFolder(folder: string): Binaries {
  const extension = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, `${name}${extension}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}
