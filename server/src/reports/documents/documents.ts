/**
 * Making and cleaning documents, apart from the event loop: a summary or a file of any content costs
 * its sender time and nobody else [SEC-16].
 */
import { availableParallelism } from 'node:os';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { openWorkers, type WorkersOptions } from '../../platform/threads/workers.ts';
import type { FileGiven } from './clean-file.thread.ts';
import type { Drawn, ReportTasks } from './reports.worker.ts';

export interface Documents {
  /** The report as a PDF under the hospital's head; refuses one that takes too long to draw. */
  draw(paper: Drawn, caller: string): Promise<Result<Uint8Array>>;
  /** The file without scripts, files in it and metadata; refuses what cannot be cleaned, or not soon. */
  clean(file: FileGiven, caller: string): Promise<Result<Uint8Array>>;
  close(): Promise<void>;
}

const limits: Omit<WorkersOptions, 'file'> = {
  // The event loop and the database want a core too.
  atOnce: Math.max(1, Math.min(4, availableParallelism() - 1)),
  waiting: 32,
  waitMs: 10_000,
  perCaller: 4,
  timeMs: 10_000,
  memoryMb: 256,
};

/** No thread runs before the first document. */
export function openDocuments(given: Partial<WorkersOptions> = {}): Documents {
  const options = { file: new URL('reports.worker.ts', import.meta.url), ...limits, ...given };
  // Apart: files that take long must not keep anybody from their own report.
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
