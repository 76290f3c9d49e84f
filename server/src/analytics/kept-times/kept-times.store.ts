/** All SQL for the page on how often a hospital's wait forecasts were right [WAIT-3]. */
import sql from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { hospitalToday } from '../../platform/hospital-sql/hospital-time.ts';
import { type Span, within } from '../analytics.store.ts';

const h = table('hospital', 'h');

/** Days covered by the page. */
const keptTimesDays = 90;

/**
 * The hospital of the page on forecast accuracy. `now` decides the current date on the hospital's
 * calendar.
 */
function keptTimesPage(now: Date) {
  const today = hospitalToday(now);
  return {
    name: h.name,
    time_zone: h.time_zone,
    languages: h.languages,
    from: typed<string>(sql`to_char(${today}::date - ${keptTimesDays - 1}::int, 'YYYY-MM-DD')`),
    to: today,
  };
}
export type KeptTimesRow = RowOf<ReturnType<typeof keptTimesPage>>;

/** The hospital whose page is requested; undefined if it does not publish the page or is hidden. */
export function findKeptTimesPage(
  db: Queryable,
  hospitalId: string,
  now: Date,
): Promise<KeptTimesRow | undefined> {
  return db.maybeOne(select(keptTimesPage(now))`
    from hospital h
    where h.id = ${hospitalId} and h.shows_kept_times and h.standing <> 'hidden'`);
}

const announced = {
  announced: typed<number>(sql`count(*)`),
  kept: typed<number>(sql`count(*) filter (where p.was_kept)`),
  inside: typed<number>(sql`count(*) filter (where p.inside)`),
};

const announcedVisits = {
  announced: typed<number>(sql`count(*)`),
  kept: typed<number>(sql`count(*) filter (where v.was_kept)`),
  inside: typed<number>(sql`count(*) filter (where v.inside)`),
};

/** Wait forecasts made on approval whose outcome is known, by day on the hospital's calendar. */
export function listAnnouncedDays(db: Queryable, span: Span): Promise<RowOf<typeof announced>[]> {
  return db.many(select(announced)`
    from wait_promise p
    where p.hospital_id = ${span.hospitalId} and p.kind = 'joined' and p.was_kept is not null
      and ${within(sql`p.made_at`, span)}
    group by (p.made_at at time zone ${span.timeZone})::date`);
}

const ofVisits = (span: Span) => sql`
  v.hospital_id = ${span.hospitalId} and v.kind = 'waiting' and v.was_kept is not null
    and ${within(sql`v.made_at`, span)}`;

/**
 * Forecasts for visits with several steps, made when a step began to wait. Only those with a known
 * outcome count, by day [LINE-5].
 */
export function listAnnouncedVisitDays(
  db: Queryable,
  span: Span,
): Promise<RowOf<typeof announcedVisits>[]> {
  return db.many(select(announcedVisits)`
    from visit_promise v where ${ofVisits(span)}
    group by (v.made_at at time zone ${span.timeZone})::date`);
}

/**
 * Figures of the forecasts made in a period for visits with several steps: their number, how many
 * visits were over by the upper end of the forecast, and how many within its range.
 */
export async function readAnnouncedVisits(
  db: Queryable,
  span: Span,
): Promise<{ promises: number; kept: number; inside: number }> {
  const { announced: promises, ...held } = await db.one(select(announcedVisits)`
    from visit_promise v where ${ofVisits(span)}`);
  return { promises, ...held };
}

export async function readShowsKeptTimes(db: Queryable, hospitalId: string): Promise<boolean> {
  const row = await db.one(select({ shown: h.shows_kept_times })`
    from hospital h where h.id = ${hospitalId}`);
  return row.shown;
}

export async function writeShowsKeptTimes(
  tx: Queryable,
  hospitalId: string,
  isShown: boolean,
): Promise<void> {
  await tx.run(sql`update hospital set shows_kept_times = ${isShown} where id = ${hospitalId}`);
}
