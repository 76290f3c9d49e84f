/** The calendar and the clock of a hospital, for statements that join it as `h`. */
import sql, { type Sql } from 'sql-template-tag';
import { type Column, typed } from './columns.ts';

/** What the clocks of the hospital `h` show, as a timestamp without a zone. */
export function hospitalTime(now: Date): Sql {
  return sql`(${now}::timestamptz at time zone h.time_zone)`;
}

/** The today of the hospital `h`, as a date: YYYY-MM-DD once it is read. */
export function hospitalToday(now: Date): Column<string> {
  return typed(sql`${hospitalTime(now)}::date`);
}

/** When the today of the hospital `h` began, as an instant. */
export function startOfHospitalToday(now: Date): Column<Date> {
  return typed(sql`(${hospitalToday(now)}::timestamp at time zone h.time_zone)`);
}

/** When it is over: 23 or 25 hours later where clocks are set forward or back. */
export function endOfHospitalToday(now: Date): Column<Date> {
  return typed(sql`((${hospitalToday(now)} + 1)::timestamp at time zone h.time_zone)`);
}
