import type { FileStores } from '../platform/files/file-store.ts';
import { digestOf, findKeptFile } from '../platform/files/kept-files.ts';
import { version } from '../platform/version.ts';
import type { Lock } from './backup-encryption.ts';
import { type BackupLine, writeBackupFile } from './backup-file.ts';
import {
  beginSnapshot,
  type Connection,
  type FileToCopy,
  listFilesToCopy,
  listKeptTables,
  listMigrations,
  readRows,
  rollback,
  type Table,
} from './backup.store.ts';

const rowsAtOnce = 500;
/** How many rows of a table are read at once if a row may contain a file of up to 10 MB. */
const filesAtOnce = 1;

export interface BackupParts {
  readonly madeAt: Date;
  /**
   * The secret that the installation generated; null if the operator configured the secret and
   * keeps it.
   */
  readonly secret: string | null;
  readonly files: FileStores;
  /**
   * What the backup is encrypted with; null for an unencrypted backup, which does not contain the
   * secret either.
   */
  readonly lock: Lock | null;
}

export interface Written {
  readonly tables: number;
  readonly rows: number;
  /** The ids of the reports whose file is no longer in its file store. */
  readonly missing: readonly string[];
  /**
   * The ids of the reports whose file differs from what was uploaded. The changed file was copied
   * into the backup.
   */
  readonly changed: readonly string[];
}

/**
 * Writes every row as of the same moment into a new backup file while the installation runs. A
 * missing or changed report file does not stop the backup. Throws if a file store cannot be
 * reached.
 */
export async function writeBackup(
  db: Connection,
  path: string,
  { madeAt, secret, files, lock }: BackupParts,
): Promise<Written> {
  await beginSnapshot(db);
  try {
    const tables = await listKeptTables(db);
    const migrations = await listMigrations(db);
    let rows = 0;
    const missing: string[] = [];
    const changed: string[] = [];
    async function* lines(): AsyncGenerator<BackupLine> {
      const head = { format: 'baari backup', version: 1, migrations } as const;
      const kept = lock === null ? null : secret;
      const made = { madeAt: madeAt.toISOString(), madeBy: version };
      yield { kind: 'head', head: { ...head, secret: kept, ...made } };
      for (const table of tables) {
        yield { kind: 'table', name: table.name, columns: table.columns };
        for await (const row of rowsOf(db, table)) {
          rows += 1;
          yield row;
        }
      }
      for (const file of await listFilesToCopy(db)) {
        const bytes = await findKeptFile(files, file.keptIn, file.key);
        if (bytes === undefined) missing.push(file.reportId);
        else if (isChanged(file, bytes)) changed.push(file.reportId);
        yield bytes === undefined
          ? { kind: 'missing', key: file.key }
          : { kind: 'file', key: file.key, bytes };
      }
      yield { kind: 'end', rows };
    }
    await writeBackupFile(path, lines(), lock);
    return { tables: tables.length, rows, missing, changed };
  } finally {
    await rollback(db);
  }
}

function isChanged({ sha256 }: FileToCopy, bytes: Uint8Array): boolean {
  return sha256 !== null && !sha256.equals(digestOf(bytes));
}

async function* rowsOf(db: Connection, table: Table): AsyncGenerator<BackupLine> {
  const atOnce = table.hasBytes ? filesAtOnce : rowsAtOnce;
  for await (const page of readRows(db, table, atOnce)) {
    for (const row of page) yield { kind: 'row', row };
  }
}
