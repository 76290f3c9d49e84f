/**
 * Draws and cleans documents in worker threads, so that a slow document delays only its sender and
 * not the event loop [SEC-16].
 */
import { availableParallelism } from 'node:os';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { openWorkers, type WorkersOptions } from '../../platform/threads/workers.ts';
import type { FileGiven } from './clean-file.thread.ts';
import type { Drawn, ReportTasks } from './reports.worker.ts';

export interface Documents {
  /**
   * Draws the report as a PDF with the hospital's letterhead. Refuses a report that takes too long
   * to draw.
   */
  draw(paper: Drawn, caller: string): Promise<Result<Uint8Array>>;
  /**
   * Removes scripts, embedded files and metadata from a file. Refuses a file that cannot be
   * cleaned, or not in time.
   */
  clean(file: FileGiven, caller: string): Promise<Result<Uint8Array>>;
  close(): Promise<void>;
}

const limits: Omit<WorkersOptions, 'file'> = {
  // Leaves one core to the event loop and the database.
  atOnce: Math.max(1, Math.min(4, availableParallelism() - 1)),
  waiting: 32,
  waitMs: 10_000,
  perCaller: 4,
  timeMs: 10_000,
  memoryMb: 256,
};

/** Opens the worker threads; no thread starts before the first document. */
export function openDocuments(given: Partial<WorkersOptions> = {}): Documents {
  const options = { file: new URL('reports.worker.ts', import.meta.url), ...limits, ...given };
  // Separate pools, so that slow uploads do not delay printed reports.
  const drawing = openWorkers<ReportTasks>(options);
  const cleaning = openWorkers<ReportTasks>({ ...options, waiting: 8, perCaller: 2 });
  return {
    draw: (paper, caller) =>
      drawing.run('drawReport', paper, { caller, tooMuch: 'report_too_large' }),
    async clean(file, caller) {
      const done = await cleaning.run('cleanFile', file, { caller, tooMuch: 'file_too_complex' });
      if (!done.ok) return done;
      return typeof done.value === 'string' ? refuse(done.value) : ok(done.value);
    },
    async close() {
      await Promise.all([drawing.close(), cleaning.close()]);
    },
  };
}
