/**
 * Making and cleaning documents, apart from the event loop: a summary or a file of any content costs
 * its sender time and nobody else [SEC-16].
 */
import { availableParallelism } from 'node:os';
import type { Report } from '@baari/contract/report.ts';
import type { Result } from '../platform/result.ts';
import { openWorkers, type WorkersOptions } from '../platform/workers.ts';
import type { HospitalHeadRow } from './reports.store.ts';
import type { ReportTasks } from './reports.worker.ts';

export interface Documents {
  /** The report as a PDF under the hospital's head; refuses one that takes too long to draw. */
  draw(head: HospitalHeadRow, report: Report, caller: string): Promise<Result<Uint8Array>>;
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
  const workers = openWorkers<ReportTasks>({
    file: new URL('./reports.worker.ts', import.meta.url),
    ...limits,
    ...given,
  });
  return {
    draw: (head, report, caller) =>
      workers.run('drawReport', { head, report }, { caller, tooMuch: 'report_too_large' }),
    close: () => workers.close(),
  };
}
