/** Writes files outside the database so that a row is never without its file, and sweeps up the others. */
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/database.ts';
import type { FileStore, FileStores, StoreName } from './file-store.ts';
import { eachByItself } from '../jobs/each-by-itself.ts';
import {
  deleteStoredFile,
  insertStoredFile,
  listUnnamedFiles,
  type StoredFileRow,
} from './stored-file.store.ts';

/** Bytes to be written into a row, or the key of the file that holds them. */
export type KeptBytes =
  | { readonly bytes: Uint8Array; readonly key: null }
  | { readonly bytes: null; readonly key: string };

/**
 * Keeps a file before the row that names it is written. Known by its record first: where that row never
 * comes, the file is swept up a day later.
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

/** undefined when its storage no longer has it; throws when that storage is not configured. */
export function findKeptFile(
  stores: FileStores,
  keptIn: StoreName,
  key: string,
): Promise<Uint8Array | undefined> {
  return storeNamed(stores, keptIn).get(key);
}

/** The SHA-256 by which a change of a stored file is found. */
export function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

const dayMs = 86_400_000;
const sweptAtOnce = 100;

/**
 * Removes files that no row names: of uploads that failed, and of reports that were deleted. One that cannot be
 * removed keeps no other from it; that is thrown when all the others are gone.
 */
export async function sweepFiles(
  db: Queryable,
  stores: FileStores,
  clock: Clock,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const before = new Date(clock.now().getTime() - dayMs);
  await eachByItself(unnamed(db, before, isStopped), 'removals of files', async (file) => {
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
