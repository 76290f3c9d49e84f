/**
 * Stores audit rows of staff's reads while the database's disk is full [SEC-13]. The rows are
 * flushed to a file that was allocated before. The next start writes the rows of a killed process
 * to the audit trail (docs/decisions/security/034).
 */
import { randomInt } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { describeError, type Log } from '../log.ts';
import { sayWritten, takeOver, writeInParts, writeLeft } from './left-files.ts';
import { openOwnFile } from './own-file.ts';
import type { Unstamped, WaitingRow } from './waiting-audits.store.ts';

export interface WaitingAudits {
  /**
   * Flushes rows to the file, from where they are later written to the audit trail. Returns false
   * if the rows could not be stored.
   */
  keep(rows: readonly Unstamped[]): Promise<boolean>;
  /** Writes the stored rows to the audit trail; returns false while the disk is still full. */
  write(): Promise<boolean>;
  /**
   * Writes the rows that can be written to the audit trail now. The other rows stay in the file for
   * the next start.
   */
  close(): Promise<void>;
}

export interface WaitingAuditsOptions {
  readonly db: Database;
  /**
   * The folder for the files of waiting audit rows. Several processes share the folder, with one
   * file each.
   */
  readonly folder: string;
  readonly log: Log;
  /**
   * The size of the file in bytes. It is fixed, because the file must exist before the disk is
   * full.
   */
  readonly bytes?: number;
}

/** The size of the file in bytes. It holds the audit rows of some 10,000 reads of one patient. */
const fileBytes = 4 * 2 ** 20;
const writeAgainMs = 2000;

/**
 * Writes the rows that ended processes left in the folder to the audit trail, then reserves this
 * process's file.
 */
export async function openWaitingAudits(options: WaitingAuditsOptions): Promise<WaitingAudits> {
  const { db, folder, log, bytes = fileBytes } = options;
  let left = await takeOver(folder, log);
  let waiting: readonly WaitingRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let writing: Promise<boolean> | undefined;
  /**
   * The last append or clear of the file. The next one waits for it, because the two must not
   * overlap.
   */
  let turn: Promise<unknown> = Promise.resolve();
  let next: { readonly rows: WaitingRow[]; readonly isKept: Promise<boolean> } | undefined;
  await writeAll();
  const file = await openOwnFile(folder, bytes, log);

  async function writeAll(): Promise<boolean> {
    try {
      for (const path of left) {
        await writeLeft(db, path, log);
        left = left.filter((other) => other !== path);
      }
      if (waiting.length > 0) await writeOwn();
      return true;
    } catch (error) {
      log.debug(describeError(error), 'Audit rows of reads still wait.');
      writeSoon();
      return false;
    }
  }

  async function writeOwn(): Promise<void> {
    const written = waiting;
    await writeInParts(db, written);
    await inTurn(async () => {
      waiting = waiting.slice(written.length);
      if (waiting.length === 0) await file.clear();
      else writeSoon();
    });
    sayWritten(log, written.length);
  }

  function write(): Promise<boolean> {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  function writeSoon(): void {
    if (isClosed || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void write();
    }, writeAgainMs);
    timer.unref();
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  async function append(rows: readonly WaitingRow[]): Promise<boolean> {
    if (!(await file.append(rows, waiting))) return false;
    if (waiting.length === 0) {
      log.warn(
        { folder },
        'The disk of the database is full: audit rows of reads by staff wait in a file of this folder. Free some space; when the file is full, staff cannot read patient data.',
      );
    }
    waiting = [...waiting, ...rows];
    writeSoon();
    return true;
  }

  /** Begins a batch of audit rows. Rows that arrive during one flush share the next batch. */
  function beginBatch(): NonNullable<typeof next> {
    const rows: WaitingRow[] = [];
    const isKept = inTurn(() => {
      next = undefined;
      return append(rows);
    });
    return { rows, isKept };
  }

  return {
    keep(rows) {
      next ??= beginBatch();
      next.rows.push(...rows.map(stamp));
      return next.isKept;
    },
    write,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await write();
      await turn;
      await file.close(waiting.length === 0);
    },
  };
}

let microseconds = randomInt(1000);

/**
 * Adds microseconds to the row's time, so that equal reads within one millisecond have different
 * times.
 */
function stamp({ at, ...row }: Unstamped): WaitingRow {
  microseconds = (microseconds + 1) % 1000;
  return { ...row, at: at.toISOString().replace('Z', `${String(microseconds).padStart(3, '0')}Z`) };
}
