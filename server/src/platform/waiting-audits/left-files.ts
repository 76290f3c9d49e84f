/**
 * Handles files with audit rows that were not yet written to the audit trail when their process
 * ended.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { describeError, type Log } from '../log.ts';
import { readReserved } from './reserved-file.ts';
import { type WaitingRow, writeRows } from './waiting-audits.store.ts';

const rowsAtOnce = 500;
const ofProcess = /^(?:rows|taken)-/u;

const waitingRow: z.ZodType<WaitingRow> = z.strictObject({
  at: z.string(),
  user_id: z.string(),
  role: z.string(),
  hospital_id: z.string(),
  action: z.string(),
  patient_ids: z.array(z.string()),
  entry_id: z.string().nullable(),
  address: z.string(),
  outcome: z.string(),
  details: z.looseObject({}).nullable(),
});

/**
 * Makes the folder, and takes over the other processes' files in it by renaming them. Two starting
 * processes therefore cannot take the same file, and a process that still runs notices the loss of
 * its file. Returns the paths of the files.
 */
export async function takeOver(folder: string, log: Log): Promise<string[]> {
  const taken: string[] = [];
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      const path = join(folder, `taken-${randomUUID()}`);
      if (ofProcess.test(name) && (await isRenamed(join(folder, name), path))) taken.push(path);
    }
  } catch (error) {
    log.warn(
      { ...describeError(error), folder },
      'This folder, in which audit rows wait while the disk of the database is full, could not be made or read. Let the server read and write it, and restart Baari.',
    );
  }
  return taken;
}

/**
 * Renames a file. Returns false if another starting process was faster, or if Windows protects the
 * file of a running process.
 */
async function isRenamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch {
    return false;
  }
}

/**
 * Writes the rows of a file to the audit trail and deletes the file; throws while the disk is full.
 */
export async function writeLeft(db: Database, path: string, log: Log): Promise<void> {
  const rows = (await readReserved(path)).map((line) => waitingRow.parse(JSON.parse(line)));
  const unknown = await writeInParts(db, rows);
  if (rows.length > unknown) sayWritten(log, rows.length - unknown);
  if (unknown === 0) {
    await rm(path, { force: true });
    return;
  }
  log.warn(
    { path, rows: unknown },
    'This file has audit rows of hospitals that this database does not have. It is kept: start Baari once with the database that they belong to.',
  );
}

/**
 * Writes rows to the audit trail, each once. Returns how many rows belong to hospitals that this
 * database does not have.
 */
export async function writeInParts(db: Database, rows: readonly WaitingRow[]): Promise<number> {
  let unknown = 0;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    unknown += await writeRows(db, rows.slice(at, at + rowsAtOnce));
  }
  return unknown;
}

/** Logs that audit rows from a file are now in the audit trail. */
export function sayWritten(log: Log, rows: number): void {
  log.info(
    { rows },
    'The audit rows of reads that had waited for space on the disk are now in the audit trail.',
  );
}
