import type { FileStores } from '../platform/files/file-store.ts';
import { readKeptFile } from '../platform/files/kept-files.ts';
import { version } from '../platform/version.ts';
import type { Lock } from './backup-encryption.ts';
import { type BackupLine, writeBackupFile } from './backup-file.ts';
import {
  beginSnapshot,
  type Connection,
  listKeptTables,
  listMigrations,
  listNamedFiles,
  readRows,
  rollback,
  type Table,
} from './backup.store.ts';

const rowsAtOnce = 500;
/** Of tables whose rows may hold a file of 10 MB. */
const filesAtOnce = 1;

export interface BackupParts {
  readonly madeAt: Date;
  /** null: it is configured, and the operator's to keep. */
  readonly secret: string | null;
  readonly files: FileStores;
  /** null: in clear, which also leaves the secret out. */
  readonly lock: Lock | null;
}

export interface Written {
  readonly tables: number;
  readonly rows: number;
}

/** Writes every row as of one moment into a new file, while the installation runs on. */
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
      for (const { key, kept_in: keptIn } of await listNamedFiles(db)) {
        yield { kind: 'file', key, bytes: await readKeptFile(files, keptIn, key) };
      }
      yield { kind: 'end', rows };
    }
    await writeBackupFile(path, lines(), lock);
    return { tables: tables.length, rows };
  } finally {
    await rollback(db);
  }
}

async function* rowsOf(db: Connection, table: Table): AsyncGenerator<BackupLine> {
  const atOnce = table.hasBytes ? filesAtOnce : rowsAtOnce;
  for await (const page of readRows(db, table, atOnce)) {
    for (const row of page) yield { kind: 'row', row };
  }
}
