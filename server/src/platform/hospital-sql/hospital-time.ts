/** The local date and time of a hospital, for statements that join it as `h`. */
import sql, { type Sql } from 'sql-template-tag';
import { type Column, typed } from '../database/columns.ts';

/** The local time of the hospital `h`, as a timestamp without a zone. */
export function hospitalTime(now: Date): Sql {
  return sql`(${now}::timestamptz at time zone h.time_zone)`;
}

/** The local date of the hospital `h`: YYYY-MM-DD when read. */
export function hospitalToday(now: Date): Column<string> {
  return typed(sql`${hospitalTime(now)}::date`);
}

/**
 * The moment at which a date begins in a time zone: just after the last moment of the day before.
 * Where clocks go back from one to midnight, PostgreSQL picks the second midnight, which would
 * leave an hour without a date.
 */
export function startOfDay(date: Sql, zone: Sql): Sql {
  return sql`(((${date})::timestamp - interval '1 microsecond') at time zone ${zone}
    + interval '1 microsecond')`;
}

/** The moment at which the hospital's current day began. */
export function startOfHospitalToday(now: Date): Column<Date> {
  return typed(startOfDay(hospitalToday(now), sql`h.time_zone`));
}

/**
 * The moment at which the hospital's current day ends. When clocks change, the day has 23 or 25
 * hours.
 */
export function endOfHospitalToday(now: Date): Column<Date> {
  return typed(startOfDay(sql`${hospitalToday(now)} + 1`, sql`h.time_zone`));
}
