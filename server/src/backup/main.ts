/**
 * `npm run backup [-- file]` writes everything the installation knows into one new file;
 * `npm run restore -- file` reads it into a database that has nothing yet.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { type FileStores, openFileStores } from '../platform/file-store.ts';
import { openDatabaseServer } from '../start-database.ts';
import { BackupProblem } from './backup-file.ts';
import { connect, type Connection } from './backup.store.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const [command, given] = process.argv.slice(2);

try {
  const config = readConfig(process.env);
  if (command === 'backup') await backup(config, given ?? defaultName());
  else if (command === 'restore' && given !== undefined) await restore(config, given);
  else throw new BackupProblem('Say which backup to read: npm run restore -- file');
} catch (error) {
  process.exitCode = 1;
  if (error instanceof ConfigError) for (const problem of error.problems) complain(problem);
  else complain(error instanceof BackupProblem ? error.message : error);
}

async function backup(config: Config, file: string): Promise<void> {
  const secret = await keptSecret(config);
  const { rows, tables } = await withDatabase(config, (db) =>
    writeBackup(db, resolve(file), { madeAt: new Date(), secret, files: filesOf(config) }),
  );
  say(`Wrote ${rows} rows of ${tables} tables into ${file}.`);
  say('It holds everything that patients told you: keep it as safe as the database itself.');
  if (secret === null) say('Keep the SECRET beside it: second factors cannot be read without.');
}

async function restore(config: Config, file: string): Promise<void> {
  const { rows, head } = await withDatabase(config, (db) =>
    restoreBackup(db, resolve(file), filesOf(config)),
  );
  say(`Restored ${rows} rows as they were at ${head.madeAt}.`);
  if (head.secret === null) {
    say('Start with the SECRET of the old installation: it is not in the backup.');
    return;
  }
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(secretFile(config), head.secret, { mode: 0o600 });
  if (config.secrets !== undefined && !config.secrets.includes(head.secret)) {
    say(`Add the old installation's secret to SECRET: it is now in ${secretFile(config)}.`);
  }
}

/** Works beside a running server: an embedded database that runs already is joined. */
async function withDatabase<T>(config: Config, work: (db: Connection) => Promise<T>): Promise<T> {
  const server = await openDatabaseServer(config, say);
  try {
    const db = await connect(server.owner ?? server.connection);
    try {
      return await work(db);
    } finally {
      await db.end();
    }
  } finally {
    await server.close();
  }
}

/** The secret that was made at the first start; a configured one is the operator's to keep. */
async function keptSecret(config: Config): Promise<string | null> {
  if (config.secrets !== undefined) return null;
  try {
    return (await readFile(secretFile(config), 'utf8')).trim();
  } catch {
    return null; // never started: there is nothing that it would open
  }
}

function filesOf({ dataDir, databaseUrl, s3 }: Config): FileStores {
  return openFileStores({ dataDir, isEmbedded: databaseUrl === undefined, s3 });
}

function secretFile({ dataDir }: Config): string {
  return join(dataDir, 'secret');
}

function defaultName(): string {
  return `baari-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}.backup.gz`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(problem: unknown): void {
  process.stderr.write(`${problem instanceof Error ? problem.stack : String(problem)}\n`);
}
