import type { SeenReport } from '@baari/contract/visit/report.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { seenBy } from './report-reach.ts';
import type { ReportRow } from './reports.store.ts';
import { seenReportView } from './reports.view.ts';

/** A report that one of the staff has just written: they see of it what they see of any other [SEC-25]. */
export async function writtenView(
  tx: Queryable,
  context: StaffContext,
  row: ReportRow,
): Promise<SeenReport> {
  const [seen] = await seenBy(tx, context, [row]);
  if (seen === undefined) throw new Error('The report just written is another hospital’s.');
  return seenReportView(seen);
}
