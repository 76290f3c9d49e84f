/**
 * Audit rows of staff's reads that wait for space on the database's disk [SEC-13]. They are flushed to a file that was
 * allocated before, and a start writes the rows of a killed process (docs/decisions/security/194).
 */
import { randomInt } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { describeError, type Log } from '../log.ts';
import { sayWritten, takeOver, writeInParts, writeLeft } from './left-files.ts';
import { openOwnFile } from './own-file.ts';
import type { Unstamped, WaitingRow } from './waiting-audits.store.ts';

export interface WaitingAudits {
  /** Flushes rows to the file, to write them to the trail later. Answers false if they could not be kept. */
  keep(rows: readonly Unstamped[]): Promise<boolean>;
  /** Writes the rows to the trail; answers false while the disk is still full. */
  write(): Promise<boolean>;
  /** Writes what can be written. The rest stays in the file for the next start. */
  close(): Promise<void>;
}

export interface WaitingAuditsOptions {
  readonly db: Database;
  /** The folder of the files of all processes that share it. */
  readonly folder: string;
  readonly log: Log;
  /** The size of the file in bytes; fixed, because it must exist before the disk is full. */
  readonly bytes?: number;
}

/** The size of the file: enough for some 10,000 reads of one patient. */
const fileBytes = 4 * 2 ** 20;
const writeAgainMs = 2000;

/** Writes the rows that ended processes left in the folder, then reserves the file of this one. */
export async function openWaitingAudits(options: WaitingAuditsOptions): Promise<WaitingAudits> {
  const { db, folder, log, bytes = fileBytes } = options;
  let left = await takeOver(folder, log);
  let waiting: readonly WaitingRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let writing: Promise<boolean> | undefined;
  /** Makes appending and clearing take turns. */
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
        'The disk of the database is full: audit rows of reads by staff wait in a file of this folder.',
      );
    }
    waiting = [...waiting, ...rows];
    writeSoon();
    return true;
  }

  /** Reads that come during one flush share the next. */
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

/** Equal reads of one millisecond differ in their microseconds. */
function stamp({ at, ...row }: Unstamped): WaitingRow {
  microseconds = (microseconds + 1) % 1000;
  return { ...row, at: at.toISOString().replace('Z', `${String(microseconds).padStart(3, '0')}Z`) };
}
