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
/** How many rows of a table are read at once if a row may hold a file of 10 MB. */
const filesAtOnce = 1;

export interface BackupParts {
  readonly madeAt: Date;
  /**
   * The installation's generated secret; null if it is configured, since the operator then keeps it.
   */
  readonly secret: string | null;
  readonly files: FileStores;
  /** What to encrypt with; null for an unencrypted backup, which also leaves the secret out. */
  readonly lock: Lock | null;
}

export interface Written {
  readonly tables: number;
  readonly rows: number;
  /** Reports whose file is no longer in its store. */
  readonly missing: readonly string[];
  /** Reports whose file differs from the upload; it was copied as it is. */
  readonly changed: readonly string[];
}

/**
 * Writes every row as of one moment into a new file, while the installation runs. A missing or changed report
 * file does not stop it. Throws if a store cannot be reached.
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
