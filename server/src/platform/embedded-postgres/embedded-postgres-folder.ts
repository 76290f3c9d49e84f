/** The data folder of an embedded PostgreSQL: its location, its creation and its version check. */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Account, canEnter, giveTo, runAs } from './embedded-postgres-account.ts';
import { type Binaries, releaseOf } from './embedded-postgres-binaries.ts';
import { isAlive } from './embedded-postgres-process.ts';

export const SUPERUSER = 'baari';

const PASSWORD_FILE = 'baari-password';

type Initialisation = {
  account: Account | undefined;
  binaries: Binaries;
  isDurable: boolean;
  log: (message: string) => void;
};

/**
 * The requested data folder or, if PostgreSQL's account cannot reach it, a folder under
 * `systemDataDir`.
 */
export function reachableFolder(
  asked: string,
  account: Account | undefined,
  systemDataDir: string,
  log: (message: string) => void,
): string {
  mkdirSync(dirname(asked), { recursive: true, mode: 0o755 });
  if (canEnter(account, dirname(asked))) return asked;
  const mark = createHash('sha256').update(asked).digest('hex').slice(0, 8);
  const instead = join(systemDataDir, `${basename(asked)}-${mark}`);
  log(`User ${account?.name} cannot reach ${asked}: the data is kept in ${instead}.`);
  mkdirSync(systemDataDir, { recursive: true, mode: 0o755 });
  return instead;
}

/** Creates a data folder atomically: an interrupted attempt leaves only an unused temporary folder. */
export function initialiseFolder(
  dataDir: string,
  { account, binaries, isDurable, log }: Initialisation,
): void {
  removeAbandonedAttempts(dataDir);
  if (hasData(dataDir)) {
    checkVersion(dataDir, binaries);
    return;
  }
  log(`Creating the database in ${dataDir}.`);
  const fresh = `${dataDir}.new-${process.pid}-${randomBytes(3).toString('hex')}`;
  const passwordFile = `${fresh}.password`;
  mkdirSync(fresh, { mode: 0o700 });
  giveTo(account, fresh);
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  giveTo(account, passwordFile);
  runInitdb(binaries, account, fresh, passwordFile, isDurable);
  renameSync(passwordFile, join(fresh, PASSWORD_FILE));
  moveIntoPlace(fresh, dataDir);
}

function runInitdb(
  binaries: Binaries,
  account: Account | undefined,
  folder: string,
  passwordFile: string,
  isDurable: boolean,
): void {
  // The built-in locale C.UTF-8 sorts by code point and does not depend on the system's libraries,
  // so indexes stay valid across machines.
  const args = ['-D', folder, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--no-instructions'];
  args.push('--auth-local=trust', '--auth-host=scram-sha-256', '--encoding=UTF8', '--no-locale');
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--text-search-config=simple');
  if (!isDurable) args.push('--no-sync');
  const run = spawnSync(binaries.initdb, args, {
    ...runAs(account),
    ...environment(),
    encoding: 'utf8',
  });
  if (run.status === 0) return;
  rmSync(folder, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  throw new Error(
    `PostgreSQL could not create its data folder: ${run.error?.message ?? run.stderr.trim()}`,
  );
}

/**
 * Moves a new data folder to its final path. If two processes create the folder at the same time,
 * the first wins and the other folder is discarded.
 */
function moveIntoPlace(fresh: string, dataDir: string): void {
  try {
    if (process.platform === 'win32') rmSync(dataDir, { force: true, recursive: false });
    renameSync(fresh, dataDir);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!hasData(dataDir)) throw error;
  }
}

function hasData(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  try {
    if (existsSync(join(dataDir, 'PG_VERSION'))) return true;
    if (readdirSync(dataDir).length === 0) return false;
  } catch (cause) {
    throw new Error(`${dataDir} belongs to user ${statSync(dataDir).uid}: run as that user.`, {
      cause,
    });
  }
  throw new Error(`${dataDir} holds something, but no PostgreSQL data: name an empty folder.`);
}

function checkVersion(dataDir: string, binaries: Binaries): void {
  const ofData = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  const ofProgram = releaseOf(binaries, undefined);
  if (Number(ofData) === ofProgram) return;
  throw new Error(
    `${dataDir} was written by PostgreSQL ${ofData} and this is ${ofProgram}: ` +
      'dump it with the old version and load it into the new one.',
  );
}

function removeAbandonedAttempts(dataDir: string): void {
  const prefix = `${basename(dataDir)}.new-`;
  for (const name of readdirSync(dirname(dataDir))) {
    if (!name.startsWith(prefix)) continue;
    const maker = Number.parseInt(name.slice(prefix.length), 10);
    if (isAlive(maker)) continue;
    rmSync(join(dirname(dataDir), name), { recursive: true, force: true });
  }
}

/** The password of the database superuser, created together with the data folder. */
export function readPassword(dataDir: string): string {
  return readFileSync(join(dataDir, PASSWORD_FILE), 'utf8').trim();
}

/**
 * The environment variables for PostgreSQL's programs. Baari's variables for locale, libraries and
 * port are left out, because they would change how the programs behave.
 */
export function environment(): { env?: NodeJS.ProcessEnv } {
  return process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC' } };
}
