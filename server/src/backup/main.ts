/**
 * `npm run backup [-- file]` writes all data of the installation to one new encrypted file. `npm
 * run restore -- file` reads the file into an empty database. `npm run rehearse -- file` does so on
 * trial beside the running server. `npm run backup-key -- file` makes a key for these commands.
 */
import { rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { isDenied } from '../platform/database/database.ts';
import { type FileStores, openFileStores } from '../platform/files/file-store.ts';
import { migrationSteps } from '../migration-steps.ts';
import type { Secrets } from '../platform/secrets/secret.ts';
import { expectInstalled, openDatabaseServer, startDatabase } from '../start-database.ts';
import {
  type Lock,
  makeKeyFile,
  type OpeningKeys,
  readIdentities,
  readLock,
} from './backup-encryption.ts';
import { BackupProblem } from './backup-problem.ts';
import { connect, type Connection } from './backup.store.ts';
import { restoreBackup } from './restore-backup.ts';
import { noteRehearsal } from '../platform/daily-backups/backup-folder.ts';
import { backupName } from '../platform/daily-backups/backup-times.rules.ts';
import { writeBackup } from './write-backup.ts';

/**
 * The exit code of a backup that is complete except for report files that were missing or changed.
 */
const madeWithFilesMissing = 2;

interface Flags {
  /** The path of a file with keys in the format of `age-keygen`. */
  readonly key?: string | undefined;
  /** Whether to write the backup unencrypted. The operator must state this option explicitly. */
  readonly unencrypted?: boolean | undefined;
}

try {
  const { values: flags, positionals } = readArguments();
  const [command, file, ...more] = positionals;
  if (more.length > 0) throw new BackupProblem(`Name only one file, without: ${more.join(' ')}`);
  if (command === 'backup') await backup(readConfig(process.env), flags, file);
  else if (command === 'key') await makeKey(said(file, 'backup-key'));
  else if (command === 'rehearse') {
    await rehearse(readConfig(process.env), flags, said(file, 'rehearse'));
  } else await restore(readConfig(process.env), flags, said(file, 'restore'));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof ConfigError) for (const problem of error.problems) complain(problem);
  else complain(error instanceof BackupProblem ? error.message : error);
}

function readArguments() {
  try {
    return parseArgs({
      options: { key: { type: 'string' }, unencrypted: { type: 'boolean' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new BackupProblem(error instanceof Error ? error.message : String(error));
  }
}

function said(file: string | undefined, command: string): string {
  if (file === undefined) throw new BackupProblem(`Name the file: npm run ${command} -- file`);
  return file;
}

async function makeKey(file: string): Promise<void> {
  const recipient = await makeKeyFile(resolve(file));
  say(
    `Wrote a key into ${file}. Keep it away from the backups: anybody who has both can read them.`,
  );
  say(`A file with its public half alone is enough to write backups: ${recipient}`);
}

async function backup(config: Config, flags: Flags, given: string | undefined): Promise<void> {
  const lock = await lockFrom(config, flags);
  await expectInstalled(config);
  const file = given ?? backupName(new Date(), lock !== null);
  const secret = await keptSecret(config);
  const { rows, tables, missing, changed } = await withDatabase(config, (db) =>
    writeBackup(db, resolve(file), { madeAt: new Date(), secret, files: filesOf(config), lock }),
  );
  say(`Wrote ${rows} rows of ${tables} tables into ${file}.`);
  if (lock === null) {
    say(
      'It is NOT encrypted and holds everything that patients told you: keep it as safe as them.',
    );
  }
  if (lock === null && secret !== null) {
    say(`Keep ${secretFile(config)} apart from it: second factors cannot be read without.`);
  }
  if (secret === null) say('Keep the SECRET beside it: second factors cannot be read without.');
  if (missing.length + changed.length === 0) return;
  process.exitCode = madeWithFilesMissing;
  complainOfFiles('are missing and are not in the backup', missing);
  complainOfFiles('changed after they were uploaded; the backup has them as they are', changed);
  complain('Put these files back from an earlier backup.');
}

/**
 * Reports to the operator which report files are affected. Reports are named only by id, so that
 * the output contains no patient data.
 */
function complainOfFiles(trouble: string, reportIds: readonly string[]): void {
  if (reportIds.length === 0) return;
  complain(`The files of these reports ${trouble}:`);
  for (const id of reportIds) complain(`  report ${id}`);
}

/** What to encrypt the backup with; null for an unencrypted backup. */
async function lockFrom(config: Config, { key, unencrypted }: Flags): Promise<Lock | null> {
  if (unencrypted === true && key !== undefined) {
    throw new BackupProblem('Say either --key or --unencrypted: a backup in clear needs no key.');
  }
  if (unencrypted === true) return null;
  if (key !== undefined) return readLock(resolve(key));
  if (config.backupPassphrase !== undefined) return { passphrase: config.backupPassphrase };
  throw new BackupProblem(
    'A backup is encrypted: set BACKUP_PASSPHRASE, or name a key with --key (npm run backup-key makes one). --unencrypted writes it in clear.',
  );
}

async function keysFrom(config: Config, { key }: Flags): Promise<OpeningKeys> {
  return {
    passphrase: config.backupPassphrase,
    identities: key === undefined ? [] : await readIdentities(resolve(key)),
  };
}

/**
 * Restores the backup into an embedded database of its own under DATA_DIR, which is deleted
 * afterwards, and notes in the folder of the backup that it can be restored.
 */
async function rehearse(config: Config, flags: Flags, file: string): Promise<void> {
  const began = performance.now();
  const dataDir = join(config.dataDir, 'rehearsal');
  const scratch: Config = {
    ...config,
    dataDir,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    s3: undefined,
  };
  const keys = await keysFrom(config, flags);
  // The server that started the rehearsal stops. PostgreSQL ends itself when its folder is gone.
  process.once('SIGTERM', () => {
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(1);
  });
  // A rehearsal that was killed leaves its folder.
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  try {
    const { rows, missing } = await withDatabase(scratch, (db) =>
      restoreBackup(db, resolve(file), {
        files: filesOf(scratch),
        keys,
        steps: (secret) => migrationSteps({ ...scratch, secrets: secretsWith(config, secret) }),
      }),
    );
    const seconds = Math.round((performance.now() - began) / 1000);
    const found = { name: basename(file), at: new Date().toISOString(), rows, seconds };
    await noteRehearsal(dirname(resolve(file)), found);
    say(`${file} can be restored: ${rows} rows in ${seconds} s. The trial database is deleted.`);
    complainOfFiles('were missing when the backup was made', missing);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function restore(config: Config, flags: Flags, file: string): Promise<void> {
  const keys = await keysFrom(config, flags);
  const former = await readKept(config);
  const { rows, head, missing } = await withDatabase(config, (db) =>
    restoreBackup(db, resolve(file), {
      files: filesOf(config),
      keys,
      steps: (secret) => migrationSteps({ ...config, secrets: secretsWith(config, secret) }),
    }),
  );
  // A backup does not include the rights of the application's database account, so they are granted
  // here.
  const started = await startDatabase(config, say);
  await started.close();
  say(
    `Restored ${rows} rows as they were at ${head.madeAt}, from Baari ${head.madeBy ?? '0.1.0'}. Everybody must sign in again.`,
  );
  complainOfFiles('were missing when the backup was made', missing);
  if (head.secret === null) {
    say('Start with the SECRET of the old installation: it is not in the backup.');
    return;
  }
  await mkdir(config.dataDir, { recursive: true });
  if (former !== null && former !== head.secret) {
    const aside = `${secretFile(config)}.before-${new Date().toISOString().replaceAll(':', '')}`;
    await writeFile(aside, former, { mode: 0o600, flag: 'wx' });
    say(`Another secret was kept here: it is in ${aside} now, should another database need it.`);
  }
  await writeFile(secretFile(config), head.secret, { mode: 0o600 });
  if (config.secrets !== undefined && !config.secrets.includes(head.secret)) {
    say(`Add the old installation's secret to SECRET: it is now in ${secretFile(config)}.`);
  }
}

/**
 * The secrets for the restored installation: the configured secrets or, if none are configured, the
 * generated secret from the backup.
 */
function secretsWith({ secrets }: Config, restored: string | null): Secrets | undefined {
  return secrets ?? (restored === null ? undefined : [restored]);
}

/**
 * Connects to the database as the tables' owner while a server may be running. An embedded database
 * that already runs is used as it is.
 */
async function withDatabase<T>(config: Config, work: (db: Connection) => Promise<T>): Promise<T> {
  const server = await openDatabaseServer(config, say);
  try {
    const db = await connect(server.owner ?? server.connection);
    try {
      return await work(db);
    } catch (error) {
      if (!isDenied(error)) throw error;
      throw new BackupProblem(
        'This account may not read all tables: set DATABASE_OWNER_URL, the account that owns them.',
        { cause: error },
      );
    } finally {
      await db.end();
    }
  } finally {
    await server.close();
  }
}

/**
 * The secret that the installation generated at its first start; null if the operator configured
 * one instead.
 */
async function keptSecret(config: Config): Promise<string | null> {
  return config.secrets === undefined ? readKept(config) : null;
}

/** Reads the generated secret of this installation; null if none was generated on this machine. */
async function readKept(config: Config): Promise<string | null> {
  try {
    return (await readFile(secretFile(config), 'utf8')).trim();
  } catch {
    return null; // never started: no secret, and nothing encrypted with one
  }
}

function filesOf({ dataDir, databaseUrl, s3 }: Config): FileStores {
  return openFileStores({ dataDir, isEmbedded: databaseUrl === undefined, s3 });
}

function secretFile({ dataDir }: Config): string {
  return join(dataDir, 'secret');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(problem: unknown): void {
  process.stderr.write(`${problem instanceof Error ? problem.stack : String(problem)}\n`);
}
