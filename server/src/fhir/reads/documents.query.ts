/** Reads that reports exist, for keys with the scope `reports:read` [API-41]. */
import { listReportHeads, type ReportHeadRow } from '../../reports/report-heads.store.ts';
import { documentOf } from '../resources/document.rules.ts';
import type { Asked } from '../search/asked.rules.ts';
import type { Candidate, ReadPortion } from '../search/collect.ts';
import { boundsOf } from '../search/dates.rules.ts';
import { idsIn } from '../search/matches.rules.ts';
import { isUuid, type Reader, rowsAtOnce } from './reader.ts';

/** Portions of the reports that may fit a search, last written first. */
export function documentPortions(reader: Reader, { criteria }: Asked): ReadPortion {
  const { context, site } = reader;
  const valuesOf = (name: string) => criteria.find((each) => each.name === name)?.values;
  const patients = valuesOf('patient');
  const date = criteria.find(({ name }) => name === 'date')?.dates;
  const range = boundsOf(date?.length === 1 ? date : []);
  const wanted = {
    ids: valuesOf('_id')?.filter(isUuid),
    patientIds: patients && idsIn(patients).filter(isUuid),
    writtenFrom: range.from,
    writtenBefore: range.to,
  };
  return async (after) => {
    const page = {
      after: after !== undefined && isUuid(after) ? after : undefined,
      limit: rowsAtOnce,
    };
    const rows = await listReportHeads(context.db, site.hospitalId, wanted, page);
    return { candidates: await candidatesOf(reader, rows), isLast: rows.length < rowsAtOnce };
  };
}

async function candidatesOf(
  { context, site, now, readBands }: Reader,
  rows: readonly ReportHeadRow[],
): Promise<Candidate[]> {
  const patientIds = [...new Set(rows.map(({ patient_id: id }) => id))];
  const bands = await readBands(context.db, site.hospitalId, patientIds, now);
  return rows.map((row) => ({
    resource: documentOf(site, row, bands.get(row.patient_id)),
    after: row.id,
    patientIds: [row.patient_id],
  }));
}
