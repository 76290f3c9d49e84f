/** The only SQL on the retention of reports, and on expired reports [SEC-14]. */
import { erasedPatient, type Retention } from '@baari/contract/patient/erasure.ts';
import sql, { empty, type Sql } from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday } from '../platform/hospital-sql/hospital-time.ts';

const h = table('hospital', 'h');
const count = typed<number>(sql`count(*)`);

export function readRetention(db: Queryable, hospitalId: string): Promise<Retention> {
  const retention = {
    recordsKeptYears: h.records_kept_years,
    removesOldReports: h.removes_old_reports,
  };
  return db.one(select(retention)`from hospital h where h.id = ${hospitalId}`);
}

export async function updateRetention(
  tx: Queryable,
  hospitalId: string,
  { recordsKeptYears, removesOldReports }: Retention,
): Promise<void> {
  await tx.run(sql`
    update hospital set records_kept_years = ${recordsKeptYears},
      removes_old_reports = ${removesOldReports}
    where id = ${hospitalId}`);
}

/** The last day whose reports may be deleted, by the retention period of hospital `h`. */
export const lastOld = (now: Date): Sql => sql`
  (${hospitalToday(now)}
    - make_interval(years => h.records_kept_years))::date`;

/** Counts reports beyond the hospital's retention period, whether or not it deletes them. */
export async function countOldReports(
  db: Queryable,
  hospitalId: string,
  now: Date,
): Promise<number> {
  const row = await db.one(select({ old: count })`
    from hospital h join report r on r.hospital_id = h.id
    where h.id = ${hospitalId} and r.date <= ${lastOld(now)}`);
  return row.old;
}

/** Joins hospitals `h`, reports `r` and patients `p`; selects the reports to be deleted now. */
const goingFrom = (now: Date): Sql => sql`
  from hospital h join report r on r.hospital_id = h.id and r.date <= ${lastOld(now)}
    join patient p on p.id = r.patient_id
  where (h.removes_old_reports or p.erased_at is not null)`;

const going = {
  hospitalId: h.id,
  hospital: h.name,
  years: h.records_kept_years,
  reports: count,
};
export type GoingRow = RowOf<typeof going>;

/** The reports to be deleted now, counted by hospital for a preview. */
export function listGoing(db: Queryable, now: Date): Promise<GoingRow[]> {
  return db.many(select(going)`
    ${goingFrom(now)} group by h.id order by h.name, h.id`);
}

/** Deletes up to `limit` reports with their files and returns the number. */
export function deleteGoing(tx: Queryable, now: Date, limit: number): Promise<number> {
  return tx.run(sql`
    delete from report where id in (select r.id ${goingFrom(now)} order by r.date limit ${limit})`);
}

/**
 * SQL condition: an erased person whose name no report needs. With `before`, also a person whose
 * last report is about to be deleted.
 */
function nameless(now: Date, before: boolean): Sql {
  const stays = before ? sql`and r.date > ${lastOld(now)}` : empty;
  return sql`
    p.erased_at is not null and p.name <> ${erasedPatient}
    and not exists (select from report r join hospital h on h.id = r.hospital_id
      where r.patient_id = p.id ${stays})`;
}

export async function countNameless(db: Queryable, now: Date): Promise<number> {
  const row = await db.one(select({ people: count })`
    from patient p where ${nameless(now, true)}`);
  return row.people;
}

export function clearNames(tx: Queryable, now: Date): Promise<number> {
  return tx.run(sql`
    update patient p set name = ${erasedPatient} where ${nameless(now, false)}`);
}
