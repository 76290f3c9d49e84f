/** The only SQL of the figures: read, never written. */
import { namesShown, type Urgency } from '@baari/contract/constants.ts';
import type { PromiseFigures } from '@baari/contract/analytics.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import { hospitalToday } from '../platform/hospital-time.ts';
import { entryStatus } from '../platform/statuses.ts';

export interface HospitalDay {
  time_zone: string;
  today: string;
}

export function readHospitalDay(
  db: Queryable,
  hospitalId: string,
  now: Date,
): Promise<HospitalDay> {
  return db.one<HospitalDay>(sql`
    select h.time_zone, ${hospitalToday(now)} as today
    from hospital h where h.id = ${hospitalId}`);
}

export interface Period {
  readonly hospitalId: string;
  readonly timeZone: string;
  /** First and last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
}

export interface FiguresRow {
  /** What the row is of: a day, an hour, a doctor or an urgency; all null for the whole period. */
  day: string | null;
  hour: number | null;
  doctor_id: string | null;
  urgency: Urgency | null;
  arrivals: number;
  called: number;
  completed: number;
  no_show: number;
  rejected: number;
  cancelled: number;
  /** Median and nine in ten. */
  wait: [number, number] | null;
  on_site: number | null;
  on_site_visits: number;
  promises: number;
  promises_kept: number;
}

/** The column's instants of the hospital's days; a day has 23 hours when the clocks go forward. */
function within(column: Sql, { from, to, timeZone }: Period): Sql {
  return sql`
    ${column} >= ${from}::date::timestamp at time zone ${timeZone}
    and ${column} < (${to}::date + 1)::timestamp at time zone ${timeZone}`;
}

/** One row for the period, and one for each day, hour, doctor and urgency in it. */
export function readFigures(db: Queryable, period: Period): Promise<FiguresRow[]> {
  return db.many<FiguresRow>(sql`
    with visit as (
      select e.doctor_id, e.urgency, e.status, e.started_at is not null as is_called,
        (e.joined_at at time zone ${period.timeZone})::date as day,
        extract(hour from e.joined_at at time zone ${period.timeZone})::int as hour,
        extract(epoch from e.started_at - e.approved_at)::float8 / 60 as wait,
        extract(epoch from e.started_at - e.checked_in_at)::float8 / 60 as on_site,
        p.was_kept as kept
      from queue_entry e
        left join wait_promise p on p.entry_id = e.id and p.kind = 'joined'
          and p.hospital_id = ${period.hospitalId}
      where e.hospital_id = ${period.hospitalId} and ${within(sql`e.joined_at`, period)})
    select to_char(day, 'YYYY-MM-DD') as day, hour, doctor_id, urgency,
      count(*) as arrivals,
      count(*) filter (where is_called) as called,
      count(*) filter (where status = ${entryStatus.completed}) as completed,
      count(*) filter (where status = ${entryStatus.no_show}) as no_show,
      count(*) filter (where status = ${entryStatus.rejected}) as rejected,
      count(*) filter (where status = ${entryStatus.cancelled}) as cancelled,
      percentile_cont(array[0.5, 0.9]) within group (order by wait) as wait,
      percentile_cont(0.5) within group (order by on_site) as on_site,
      count(on_site) as on_site_visits,
      count(kept) as promises,
      count(*) filter (where kept) as promises_kept
    from visit
    group by grouping sets ((), (day), (hour), (doctor_id), (urgency))
    order by visit.day, hour`);
}

export interface KeptRow {
  /** What the row is of; the other two are null. */
  kind: PromiseFigures['moments'][number]['moment'] | null;
  state: PromiseFigures['states'][number]['state'] | null;
  bucket: number | null;
  promises: number;
  kept: number;
  inside: number;
}

/** How often what was told in the period held: a row for each moment, state and number ahead. */
export function readKept(db: Queryable, period: Period): Promise<KeptRow[]> {
  return db.many<KeptRow>(sql`
    select kind, state, bucket, count(*) as promises, count(*) filter (where was_kept) as kept,
      count(*) filter (where inside) as inside
    from wait_promise
    where hospital_id = ${period.hospitalId} and was_kept is not null and state is not null
      and ${within(sql`made_at`, period)}
    group by grouping sets ((kind), (state), (bucket))`);
}

export interface WorkedRow {
  doctor_id: string;
  name: string;
  /** Hours in which the doctor saw somebody. */
  hours: number;
}

/** The doctors of the hospital by name, those who worked most where there are many, with the hours worked in the period. */
export function listWorked(db: Queryable, period: Period): Promise<WorkedRow[]> {
  return db.many<WorkedRow>(sql`
    select doctor_id, name, hours from (
      select d.id as doctor_id, d.name, coalesce(worked.hours, 0) as hours
      from doctor d left join (
      select doctor_id, count(*) as hours from (
        select distinct doctor_id, date_trunc('hour', started_at) as hour from queue_entry
        where hospital_id = ${period.hospitalId} and status = ${entryStatus.completed}
          and ${within(sql`joined_at`, period)}) as hours
      group by doctor_id) worked on worked.doctor_id = d.id
      where d.hospital_id = ${period.hospitalId}
      order by hours desc, lower(d.name), d.id limit ${namesShown}) busiest
    order by lower(name), doctor_id`);
}

export interface OnSiteRow {
  doctor_id: string;
  is_remote: boolean;
  visits: number;
  mean: number;
  variance: number;
}

/** Minutes on site by doctor: who joined five minutes or more before arriving, and who on arriving. */
export function readOnSite(db: Queryable, period: Period): Promise<OnSiteRow[]> {
  return db.many<OnSiteRow>(sql`
    select doctor_id, checked_in_at >= joined_at + interval '5 minutes' as is_remote,
      count(*) as visits,
      avg(extract(epoch from started_at - checked_in_at)::float8 / 60) as mean,
      coalesce(var_samp(extract(epoch from started_at - checked_in_at)::float8 / 60), 0) as variance
    from queue_entry
    where hospital_id = ${period.hospitalId} and checked_in_at is not null
      and started_at >= checked_in_at and ${within(sql`started_at`, period)}
    group by 1, 2`);
}
