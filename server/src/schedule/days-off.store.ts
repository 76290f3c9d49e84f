/** All SQL on doctors' days off. */
import sql, { type Sql } from 'sql-template-tag';
import { select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { DayRange } from './schedule.rules.ts';

const o = table('day_off', 'o');

/** One range of a doctor's days off, with its id. */
export interface DayOffRow extends DayRange {
  readonly id: string;
}

/**
 * SQL for a select list: an array in JSON of the days off of the doctor `d`. Days off that ended
 * before `day` are left out.
 */
export function daysOffOf(day: Sql): Sql {
  return sql`
    (select coalesce(json_agg(json_build_object(
        'id', o.id, 'firstDay', o.first_day, 'lastDay', o.last_day)
      order by o.first_day, o.last_day, o.id), '[]')
    from day_off o where o.doctor_id = d.id and o.last_day >= ${day})`;
}

/** Lists a doctor's days off, the next first. Days off that ended before `day` are left out. */
export async function listDaysOff(
  db: Queryable,
  doctorId: string,
  day: string,
): Promise<DayOffRow[]> {
  const days_off = typed<DayOffRow[]>(daysOffOf(sql`${day}::date`));
  const row = await db.maybeOne(select({ days_off })`from doctor d where d.id = ${doctorId}`);
  return row?.days_off ?? [];
}

/** The id of the doctor who has these days off; undefined for an unknown id. */
export async function findDoctorOfDaysOff(db: Queryable, id: string): Promise<string | undefined> {
  const row = await db.maybeOne(select({ doctor_id: o.doctor_id })`
    from day_off o where o.id = ${id}`);
  return row?.doctor_id;
}

export async function insertDaysOff(
  tx: Queryable,
  doctorId: string,
  { firstDay, lastDay }: DayRange,
): Promise<void> {
  await tx.run(sql`
    insert into day_off (doctor_id, first_day, last_day)
    values (${doctorId}, ${firstDay}, ${lastDay})`);
}

export async function deleteDaysOff(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`delete from day_off where id = ${id}`);
}
