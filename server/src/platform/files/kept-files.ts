/**
 * Writes files outside the database so that no database row refers to a missing file. Removes files
 * to which no row refers.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/database.ts';
import type { FileStore, FileStores, StoreName } from './file-store.ts';
import { settleAll } from '../jobs/settle-all.ts';
import {
  deleteStoredFile,
  insertStoredFile,
  listUnnamedFiles,
  type StoredFileRow,
} from './stored-file.store.ts';

/**
 * The content of a file: either bytes to be written into the database row, or the key of the stored
 * file.
 */
export type KeptBytes =
  | { readonly bytes: Uint8Array; readonly key: null }
  | { readonly bytes: null; readonly key: string };

/**
 * Stores a file before the database row that refers to it is written. The file is recorded first,
 * so that it is removed a day later if that row is never written.
 */
export async function keepFile(
  db: Queryable,
  { forNew }: FileStores,
  bytes: Uint8Array,
  now: Date,
): Promise<KeptBytes> {
  if (forNew === undefined) return { bytes, key: null };
  const key = await insertStoredFile(db, forNew.name, now);
  await forNew.put(key, bytes);
  return { bytes: null, key };
}

/** Reads a stored file; undefined if its store no longer has it. Throws if that store is not configured. */
export function findKeptFile(
  stores: FileStores,
  keptIn: StoreName,
  key: string,
): Promise<Uint8Array | undefined> {
  return storeNamed(stores, keptIn).get(key);
}

/** The SHA-256 digest that reveals changes of a stored file. */
export function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

const dayMs = 86_400_000;
const sweptAtOnce = 100;

/**
 * Removes files to which no database row refers, left by failed uploads and deleted reports. If
 * some files cannot be removed, the others still are; then the error is thrown.
 */
export async function sweepFiles(
  db: Queryable,
  stores: FileStores,
  clock: Clock,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const before = new Date(clock.now().getTime() - dayMs);
  await settleAll(unnamed(db, before, isStopped), 'removals of files', async (file) => {
    const { key, kept_in: keptIn } = file;
    await storeNamed(stores, keptIn).remove(key);
    await deleteStoredFile(db, key);
  });
}

async function* unnamed(
  db: Queryable,
  before: Date,
  isStopped: () => boolean,
): AsyncGenerator<StoredFileRow> {
  let page = await listUnnamedFiles(db, before, sweptAtOnce);
  while (page.length > 0) {
    for (const file of page) {
      if (isStopped()) return;
      yield file;
    }
    page = await listUnnamedFiles(db, before, sweptAtOnce, page.at(-1));
  }
}

function storeNamed({ all }: FileStores, name: StoreName): FileStore {
  const store = all.find((known) => known.name === name);
  if (store === undefined) throw new Error(`Files are kept in ${name}, which is not configured.`);
  return store;
}
