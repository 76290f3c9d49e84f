/** Entry point of the report worker threads; each task is loaded on first use. */
import type { Language } from '@baari/contract/languages.ts';
import type { Report } from '@baari/contract/visit/report.ts';
import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import type { FileGiven } from './clean-file.thread.ts';
import type { HospitalHeadRow } from '../reports.store.ts';

/** The report to draw, and the language of the fixed texts. */
export interface Drawn {
  readonly head: HospitalHeadRow;
  readonly report: Report;
  readonly language: Language;
}

const reportTasks = {
  async drawReport({ head, report, language }: Drawn) {
    const { drawReport } = await import('./report-pdf.thread.ts');
    return drawReport(head, report, language);
  },
  async cleanFile(given: FileGiven) {
    const { cleanFile } = await import('./clean-file.thread.ts');
    return cleanFile(given);
  },
};
export type ReportTasks = typeof reportTasks;

serveTasks(reportTasks);
