/** Which files were written outside the database, and which of them nothing names any more. */
import sql from 'sql-template-tag';
import { returning, type RowOf, select, table } from './columns.ts';
import type { Queryable } from './database.ts';
import type { StoreName } from './file-store.ts';

const s = table('stored_file', 's');

const storedFile = { key: s.key, kept_in: s.kept_in };
export type StoredFileRow = RowOf<typeof storedFile>;

/** Recorded before the file is written, in a transaction of its own. */
export async function insertStoredFile(
  db: Queryable,
  keptIn: StoreName,
  now: Date,
): Promise<string> {
  const row = await db.one(returning({ key: s.key })`
    insert into stored_file as s (kept_in, written_at) values (${keptIn}, ${now})`);
  return row.key;
}

/** The oldest that no report names, written before a moment: an upload under way is younger. */
export function listUnnamedFiles(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<StoredFileRow[]> {
  return db.many(select(storedFile)`
    from stored_file s
    where written_at < ${before}
      and not exists (select from report_file f where f.file_key = s.key)
    order by written_at limit ${limit}`);
}

/** Fails where a report has come to name it after all. */
export async function deleteStoredFile(db: Queryable, key: string): Promise<void> {
  await db.run(sql`delete from stored_file where key = ${key}`);
}
