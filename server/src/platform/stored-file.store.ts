/** Which files were written outside the database, and which of them nothing names any more. */
import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';
import type { StoreName } from './file-store.ts';

export interface StoredFileRow {
  key: string;
  kept_in: StoreName;
}

/** Recorded before the file is written, in a transaction of its own. */
export async function insertStoredFile(
  db: Queryable,
  keptIn: StoreName,
  now: Date,
): Promise<string> {
  const row = await db.one<{ key: string }>(sql`
    insert into stored_file (kept_in, written_at) values (${keptIn}, ${now}) returning key`);
  return row.key;
}

/** The oldest that no report names, written before a moment: an upload under way is younger. */
export function listUnnamedFiles(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<StoredFileRow[]> {
  return db.many<StoredFileRow>(sql`
    select key, kept_in from stored_file s
    where written_at < ${before}
      and not exists (select from report_file f where f.file_key = s.key)
    order by written_at limit ${limit}`);
}

/** Fails where a report has come to name it after all. */
export async function deleteStoredFile(db: Queryable, key: string): Promise<void> {
  await db.run(sql`delete from stored_file where key = ${key}`);
}
