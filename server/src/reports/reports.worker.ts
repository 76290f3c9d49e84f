/** Where the threads of reports begin: what they can do, each loaded when it is first asked for. */
import type { Report } from '@baari/contract/report.ts';
import { serveTasks } from '../platform/serve-tasks.ts';
import type { FileGiven } from './clean-file.thread.ts';
import type { HospitalHeadRow } from './reports.store.ts';

const reportTasks = {
  async drawReport({ head, report }: { head: HospitalHeadRow; report: Report }) {
    const { drawReport } = await import('./report-pdf.thread.ts');
    return drawReport(head, report);
  },
  async cleanFile(given: FileGiven) {
    const { cleanFile } = await import('./clean-file.thread.ts');
    return cleanFile(given);
  },
};
export type ReportTasks = typeof reportTasks;

serveTasks(reportTasks);
