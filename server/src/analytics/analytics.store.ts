/**
 * All SQL that reads analytics: stored figures of days, and the visits themselves for all other
 * days.
 */
import { namesShown } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hospitalToday, startOfDay } from '../platform/hospital-sql/hospital-time.ts';
import type { Days } from './period.rules.ts';
import {
  type Counts,
  figuresByAll,
  figuresByDay,
  figuresByGroup,
  type FiguresRow,
  type GroupRow,
  type HospitalDays,
  hoursOf,
  onSiteOf,
  priceOf,
  type PriceRow,
  promisesOf,
  type PromiseRow,
  type Times,
} from './visits-of-days.store.ts';

const h = table('hospital', 'h');
const d = table('doctor', 'd');
const f = table('day_figures', 'f');

export interface HospitalDay {
  time_zone: string;
  today: string;
}

export function readHospitalDay(
  db: Queryable,
  hospitalId: string,
  now: Date,
): Promise<HospitalDay> {
  return db.one(select({ time_zone: h.time_zone, today: hospitalToday(now) })`
    from hospital h where h.id = ${hospitalId}`);
}

/**
 * The days of a period at one hospital. `counted`: days with stored figures. `rest`: days whose
 * figures are computed from their visits.
 */
export interface Period {
  readonly hospitalId: string;
  readonly timeZone: string;
  readonly counted: readonly string[];
  readonly rest: readonly string[];
}

export function restOf({ hospitalId, timeZone, rest }: Period): HospitalDays {
  return { hospitalId, timeZone, days: rest };
}

/**
 * The SQL condition that a row of stored figures belongs to this hospital and to the counted days
 * of the period.
 */
export function inPeriod(alias: Sql, { hospitalId, counted }: Period): Sql {
  return sql`${alias}.hospital_id = ${hospitalId} and ${alias}.day = any(${counted}::date[])`;
}

const keptDay = {
  day: f.day,
  arrivals: f.arrivals,
  called: f.called,
  completed: f.completed,
  no_show: f.no_show,
  rejected: f.rejected,
  cancelled: f.cancelled,
  promises: f.promises,
  promises_kept: f.promises_kept,
  wait_median: f.wait_median,
  wait_p90: f.wait_p90,
  on_site_median: f.on_site_median,
  on_site_visits: f.on_site_visits,
};
export type DayRow = { day: string } & Counts & Times;

/** The days from `from` to `to` that have stored figures which are still valid, in order. */
export function listKeptDays(
  db: Queryable,
  hospitalId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<DayRow[]> {
  return db.many(select(keptDay)`
    from day_figures f
    where f.hospital_id = ${hospitalId} and f.day between ${from} and ${to} and not f.is_stale
    order by f.day`);
}

/** Figures of a period computed from its visits: total, and by day, hour, doctor and urgency. */
export function readFigures(db: Queryable, period: Period): Promise<FiguresRow[]> {
  return db.many(figuresByAll(restOf(period)));
}

/** The figures of each day that is computed from its visits. Days without visits are left out. */
export function readRestByDay(db: Queryable, period: Period): Promise<DayRow[]> {
  return db.many(figuresByDay(restOf(period)));
}

/** The figures by hour, doctor and urgency, for all days that are computed from their visits. */
export function readRestByGroup(db: Queryable, period: Period): Promise<GroupRow[]> {
  return db.many(figuresByGroup(restOf(period)));
}

const n = table('day_group_figures', 'n');
const keptGroup = {
  kind: n.kind,
  key: n.key,
  arrivals: n.arrivals,
  called: n.called,
  completed: n.completed,
  no_show: n.no_show,
  rejected: n.rejected,
  cancelled: n.cancelled,
  promises: n.promises,
  promises_kept: n.promises_kept,
  minutes: typed<number[]>(sql`coalesce(s.minutes, '{}')`),
  waits: typed<number[]>(sql`coalesce(s.waits, '{}')`),
  on_sites: typed<number[]>(sql`coalesce(s.on_sites, '{}')`),
};

/**
 * The figures by hour, doctor and urgency, for all days with stored figures, summed over these
 * days.
 */
export function readKeptByGroup(db: Queryable, period: Period): Promise<GroupRow[]> {
  return db.many(select(keptGroup)`
    from (
      select g.kind, g.key, sum(g.arrivals) as arrivals, sum(g.called) as called,
        sum(g.completed) as completed, sum(g.no_show) as no_show, sum(g.rejected) as rejected,
        sum(g.cancelled) as cancelled, sum(g.promises) as promises,
        sum(g.promises_kept) as promises_kept
      from day_group_figures g where ${inPeriod(sql`g`, period)} group by 1, 2) n
    left join (
      select kind, key, array_agg(minutes order by minutes) as minutes,
        array_agg(waits order by minutes) as waits, array_agg(on_sites order by minutes) as on_sites
      from (
        select g.kind, g.key, took.minutes, sum(took.waits)::int as waits,
          sum(took.on_sites)::int as on_sites
        from day_group_figures g,
          unnest(g.minutes, g.waits, g.on_sites) as took (minutes, waits, on_sites)
        where ${inPeriod(sql`g`, period)}
        group by 1, 2, 3) summed
      group by 1, 2) s on s.kind = n.kind and s.key = n.key`);
}

const announced = table('day_promise_figures', 'announced');
const kept = {
  about: announced.about,
  key: announced.key,
  promises: typed<number>(sql`sum(announced.promises)`),
  kept: typed<number>(sql`sum(announced.kept)`),
  inside: typed<number>(sql`sum(announced.inside)`),
};

/**
 * How accurate the wait forecasts made in the period were: a row for each moment, state of the line
 * and number of people ahead.
 */
export function readPromises(db: Queryable, period: Period): Promise<PromiseRow[]> {
  return db.many(select(kept)`
    from (
      select p.about, p.key, p.promises, p.kept, p.inside from day_promise_figures p
      where ${inPeriod(sql`p`, period)}
      union all ${promisesOf(restOf(period))}) announced
    group by announced.about, announced.key`);
}

const worked = {
  doctor_id: d.id,
  name: d.name,
  department: d.department,
  /** The number of hours in which the doctor saw at least one patient. */
  hours: typed<number>(sql`busiest.hours`),
};
export type WorkedRow = RowOf<typeof worked>;

/**
 * The hospital's doctors by name with hours worked in the period; limited to those who worked most.
 */
export function listWorked(db: Queryable, period: Period): Promise<WorkedRow[]> {
  return db.many(select(worked)`
    from (
      select d.id, coalesce(seen.hours, 0) as hours
      from doctor d left join (
        select doctor_id, count(*) as hours from (
          select g.key::uuid as doctor_id, unnest(g.hours) as hour from day_group_figures g
          where ${inPeriod(sql`g`, period)} and g.kind = 'doctor'
          union ${hoursOf(restOf(period))}) as hours
        group by doctor_id) seen on seen.doctor_id = d.id
      where d.hospital_id = ${period.hospitalId}
      order by hours desc, lower(d.name), d.id limit ${namesShown}) busiest
    join doctor d on d.id = busiest.id
    order by lower(d.name), d.id`);
}

const o = table('day_on_site_figures', 'o');
const onSite = {
  doctor_id: o.doctor_id,
  day: o.day,
  is_remote: o.is_remote,
  visits: o.visits,
  minutes: o.minutes,
};
export type OnSiteRow = RowOf<typeof onSite>;

/**
 * Minutes that patients spent at the hospital, by doctor and day, for remote visits and walk-ins. A
 * visit is remote if it was requested at least five minutes before the patient arrived.
 */
export function readOnSite(db: Queryable, period: Period): Promise<OnSiteRow[]> {
  return db.many(select(onSite)`
    from (
      select k.doctor_id, k.day, k.is_remote, k.visits, k.minutes from day_on_site_figures k
      where ${inPeriod(sql`k`, period)}
      union all ${onSiteOf(restOf(period))}) o`);
}

/** Consecutive days of a hospital whose figures are computed from their visits. */
export interface Span extends Days {
  readonly hospitalId: string;
  readonly timeZone: string;
}

/** The SQL condition that a timestamp column falls on one of the days. */
export function within(column: Sql, { from, to, timeZone }: Span): Sql {
  return sql`
    ${column} >= ${startOfDay(sql`${from}::date`, sql`${timeZone}`)}
    and ${column} < ${startOfDay(sql`${to}::date + 1`, sql`${timeZone}`)}`;
}

const priced = {
  called: typed<number>(sql`coalesce(sum(p.called), 0)`),
  absent: typed<number>(sql`coalesce(sum(p.absent), 0)`),
  idle: typed<number>(sql`coalesce(sum(p.idle), 0)`),
  inside: typed<number>(sql`coalesce(sum(p.inside), 0)`),
};

/**
 * The disadvantages for doctors if patients arrive only when called, over a period: absent patients
 * and idle time.
 */
export function readPrice(db: Queryable, period: Period): Promise<PriceRow> {
  return db.one(select(priced)`
    from (
      select f.called_in as called, f.absent, f.idle_minutes as idle, f.inside_minutes as inside
      from day_figures f where ${inPeriod(sql`f`, period)}
      union all (${priceOf(restOf(period))})) p`);
}
