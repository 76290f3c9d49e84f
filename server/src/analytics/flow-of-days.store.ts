/**
 * All SQL on how patients move through a hospital's lines: from the visits, and from stored days
 * [LINE-5].
 */
import { namesShown } from '@baari/contract/constants.ts';
import { maxStops } from '@baari/contract/lines/journey.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import sql, { type Sql } from 'sql-template-tag';
import {
  leftJoined,
  type RowOf,
  rows,
  select,
  type Statement,
  table,
  typed,
} from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { entryStatus } from '../platform/hospital-sql/statuses.ts';
import { inPeriod, type Period, restOf } from './analytics.store.ts';
import { type HospitalDays, ofEach, onDay } from './visits-of-days.store.ts';

const f = table('day_flow_figures', 'f');
const flow = {
  kind: f.kind,
  key: f.key,
  /** For a row about a line: the number of days with visits to the line. */
  days: typed<number>(sql`f.days`),
  stops: typed<number>(sql`f.stops`),
  called: typed<number>(sql`f.called`),
  completed: typed<number>(sql`f.completed`),
  no_show: typed<number>(sql`f.no_show`),
  cancelled: typed<number>(sql`f.cancelled`),
  missed: typed<number>(sql`f.missed`),
  waited: typed<number>(sql`f.waited`),
  served: typed<number>(sql`f.served`),
  minutes: typed<readonly number[]>(sql`f.minutes`),
  counts: typed<readonly number[]>(sql`f.counts`),
};
export type FlowRow = RowOf<typeof flow>;

/** The longest wait that counts in the figures. A longer wait means that staff forgot the entry. */
const longest = sql`interval '12 hours'`;

const counted = sql`
  count(distinct s.day)::int as days, count(*)::int as stops, count(s.started_at)::int as called,
  (count(*) filter (where s.status = ${entryStatus.completed}))::int as completed,
  (count(*) filter (where s.status = ${entryStatus.no_show}))::int as no_show,
  (count(*) filter (where s.status = ${entryStatus.cancelled}))::int as cancelled,
  coalesce(sum(s.missed_calls), 0)::int as missed, coalesce(sum(s.wait), 0) as waited,
  coalesce(sum(s.took) filter (where s.status = ${entryStatus.completed}), 0) as served`;

/**
 * The line in which a patient waited. The patient moves from an any-doctor line to the doctor's
 * line when called, but waited in the any-doctor line.
 */
const lineOf = sql`case when e.moved_at = e.started_at and exists (
  select from shared_line any_doctor where any_doctor.id = e.moved_from_doctor_id)
  then e.moved_from_doctor_id else e.doctor_id end`;

/**
 * One row for each line, service point, hour of a line, and route on these days. Pending requests
 * are left out, and so are patients whose check-in was undone.
 */
export function flowOf({ hospitalId, timeZone, days }: HospitalDays): Statement<FlowRow> {
  const stops = ofEach(
    days,
    sql`e`,
    sql`
    select e.id, e.doctor_id, e.moved_from_doctor_id, e.moved_at, e.service_point_id, e.status, e.visit_id,
      e.joined_at, e.approved_at, e.started_at, e.ended_at, e.missed_calls
    from queue_entry e
    where e.hospital_id = ${hospitalId} and ${onDay(sql`e.joined_at`, timeZone)}
      and e.approved_at is not null
      and not (e.status = ${entryStatus.cancelled} and e.last_action = 'undo_check_in')`,
  );
  return rows(
    flow,
    (list) => sql`
    with s as (
      select d.day, e.id, (${lineOf})::text as line, e.service_point_id::text as point, e.status,
        coalesce(e.visit_id, e.id) as visit, e.joined_at, e.started_at, e.ended_at, e.missed_calls,
        e.approved_at as waits_from,
        least(coalesce(e.started_at, e.ended_at, now()), e.approved_at + ${longest}) as waits_to,
        extract(epoch from e.started_at - e.approved_at)::float8 / 60 as wait,
        extract(epoch from e.ended_at - e.started_at)::float8 / 60 as took
      from ${stops}),
    grouped as (
      select case when grouping(s.line) = 0 then 'line' else 'point' end as kind,
        coalesce(s.line, s.point) as key, ${counted}
      from s group by grouping sets ((s.line), (s.point))),
    long as (
      select case when grouping(s.line) = 0 then 'line' else 'point' end as kind,
        coalesce(s.line, s.point) as key, greatest(0, round(s.wait))::int as minute,
        count(*)::int as count
      from s where s.wait is not null
      group by grouping sets ((s.line, minute), (s.point, minute))),
    spread as (
      select kind, key, array_agg(minute order by minute) as minutes,
        array_agg(count order by minute) as counts
      from long where key is not null group by 1, 2),
    hours as (
      select s.line || ' ' || extract(hour from at at time zone ${timeZone})::int as key,
        sum(extract(epoch from least(s.waits_to, at + interval '1 hour')
          - greatest(s.waits_from, at)))::float8 / 60 as waited
      from s, lateral generate_series(date_trunc('hour', s.waits_from, ${timeZone}), s.waits_to,
        interval '1 hour') as at
      where s.waits_to > s.waits_from group by 1),
    visits as (
      select string_agg(s.line, ' ' order by s.joined_at, s.id) as key,
        round(extract(epoch from max(s.ended_at) - min(s.joined_at)) / 60)::int as minute
      from s group by s.visit
      having count(*) between 2 and ${maxStops} and count(s.ended_at) = count(*)
        and (array_agg(s.status order by s.joined_at desc, s.id desc))[1] = ${entryStatus.completed}),
    ways as (
      select key, minute, count(*)::int as count from visits group by 1, 2)
    select ${list} from (
      select g.kind, g.key, g.days, g.stops, g.called, g.completed, g.no_show, g.cancelled, g.missed,
        g.waited, g.served, coalesce(p.minutes, '{}') as minutes, coalesce(p.counts, '{}') as counts
      from grouped g left join spread p on p.kind = g.kind and p.key = g.key where g.key is not null
      union all
      select 'hour', key, 0, 0, 0, 0, 0, 0, 0, waited, 0, '{}', '{}' from hours
      union all
      select 'route', key, 0, sum(count)::int, 0, sum(count)::int, 0, 0, 0, 0, 0,
        array_agg(minute order by minute), array_agg(count order by minute)
      from ways group by key) f`,
  );
}

/**
 * The sum of the stored rows about patients' movement through lines, over the stored days of a
 * period.
 */
const keptFlow = (period: Period): Sql => sql`
  select n.kind, n.key, n.days, n.stops, n.called, n.completed, n.no_show, n.cancelled, n.missed,
    n.waited, n.served, coalesce(s.minutes, '{}') as minutes, coalesce(s.counts, '{}') as counts
  from (
    select g.kind, g.key, sum(g.days)::int as days, sum(g.stops)::int as stops, sum(g.called)::int as called,
      sum(g.completed)::int as completed, sum(g.no_show)::int as no_show,
      sum(g.cancelled)::int as cancelled, sum(g.missed)::int as missed, sum(g.waited) as waited,
      sum(g.served) as served
    from day_flow_figures g where ${inPeriod(sql`g`, period)} group by 1, 2) n
  left join (
    select kind, key, array_agg(minute order by minute) as minutes,
      array_agg(count order by minute) as counts
    from (
      select g.kind, g.key, took.minute, sum(took.count)::int as count
      from day_flow_figures g, unnest(g.minutes, g.counts) as took (minute, count)
      where ${inPeriod(sql`g`, period)} group by 1, 2, 3) summed
    group by 1, 2) s on s.kind = n.kind and s.key = n.key`;

/**
 * The most rows read. A line has up to 24 hourly rows; the rarest routes beyond this limit are
 * dropped.
 */
const rowsRead = 24 * 500;

export async function readFlow(db: Queryable, period: Period): Promise<FlowRow[]> {
  const kept = await db.many(
    select(flow)`from (${keptFlow(period)}) f order by f.stops desc limit ${rowsRead}`,
  );
  const rest = await db.many(flowOf(restOf(period)));
  return [...kept, ...rest];
}

const h = table('hospital', 'h');

/**
 * Whether a hospital has, or ever had, a shared line. Without one no patient moves between lines.
 */
export async function hasSharedLines(db: Queryable, hospitalId: string): Promise<boolean> {
  const found = typed<boolean>(sql`exists (select from shared_line s where s.hospital_id = h.id)`);
  return (await db.one(select({ found })`from hospital h where ${h.id} = ${hospitalId}`)).found;
}

const line = table('line', 'line');
const l = leftJoined('shared_line', 'l');
const lineName = {
  id: line.id,
  name: typed<string>(sql`coalesce(d.name, l.name)`),
  service: typed<ServiceKind | null>(l.kind),
};

export function listLineNames(
  db: Queryable,
  hospitalId: string,
): Promise<RowOf<typeof lineName>[]> {
  return db.many(select(lineName)`
    from line left join doctor d on d.id = line.id left join shared_line l on l.id = line.id
    where line.hospital_id = ${hospitalId} order by line.id limit ${2 * namesShown}`);
}

const p = table('service_point', 'p');
const pointName = { id: p.id, name: p.name, line_id: p.line_id };

export function listPointNames(
  db: Queryable,
  hospitalId: string,
): Promise<RowOf<typeof pointName>[]> {
  return db.many(select(pointName)`
    from service_point p join shared_line s on s.id = p.line_id
    where s.hospital_id = ${hospitalId} order by lower(p.name), p.id limit ${2 * namesShown}`);
}
