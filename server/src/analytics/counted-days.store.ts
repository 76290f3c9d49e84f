/** All SQL on the stored figures of hospitals' days: which days are due, and storing one. */
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, rows, select, table, typed } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { startOfDay } from '../platform/hospital-sql/hospital-time.ts';
import { openEntries } from '../platform/hospital-sql/statuses.ts';
import { flowOf } from './flow-of-days.store.ts';
import {
  figuresByGroup,
  figuresOfAll,
  type HospitalDays,
  hoursOf,
  onSiteOf,
  priceOf,
  promisesOf,
} from './visits-of-days.store.ts';

const h = table('hospital', 'h');
const f = table('day_figures', 'f');

const due = { hospitalId: h.id, day: typed<string>(sql`due.day`) };
export type DayOfHospital = RowOf<typeof due>;

/**
 * The request time of the first visit after the last stored day. Only visits whose status meets the
 * condition count.
 */
function firstAfter(which: Sql): Sql {
  return sql`(
    select e.joined_at from queue_entry e
    where e.hospital_id = h.id and e.status ${which} and e.joined_at >=
      coalesce(${startOfDay(sql`last.day + 1`, sql`h.time_zone`)}, '-infinity')
    order by e.joined_at limit 1)`;
}

/**
 * Finds days to count, up to a limit: days that changed, and each hospital's next day that ended at
 * least 25 hours ago. Uses the database's clock, as do the writes that mark changed days.
 */
export async function listDueDays(
  db: Queryable,
  limit: number,
  passedOver: readonly DayOfHospital[],
): Promise<DayOfHospital[]> {
  const isPassedOver = (hospital: Sql, day: Sql) => sql`exists (
    select from unnest(${passedOver.map(({ hospitalId }) => hospitalId)}::uuid[],
      ${passedOver.map((each) => each.day)}::date[]) as passed (hospital_id, day)
    where passed.hospital_id = ${hospital} and passed.day = ${day})`;
  const [changed, next] = await Promise.all([
    db.many(
      rows(
        { ...due, day: f.day },
        (list) => sql`
      select ${list} from day_figures f join hospital h on h.id = f.hospital_id
      where f.is_stale and not ${isPassedOver(sql`f.hospital_id`, sql`f.day`)}
      order by f.hospital_id, f.day limit ${limit}`,
      ),
    ),
    db.many(
      rows(
        due,
        (list) => sql`
      select ${list} from hospital h,
        lateral (select max(f.day) as day from day_figures f where f.hospital_id = h.id) last,
        lateral (
          select (min(first.joined_at) at time zone h.time_zone)::date as day
          from (${firstAfter(sql`not in ${openEntries}`)} union all
            ${firstAfter(sql`in ${openEntries}`)}) first) due
      where ${startOfDay(sql`due.day + 1`, sql`h.time_zone`)} < now() - interval '25 hours'
        and not ${isPassedOver(sql`h.id`, sql`due.day`)}
      order by h.id limit ${limit}`,
      ),
    ),
  ]);
  return [...changed, ...next];
}

/**
 * Locks a hospital's figures. Counting days and changing old visits then wait for each other's
 * transaction.
 */
export async function lockFigures(tx: Queryable, hospitalId: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${`figures ${hospitalId}`}, 0))`);
}

/** The time zone of the hospital's calendar; undefined for an unknown hospital. */
export function findZone(
  tx: Queryable,
  hospitalId: string,
): Promise<{ time_zone: string } | undefined> {
  return tx.maybeOne(
    select({ time_zone: h.time_zone })`from hospital h where h.id = ${hospitalId}`,
  );
}

/** Marks a day that could not be counted, so that it is counted again later. */
export async function leaveUncounted(
  db: Queryable,
  hospitalId: string,
  day: string,
): Promise<void> {
  await db.run(sql`
    insert into day_figures (hospital_id, day, is_stale, arrivals, called, completed, no_show, rejected,
      cancelled, promises, promises_kept, on_site_visits)
    values (${hospitalId}, ${day}, true, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    on conflict (hospital_id, day) do update set is_stale = true`);
}

/** Replaces the stored figures of one day. */
export async function replaceDay(
  tx: Queryable,
  hospitalId: string,
  timeZone: string,
  day: string,
): Promise<void> {
  const of: HospitalDays = { hospitalId, timeZone, days: [day] };
  const key = sql`${hospitalId}::uuid, ${day}::date`;
  await tx.run(sql`delete from day_figures where hospital_id = ${hospitalId} and day = ${day}`);
  await tx.run(sql`
    insert into day_figures (hospital_id, day, arrivals, called, completed, no_show, rejected,
      cancelled, promises, promises_kept, wait_median, wait_p90, on_site_median, on_site_visits,
      called_in, absent, idle_minutes, inside_minutes)
    select ${key}, n.arrivals, n.called, n.completed, n.no_show, n.rejected, n.cancelled, n.promises,
      n.promises_kept, n.wait_median, n.wait_p90, n.on_site_median, n.on_site_visits,
      p.called, p.absent, p.idle, p.inside
    from (${figuresOfAll(of)}) n, (${priceOf(of)}) p`);
  await tx.run(sql`
    insert into day_group_figures (hospital_id, day, kind, key, arrivals, called, completed, no_show,
      rejected, cancelled, promises, promises_kept, minutes, waits, on_sites, hours)
    select ${key}, n.kind, n.key, n.arrivals, n.called, n.completed, n.no_show, n.rejected,
      n.cancelled, n.promises, n.promises_kept, n.minutes, n.waits, n.on_sites,
      coalesce(worked.hours, '{}')
    from (${figuresByGroup(of)}) n left join (
      select seen.doctor_id::text as key, array_agg(seen.hour order by seen.hour) as hours
      from (${hoursOf(of)}) seen group by 1) worked on worked.key = n.key`);
  await tx.run(sql`
    insert into day_promise_figures (hospital_id, day, about, key, promises, kept, inside)
    select ${key}, n.about, n.key, n.promises, n.kept, n.inside from (${promisesOf(of)}) n`);
  await tx.run(sql`
    insert into day_flow_figures (hospital_id, day, kind, key, days, stops, called, completed, no_show,
      cancelled, missed, waited, served, minutes, counts)
    select ${key}, n.kind, n.key, n.days, n.stops, n.called, n.completed, n.no_show, n.cancelled,
      n.missed, n.waited, n.served, n.minutes, n.counts from (${flowOf(of)}) n`);
  await tx.run(sql`
    insert into day_on_site_figures (hospital_id, day, doctor_id, is_remote, visits, minutes)
    select ${key}, n.doctor_id, n.is_remote, n.visits, n.minutes
    from (${onSiteOf(of)}) n`);
}
