import type { FileStores } from '../platform/files/file-store.ts';
import { migrate, type MigrationSteps } from '../platform/database/migrate.ts';
import { version } from '../platform/version.ts';
import type { OpeningKeys } from './backup-encryption.ts';
import { type BackupHead, type BackupLine, readBackupFile } from './backup-file.ts';
import { BackupProblem } from './backup-problem.ts';
import {
  begin,
  commit,
  emptyTables,
  forgetSecrets,
  forgetUnnamedFiles,
  type Connection,
  insertRows,
  listFilled,
  listMigrations,
  listNamedFiles,
  listTables,
  loosen,
  moveFileIntoRow,
  moveFileTo,
  moveCounters,
  restartEvents,
  restartTrailOrder,
  rollback,
  type Table,
  tighten,
} from './backup.store.ts';

export interface RestoreParts {
  readonly files: FileStores;
  /** The keys that are tried to decrypt the backup. */
  readonly keys: OpeningKeys;
  /**
   * Returns the additional steps of migrations. They get the secret from the backup, or null if the
   * backup contains none.
   */
  readonly steps: (secret: string | null) => MigrationSteps;
}

export interface Restored {
  readonly rows: number;
  readonly head: BackupHead;
  /** The ids of the reports whose file was missing when the backup was made. */
  readonly missing: readonly string[];
}

/** What a restore has read from the backup, apart from its header. */
type Filled = Omit<Restored, 'head'>;

const rowsAtOnce = 500;
/** The highest number of characters that are sent to the database in one statement. */
const textAtOnce = 8_000_000;

/**
 * Restores a backup into an empty database, then migrates the database to this version. Live events
 * are left out, because their positions are transaction numbers of the old server. Atomic: a
 * failure leaves the database empty.
 */
export async function restoreBackup(
  db: Connection,
  path: string,
  { files, keys, steps }: RestoreParts,
): Promise<Restored> {
  const lines = readBackupFile(path, keys);
  const first = await lines.next();
  if (first.done === true || first.value.kind !== 'head') {
    throw new BackupProblem(`${path} is not a backup of Baari.`);
  }
  const { head } = first.value;
  await prepareTables(db, head);
  const restored = await fill(db, lines, files);
  await migrate(db, steps(head.secret));
  await restartEvents(db);
  return { ...restored, head };
}

/** Creates the tables in the form that they had when the backup was written. */
async function prepareTables(
  db: Connection,
  { migrations: wanted, madeBy = 'another version' }: BackupHead,
): Promise<void> {
  const filled = await listFilled(db, await listTables(db));
  if (filled.length > 0) {
    throw new BackupProblem(
      `The database is not empty: there are rows in ${filled.slice(0, 5).join(', ')}.`,
    );
  }
  const names = new Set(wanted.map(({ name }) => name));
  const before = await listMigrations(db);
  const newer = before.find(({ name }) => !names.has(name));
  if (newer !== undefined) {
    throw new BackupProblem(
      `The database has tables that are newer than the backup (${newer.name}). Give an empty one.`,
    );
  }
  await migrate(db, {}, { isWanted: (name) => names.has(name) });
  const applied = new Map((await listMigrations(db)).map(({ name, checksum }) => [name, checksum]));
  const missing = wanted.find(({ name, checksum }) => applied.get(name) !== checksum);
  if (missing !== undefined) {
    throw new BackupProblem(
      `The backup was written by Baari ${madeBy}: this one, ${version}, has no ${missing.name}.`,
    );
  }
}

async function fill(
  db: Connection,
  lines: AsyncIterable<BackupLine>,
  files: FileStores,
): Promise<Filled> {
  await begin(db);
  try {
    const undos = await loosen(db);
    // The backup also contains the rows that the migrations inserted, so these rows are deleted
    // first.
    await emptyTables(db, await listTables(db));
    const filled = await insertAll(db, lines, files);
    await tighten(db, undos);
    await moveCounters(db);
    await commit(db);
    return filled;
  } catch (error) {
    await rollback(db);
    throw error;
  }
}

async function insertAll(
  db: Connection,
  lines: AsyncIterable<BackupLine>,
  files: FileStores,
): Promise<Filled> {
  const known = new Map((await listTables(db)).map((table) => [table.name, table]));
  let table: Pick<Table, 'name' | 'columns'> | undefined;
  let waiting: string[] = [];
  let waitingLength = 0;
  let count = 0;
  const came = new Set<string>();
  const wasMissing = new Set<string>();
  async function flush(): Promise<void> {
    if (table !== undefined && waiting.length > 0) await insertRows(db, table, waiting);
    waiting = [];
    waitingLength = 0;
  }
  for await (const line of lines) {
    switch (line.kind) {
      case 'head':
        throw new BackupProblem('The backup begins twice.');
      case 'table':
        await flush();
        table = fitting(line, known.get(line.name));
        break;
      case 'row':
        waiting.push(line.row);
        waitingLength += line.row.length;
        count += 1;
        if (waiting.length >= rowsAtOnce || waitingLength >= textAtOnce) await flush();
        break;
      case 'file':
        await flush();
        await keepAgain(db, files, line);
        came.add(line.key);
        break;
      case 'missing':
        await flush();
        // 'disk' is a file store that every installation has. The operator may put the missing file
        // into it.
        await moveFileTo(db, line.key, files.forNew?.name ?? 'disk');
        wasMissing.add(line.key);
        break;
      case 'end':
        await flush();
        if (line.rows !== count) {
          throw new BackupProblem(
            `The backup has ${count} rows and says that it has ${line.rows}.`,
          );
        }
    }
  }
  await forgetUnnamedFiles(db);
  await forgetSecrets(db);
  await restartTrailOrder(db);
  const lacking = (await listNamedFiles(db)).filter(({ key }) => !came.has(key));
  if (lacking.some(({ key }) => !wasMissing.has(key))) {
    throw new BackupProblem('The backup lacks the file of a report.');
  }
  return { rows: count, missing: lacking.map(({ reportId }) => reportId) };
}

/**
 * Stores the files of the backup where this installation keeps files, wherever the old installation
 * kept them.
 */
async function keepAgain(
  db: Connection,
  { forNew }: FileStores,
  { key, bytes }: { readonly key: string; readonly bytes: Uint8Array },
): Promise<void> {
  if (forNew === undefined) return moveFileIntoRow(db, key, bytes);
  await forNew.put(key, bytes);
  return moveFileTo(db, key, forNew.name);
}

/**
 * Returns the table of this database that a line of the backup names. Refuses an unknown table or
 * column, so that no unknown name gets into an SQL statement.
 */
function fitting(
  { name, columns }: { readonly name: string; readonly columns: readonly string[] },
  known: Table | undefined,
): Table {
  if (known === undefined || columns.some((column) => !known.columns.includes(column))) {
    throw new BackupProblem(`The backup has a table that does not fit: ${name}.`);
  }
  return { ...known, columns };
}
