/** The calendar and the clock of a hospital, for statements that join it as `h`. */
import sql, { type Sql } from 'sql-template-tag';
import { type Column, typed } from '../database/columns.ts';

/** What the clocks of the hospital `h` show, as a timestamp without a zone. */
export function hospitalTime(now: Date): Sql {
  return sql`(${now}::timestamptz at time zone h.time_zone)`;
}

/** The today of the hospital `h`, as a date: YYYY-MM-DD once it is read. */
export function hospitalToday(now: Date): Column<string> {
  return typed(sql`${hospitalTime(now)}::date`);
}

/**
 * When a date begins in a zone: right after the last moment of the day before, for where clocks go back from one to
 * midnight PostgreSQL takes the second midnight, and the hour between the two would be of no day.
 */
export function startOfDay(date: Sql, zone: Sql): Sql {
  return sql`(((${date})::timestamp - interval '1 microsecond') at time zone ${zone}
    + interval '1 microsecond')`;
}

/** When the today of the hospital `h` began, as an instant. */
export function startOfHospitalToday(now: Date): Column<Date> {
  return typed(startOfDay(hospitalToday(now), sql`h.time_zone`));
}

/** When it is over: 23 or 25 hours later where clocks are set forward or back. */
export function endOfHospitalToday(now: Date): Column<Date> {
  return typed(startOfDay(sql`${hospitalToday(now)} + 1`, sql`h.time_zone`));
}
