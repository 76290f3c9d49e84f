import type { SeenReport } from '@baari/contract/visit/report.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { seenBy } from './report-visibility.ts';
import type { ReportRow } from './reports.store.ts';
import { seenReportView } from './reports.view.ts';

/** The API's answer after staff wrote a report: the same data as for any other report [SEC-25]. */
export async function writtenView(
  tx: Queryable,
  context: MemberContext,
  row: ReportRow,
): Promise<SeenReport> {
  const [seen] = await seenBy(tx, context, [row]);
  if (seen === undefined) throw new Error('The report just written is another hospital’s.');
  return seenReportView(seen);
}
