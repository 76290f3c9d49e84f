/**
 * Computes figures from the visits of a hospital's days: for storing a past day, and for days that
 * are not stored.
 */
import type { Urgency } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, rows, type Statement, table, typed } from '../platform/database/columns.ts';
import { startOfDay } from '../platform/hospital-sql/hospital-time.ts';
import { entryStatus, openEntries } from '../platform/hospital-sql/statuses.ts';

/** Days of a hospital, YYYY-MM-DD. */
export interface HospitalDays {
  readonly hospitalId: string;
  readonly timeZone: string;
  readonly days: readonly string[];
}

/**
 * The SQL condition that a timestamp column falls on the day `d.day` of the hospital's calendar.
 * That day may have 23 or 25 hours.
 */
export function onDay(column: Sql, timeZone: string): Sql {
  return sql`
    ${column} >= ${startOfDay(sql`d.day`, sql`${timeZone}`)}
    and ${column} < ${startOfDay(sql`d.day + 1`, sql`${timeZone}`)}`;
}

/**
 * Runs a subquery for each day `d.day`. `offset 0` makes the planner use an index for each day.
 * Without it, the query for a single day would read the hospital's entire history.
 */
export function ofEach(days: readonly string[], name: Sql, found: Sql): Sql {
  return sql`unnest(${days}::date[]) as d (day), lateral (${found} offset 0) ${name}`;
}

/** The SQL of the visits to doctors that were requested on each day, under the alias `e`. */
function askedFor({ hospitalId, timeZone, days }: HospitalDays): Sql {
  const where = (which: Sql) => sql`
    select e.id, e.doctor_id, e.urgency, e.status, e.joined_at, e.approved_at, e.started_at,
      e.checked_in_at
    from queue_entry e where e.hospital_id = ${hospitalId} and not e.is_shared
      and ${onDay(sql`e.joined_at`, timeZone)} and e.status ${which}`;
  // Ended and open visits are queried separately. Ended visits have an index by request time, and
  // open visits are few.
  const both = sql`${where(sql`not in ${openEntries}`)} union all ${where(sql`in ${openEntries}`)}`;
  return ofEach(days, sql`e`, both);
}

/**
 * The SQL of the visits requested on the days, named `visit`, with minutes waited and minutes at
 * the hospital.
 */
function visits(of: HospitalDays): Sql {
  return sql`visit as (
    select e.doctor_id, e.urgency, e.status, e.started_at, d.day,
      extract(hour from e.joined_at at time zone ${of.timeZone})::int as hour,
      extract(epoch from e.started_at - e.approved_at)::float8 / 60 as wait,
      extract(epoch from e.started_at - e.checked_in_at)::float8 / 60 as on_site,
      p.was_kept as kept
    from ${askedFor(of)} left join lateral (
      select p.was_kept from wait_promise p where p.entry_id = e.id and p.kind = 'joined' offset 0
    ) p on true)`;
}

const counts = {
  arrivals: typed<number>(sql`count(*)`),
  called: typed<number>(sql`count(v.started_at)`),
  completed: typed<number>(sql`count(*) filter (where v.status = ${entryStatus.completed})`),
  no_show: typed<number>(sql`count(*) filter (where v.status = ${entryStatus.no_show})`),
  rejected: typed<number>(sql`count(*) filter (where v.status = ${entryStatus.rejected})`),
  cancelled: typed<number>(sql`count(*) filter (where v.status = ${entryStatus.cancelled})`),
  promises: typed<number>(sql`count(v.kept)`),
  promises_kept: typed<number>(sql`count(*) filter (where v.kept)`),
};
export type Counts = RowOf<typeof counts>;

const times = {
  wait_median: typed<number | null>(sql`percentile_cont(0.5) within group (order by v.wait)`),
  wait_p90: typed<number | null>(sql`percentile_cont(0.9) within group (order by v.wait)`),
  on_site_median: typed<number | null>(sql`percentile_cont(0.5) within group (order by v.on_site)`),
  on_site_visits: typed<number>(sql`count(v.on_site)`),
};
export type Times = RowOf<typeof times>;

/**
 * The columns that say what a row is about: a day, an hour, a doctor or an urgency. All of them are
 * null for the total.
 */
const about = {
  day: typed<string | null>(sql`v.day`),
  hour: typed<number | null>(sql`v.hour`),
  doctor_id: typed<string | null>(sql`v.doctor_id`),
  urgency: typed<Urgency | null>(sql`v.urgency`),
};
export type FiguresRow = RowOf<typeof about> & Counts & Times;

/**
 * The figures computed from visits: one row for all days together, and one for each day, hour,
 * doctor and urgency.
 */
export function figuresByAll(of: HospitalDays): Statement<FiguresRow> {
  return rows(
    { ...about, ...counts, ...times },
    (list) => sql`
      with ${visits(of)}
      select ${list} from visit v
      group by grouping sets ((), (v.day), (v.hour), (v.doctor_id), (v.urgency))
      order by v.day, v.hour`,
  );
}

/** The figures computed from visits: one row for each day with requests. */
export function figuresByDay(of: HospitalDays): Statement<{ day: string } & Counts & Times> {
  return rows(
    { day: typed<string>(sql`v.day`), ...counts, ...times },
    (list) => sql`with ${visits(of)} select ${list} from visit v group by v.day order by v.day`,
  );
}

/** The figures of all days as one row, in the form in which a single day is stored. */
export function figuresOfAll(of: HospitalDays): Statement<Counts & Times> {
  return rows(
    { ...counts, ...times },
    (list) => sql`with ${visits(of)} select ${list} from visit v`,
  );
}

const group = {
  kind: typed<GroupKind>(sql`
    case when v.hour is not null then 'hour' when v.doctor_id is not null then 'doctor'
      else 'urgency' end`),
  key: typed<string>(sql`coalesce(v.hour::text, v.doctor_id::text, v.urgency)`),
  ...counts,
};
/** The stored figures of one day's hours, doctors and urgencies. */
const c = table('day_group_figures', 'c');
const counted = {
  kind: c.kind,
  key: c.key,
  arrivals: c.arrivals,
  called: c.called,
  completed: c.completed,
  no_show: c.no_show,
  rejected: c.rejected,
  cancelled: c.cancelled,
  promises: c.promises,
  promises_kept: c.promises_kept,
  minutes: typed<number[]>(sql`coalesce(s.minutes, '{}')`),
  waits: typed<number[]>(sql`coalesce(s.waits, '{}')`),
  on_sites: typed<number[]>(sql`coalesce(s.on_sites, '{}')`),
};
export type GroupRow = RowOf<typeof counted>;
export type GroupKind = GroupRow['kind'];

/** A row for each hour, doctor and urgency over all days, with a histogram of waits. */
export function figuresByGroup(of: HospitalDays): Statement<GroupRow> {
  const grouped = rows(
    group,
    (list) => sql`
    select ${list} from visit v group by grouping sets ((v.hour), (v.doctor_id), (v.urgency))`,
  );
  return rows(
    counted,
    (list) => sql`
    with ${visits(of)}, c as (${grouped}), took as (
      select v.hour, v.doctor_id, v.urgency, t.minutes, sum(t.waits)::int as waits,
        sum(t.on_sites)::int as on_sites
      from visit v, lateral (values (round(v.wait)::int, 1, 0), (round(v.on_site)::int, 0, 1))
        as t (minutes, waits, on_sites)
      where t.minutes is not null
      group by grouping sets (
        (v.hour, t.minutes), (v.doctor_id, t.minutes), (v.urgency, t.minutes))),
    s as (
      select coalesce(v.hour::text, v.doctor_id::text, v.urgency) as key,
        array_agg(minutes order by minutes) as minutes, array_agg(waits order by minutes) as waits,
        array_agg(on_sites order by minutes) as on_sites
      from took v group by 1)
    select ${list} from c left join s on s.key = c.key`,
  );
}

/**
 * The SQL of `doctor_id, hour`: the hours, counted since 1970, in which a doctor began a completed
 * visit that was requested on these days.
 */
export function hoursOf(of: HospitalDays): Sql {
  return sql`
    select distinct e.doctor_id, floor(extract(epoch from e.started_at) / 3600)::int as hour
    from ${askedFor(of)}
    where e.status = ${entryStatus.completed} and e.started_at is not null`;
}

const announced = table('day_promise_figures', 'announced');
const promise = {
  about: announced.about,
  key: announced.key,
  promises: typed<number>(sql`count(*)`),
  kept: typed<number>(sql`count(*) filter (where announced.was_kept)`),
  inside: typed<number>(sql`count(*) filter (where announced.inside)`),
};
export type PromiseRow = RowOf<typeof promise>;

/**
 * How accurate the wait forecasts made on these days were, by moment, state of the line and number
 * of people ahead.
 */
export function promisesOf({ hospitalId, timeZone, days }: HospitalDays): Statement<PromiseRow> {
  const announcedOnDay = sql`
    select p.kind, p.state, p.bucket, p.was_kept, p.inside from wait_promise p
    where p.hospital_id = ${hospitalId} and ${onDay(sql`p.made_at`, timeZone)}
      and p.was_kept is not null and p.state is not null`;
  return rows(
    promise,
    (list) => sql`
    select ${list} from (
      select g.about, g.key, p.was_kept, p.inside
      from ${ofEach(days, sql`p`, announcedOnDay)},
        lateral (values ('moment', p.kind), ('state', p.state), ('ahead', p.bucket::text))
          as g (about, key)) announced
    group by announced.about, announced.key`,
  );
}

const o = table('day_on_site_figures', 'o');
const onSite = {
  doctor_id: o.doctor_id,
  day: o.day,
  is_remote: o.is_remote,
  visits: typed<number>(sql`count(*)`),
  minutes: typed<number>(sql`sum(o.minutes)`),
};
export type OnSiteSums = RowOf<typeof onSite>;

/**
 * The ways of checking in that prove that the patient is at the hospital. A patient who checks in
 * on the phone may still be at home.
 */
const seenOnSite = sql`('staff', 'door', 'kiosk')`;

/**
 * Minutes that patients spent at the hospital, by doctor and day, for remote visits and walk-ins. A
 * visit is remote if it was requested at least five minutes before the patient arrived.
 */
export function onSiteOf({ hospitalId, timeZone, days }: HospitalDays): Statement<OnSiteSums> {
  const calledOnDay = sql`
    select e.doctor_id, d.day, e.checked_in_at >= e.joined_at + interval '5 minutes' as is_remote,
      extract(epoch from e.started_at - e.checked_in_at)::float8 / 60 as minutes
    from queue_entry e
    where e.hospital_id = ${hospitalId} and not e.is_shared and e.checked_in_by in ${seenOnSite}
      and ${onDay(sql`e.started_at`, timeZone)} and e.started_at >= e.checked_in_at`;
  return rows(
    onSite,
    (list) => sql`
    select ${list} from ${ofEach(days, sql`o`, calledOnDay)} group by o.doctor_id, o.day, o.is_remote`,
  );
}

const price = {
  /** The called patients, whether present or absent. */
  called: typed<number>(sql`(select count(*) from seen) + (select count(*) from gone)`),
  /** How many called patients were absent at the first call. */
  absent: typed<number>(sql`
    (select count(*) from seen where missed_calls > 0 or status = ${entryStatus.no_show})
      + (select count(*) from gone)`),
  /**
   * `idle`: minutes in which a doctor saw nobody although a patient was in line. `inside`: minutes
   * with patients.
   */
  idle: typed<number>(sql`(select coalesce(sum(minutes), 0) from gap)`),
  inside: typed<number>(sql`
    (select coalesce(sum(extract(epoch from ended_at - started_at)::float8 / 60), 0)
      from seen where status = ${entryStatus.completed}
        and ended_at - started_at < interval '4 hours')`),
};
export type PriceRow = RowOf<typeof price>;

/** The longest idle time of a doctor that counts. A longer pause is treated as a break. */
const longestIdleMinutes = 30;

/**
 * The disadvantages for doctors if patients arrive only when called. Counts patients absent at the
 * call, and idle time between two consultations of a day while the next patient was in line.
 */
export function priceOf({ hospitalId, timeZone, days }: HospitalDays): Statement<PriceRow> {
  // The query joins the visits of each doctor to the hospital's doctors, so that it can use an
  // index.
  const seenOnDay = sql`
    select e.started_at, e.ended_at, e.approved_at, e.missed_calls, e.status,
      lag(e.ended_at) over (partition by e.doctor_id order by e.started_at) as left_at
    from doctor their join queue_entry e on e.doctor_id = their.id and ${onDay(sql`e.started_at`, timeZone)}
    where their.hospital_id = ${hospitalId}`;
  const goneOnDay = sql`
    select e.id from queue_entry e
    where e.hospital_id = ${hospitalId} and not e.is_shared and e.status = ${entryStatus.no_show}
      and e.started_at is null and ${onDay(sql`e.ended_at`, timeZone)}`;
  return rows(
    price,
    (list) => sql`
    with seen as (
      select s.started_at, s.ended_at, s.approved_at, s.missed_calls, s.status, s.left_at
      from ${ofEach(days, sql`s`, seenOnDay)}),
    gone as (select g.id from ${ofEach(days, sql`g`, goneOnDay)}),
    gap as (
      select extract(epoch from started_at - left_at)::float8 / 60 as minutes from seen
      where approved_at < left_at and started_at > left_at
        and started_at - left_at <= ${longestIdleMinutes} * interval '1 minute')
    select ${list}`,
  );
}
