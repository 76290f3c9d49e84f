/** The log file of an embedded PostgreSQL: readable by its owner only, and rotated. */
import {
  chmodSync,
  copyFileSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  fchmodSync,
} from 'node:fs';
import { join } from 'node:path';

export const LOG_FILE = 'postgres.log';
/** Names of log files of earlier versions, which quoted row contents in errors. */
const FORMER_LOG_FILES = ['server.log', 'server.log.1'];
const ROTATES_AT_BYTES = 10_000_000;
const LOOKED_AT_EVERY_MS = 10 * 60_000;

/**
 * Opens the log file for a starting server. Returns the offset at which the new log lines begin.
 */
export function openLog(dataDir: string): { output: number; start: number } {
  for (const name of FORMER_LOG_FILES) rmSync(join(dataDir, name), { force: true });
  const file = join(dataDir, LOG_FILE);
  rotateLog(file);
  const output = openSync(file, 'a', 0o600);
  fchmodSync(output, 0o600);
  return { output, start: statSync(file).size };
}

/** Rotates the log file while the server runs; call the returned function to stop that. */
export function keepLogSmall(dataDir: string): () => void {
  const timer = setInterval(() => rotateLog(join(dataDir, LOG_FILE)), LOOKED_AT_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Copies a large log file to a second file, which replaces the previous copy. Truncates the log
 * file in place, because the server keeps it open.
 */
export function rotateLog(file: string, largest = ROTATES_AT_BYTES): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < largest) return;
  const former = `${file}.1`;
  rmSync(former, { force: true });
  copyFileSync(file, former);
  chmodSync(former, 0o600);
  truncateSync(file);
}
