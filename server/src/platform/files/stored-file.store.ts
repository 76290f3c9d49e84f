/**
 * Records files written outside the database, and finds files to which no report refers any more.
 */
import sql, { empty } from 'sql-template-tag';
import { returning, type RowOf, select, table } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';
import type { StoreName } from './file-store.ts';

const s = table('stored_file', 's');

const storedFile = { key: s.key, kept_in: s.kept_in, written_at: s.written_at };
export type StoredFileRow = RowOf<typeof storedFile>;

/** Records a file in a separate transaction before the file is written. */
export async function insertStoredFile(
  db: Queryable,
  keptIn: StoreName,
  now: Date,
): Promise<string> {
  const row = await db.one(returning({ key: s.key })`
    insert into stored_file as s (kept_in, written_at) values (${keptIn}, ${now})`);
  return row.key;
}

/**
 * The oldest files after `behind` to which no report refers. Recent files are left out, because
 * their upload may still run.
 */
export function listUnnamedFiles(
  db: Queryable,
  before: Date,
  limit: number,
  after?: StoredFileRow,
): Promise<StoredFileRow[]> {
  const behind =
    after === undefined
      ? empty
      : sql`and (s.written_at, s.key) > (${after.written_at}, ${after.key}::uuid)`;
  return db.many(select(storedFile)`
    from stored_file s
    where s.written_at < ${before} ${behind}
      and not exists (select from report_file f where f.file_key = s.key)
    order by s.written_at, s.key limit ${limit}`);
}

/**
 * Deletes the record of a file. Fails on the foreign key if a report refers to the file after all.
 */
export async function deleteStoredFile(db: Queryable, key: string): Promise<void> {
  await db.run(sql`delete from stored_file where key = ${key}`);
}
