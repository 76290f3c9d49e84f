/** The SQL that lists reports without their text and file, for a hospital's own systems [API-41]. */
import type { reportStatuses, ReportType } from '@baari/contract/visit/report.ts';
import sql, { empty } from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const r = table('report', 'r');
const d = table('doctor', 'd');
const p = table('patient', 'p');

/**
 * What all staff of the hospital see of a report: that it exists (decision 064). A key is no author
 * and treats nobody, so it sees no more than this.
 */
const head = {
  id: r.id,
  title: r.title,
  date: r.date,
  type: typed<ReportType>(r.type),
  status: typed<(typeof reportStatuses)[number]>(r.status),
  created_at: r.created_at,
  entry_id: r.entry_id,
  doctor_id: r.doctor_id,
  doctor_name: d.name,
  patient_id: r.patient_id,
  patient_name: p.name,
};
export type ReportHeadRow = RowOf<typeof head>;

/** Which reports a search may find; it may select more than fit. */
export interface HeadsWanted {
  readonly ids?: readonly string[] | undefined;
  readonly patientIds?: readonly string[] | undefined;
  readonly writtenFrom?: Date | undefined;
  readonly writtenBefore?: Date | undefined;
}

/** One page of the hospital's reports, last written first, behind the report `after`. */
export function listReportHeads(
  db: Queryable,
  hospitalId: string,
  { ids, patientIds, writtenFrom, writtenBefore }: HeadsWanted,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<ReportHeadRow[]> {
  return db.many(select(head)`
    from report r join doctor d on d.id = r.doctor_id join patient p on p.id = r.patient_id
    where r.hospital_id = ${hospitalId}
      ${ids === undefined ? empty : sql`and r.id = any(${ids}::uuid[])`}
      ${patientIds === undefined ? empty : sql`and r.patient_id = any(${patientIds}::uuid[])`}
      ${writtenFrom === undefined ? empty : sql`and r.created_at >= ${writtenFrom}`}
      ${writtenBefore === undefined ? empty : sql`and r.created_at < ${writtenBefore}`}
      ${
        after === undefined
          ? empty
          : sql`and (r.created_at, r.id) < (
              select o.created_at, o.id from report o where o.id = ${after})`
      }
    order by r.created_at desc, r.id desc limit ${limit}`);
}
