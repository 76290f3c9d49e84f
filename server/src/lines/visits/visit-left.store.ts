/** All SQL on forecasts of whole visits, their outcomes, and the resulting calibration [LINE-5]. */
import { maxSharedLines } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import { maxStops } from '@baari/contract/lines/journey.ts';
import { type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import {
  doctorStatus,
  entriesWithoutVisit,
  entryStatus,
  openEntries,
} from '../../platform/hospital-sql/statuses.ts';
import { pausedSince } from '../../queue/queue.store.ts';
import { isPresent, paceColumns } from '../../waits/line-columns.store.ts';
import type {
  NextCount,
  SaidNext,
  StaySum,
  VisitFit,
  VisitScore,
} from '../../waits/visit-left.rules.ts';

const e = table('queue_entry', 'e');
const h = table('hospital', 'h');
const q = table('doctor_queue', 'q');
const v = table('visit_promise', 'v');

/** Excludes a step of a visit whose check-in was undone. */
const isStop = sql`not (e.status = ${entryStatus.cancelled} and e.last_action = 'undo_check_in')`;

/**
 * Reads the facts for forecasts of a hospital's visits: measurements of past visits, the next lines
 * that the administrator set as usual, and the shared lines where no service point calls.
 */
export function findVisitFacts(db: Queryable, hospitalId: string): Promise<VisitFacts> {
  return db.one(select(visitFacts)`from hospital h where h.id = ${hospitalId}`);
}

const visitFacts = {
  calibration: typed<VisitFit | null>(
    sql`(select f.fit from visit_fit f where f.hospital_id = h.id)`,
  ),
  said: typed<SaidNext>(sql`(
    select coalesce(json_object_agg(line_id, nexts), '{}') from (
      select n.line_id, array_agg(n.next_id order by n.number) as nexts
      from next_line n join line on line.id = n.line_id
      where line.hospital_id = h.id group by n.line_id limit ${maxSharedLines}) given)`),
  closed: typed<readonly string[]>(sql`array(
    select s.id from shared_line s
    where s.hospital_id = h.id and s.removed_at is null
      and (not s.is_open or not exists (select from service_point p
        where p.line_id = s.id and p.state <> 'closed' and p.removed_at is null
          and ${pausedSince(sql`p`)} is null))
    limit ${maxSharedLines})`),
};
export type VisitFacts = RowOf<typeof visitFacts>;

/** The lines of a visit up to now, in order; the present line is last. */
export async function listBeen(db: Queryable, entryId: string): Promise<string[]> {
  const rows = await db.many(select({ line_id: e.doctor_id })`
    from queue_entry own join queue_entry e on e.id = own.id or e.visit_id = own.visit_id
    where own.id = ${entryId} and e.joined_at <= own.joined_at and (${isStop} or e.id = own.id)
    order by e.id = own.id, e.joined_at, e.id limit ${maxStops}`);
  return rows.map(({ line_id }) => line_id);
}

/**
 * The number of service points that call patients in a line. A doctor counts as one point, and
 * calls only while Available.
 */
const openPoints = sql`case when exists (select from shared_line s where s.id = q.doctor_id) then (
    select count(*) from service_point p
    where p.line_id = q.doctor_id and p.state <> 'closed' and p.removed_at is null
      and ${pausedSince(sql`p`)} is null)
  else (select count(*) from doctor d
    where d.id = q.doctor_id and d.status = ${doctorStatus.Available}) end`;
const lineToday = {
  line_id: q.doctor_id,
  ...paceColumns,
  waiting: typed<number>(sql`(select count(*) from queue_entry e
    where e.doctor_id = q.doctor_id and e.status = ${entryStatus.waiting} and ${isPresent(sql`e`)})`),
  points: typed<number>(openPoints),
};
export type LineTodayRow = RowOf<typeof lineToday>;

/**
 * Reads facts about each of these lines, up to a limit: its service time, how many patients can be
 * called, and how many points call.
 */
export function listLinesToday(db: Queryable, lineIds: readonly string[]): Promise<LineTodayRow[]> {
  const first = lineIds.slice(0, maxSharedLines);
  return db.many(select(lineToday)`
    from doctor_queue q where q.doctor_id = any(${first}::uuid[]) limit ${maxSharedLines}`);
}

export type VisitPromiseKind = 'waiting' | 'inside';

export interface NewVisitPromise {
  readonly entryId: string;
  readonly kind: VisitPromiseKind;
  readonly visitId: string;
  readonly hospitalId: string;
  readonly madeAt: Date;
  readonly bucket: number;
  readonly expected: number;
  readonly deviation: number;
  /** The lower end of the forecast in minutes, as shown to the patient. */
  readonly lower: number;
  readonly upper: number;
}

/** Records a shown forecast. An entry's first forecast of each kind is never replaced. */
export async function insertVisitPromise(tx: Queryable, one: NewVisitPromise): Promise<void> {
  await tx.run(sql`
    insert into visit_promise (entry_id, kind, visit_id, hospital_id, made_at, bucket, expected,
      deviation, lower, upper)
    values (${one.entryId}, ${one.kind}, ${one.visitId}, ${one.hospitalId}, ${one.madeAt},
      ${one.bucket}, ${one.expected}, ${one.deviation}, ${one.lower}, ${one.upper})
    on conflict (entry_id, kind) do nothing`);
}

const kind = sql`case when e.status = ${entryStatus.waiting} then 'waiting' else 'inside' end`;
const unannounced = { id: e.id, kind: typed<VisitPromiseKind>(kind) };
/** The highest number of forecasts recorded in one run. */
const mostAtOnce = 200;

/** Steps that began after a given time and have no recorded forecast. */
export function listUnannounced(db: Queryable, since: Date): Promise<RowOf<typeof unannounced>[]> {
  return db.many(select(unannounced)`
    from queue_entry e
    where (e.visit_id is not null or e.is_shared)
      and e.status in (${entryStatus.waiting}, ${entryStatus.in_progress})
      and (e.joined_at > ${since} or e.approved_at > ${since} or e.started_at > ${since})
      and not exists (select from visit_promise v where v.entry_id = e.id and v.kind = ${kind})
    order by e.joined_at limit ${mostAtOnce}`);
}

/**
 * How long a visit may be without a further step. After that time its planned steps no longer
 * count.
 */
const givenUpMs = 3 * 3_600_000;

/**
 * Settles forecasts of visits whose last step ended before a given time. A completed visit is
 * recorded with the time it took. If the patient left after the forecast's upper end, the forecast
 * counts as broken. If the patient left before the upper end, the forecast does not count.
 */
export async function settleVisits(db: Queryable, before: Date, now: Date): Promise<void> {
  const given = new Date(now.getTime() - givenUpMs);
  const minutes = sql`extract(epoch from over.ended_at - v.made_at)::float8 / 60`;
  await db.run(sql`
    update visit_promise v set settled_at = ${now},
      outcome = case when over.is_done then 'done' else 'left' end,
      actual = case when over.is_done then ${minutes} end,
      was_kept = case when ${minutes} > v.upper or over.is_closed then false
        when over.is_done then true end,
      inside = case when over.is_done then ${minutes} between v.lower and v.upper end
    from (
      select open.visit_id, last.ended_at, last.close_reason is not null as is_closed,
        last.status = ${entryStatus.completed} and not last.has_more as is_done
      from (select distinct visit_id from visit_promise where outcome is null) open
      cross join lateral (
        select e.status, e.ended_at, e.close_reason,
          exists (select from planned_stop n where n.visit_id = open.visit_id) as has_more
        from queue_entry e
        where (e.visit_id = open.visit_id or e.id = open.visit_id) and ${isStop}
        order by e.ended_at desc nulls first, e.joined_at desc limit 1) last
      where last.ended_at < ${before}
        and (not last.has_more or last.status in ${entriesWithoutVisit} or last.ended_at < ${given})
        and not exists (select from queue_entry e
          where (e.visit_id = open.visit_id or e.id = open.visit_id) and e.status in ${openEntries})
    ) over
    where v.visit_id = over.visit_id and v.outcome is null`);
}

/** Hospitals with a shared line and new visits since their last calibration. */
export async function listHospitalsToCalibrate(db: Queryable): Promise<string[]> {
  const rows = await db.many(select({ id: h.id })`
    from hospital h
    where exists (select from shared_line s where s.hospital_id = h.id)
      and exists (select from queue_entry e where e.hospital_id = h.id and e.ended_at > coalesce(
        (select f.fitted_at from visit_fit f where f.hospital_id = h.id), '-infinity'))`);
  return rows.map(({ id }) => id);
}

/** The highest number of a hospital's latest steps that are measured. */
const stopsCounted = 20_000;
/**
 * The longest stay in a line that is measured, in hours. A longer stay means that staff forgot to
 * end the entry.
 */
const longestStay = 8;

/** A hospital's latest steps that were completed since a given time. */
function seenStops(hospitalId: string, since: Date): Sql {
  return sql`(
    select e.id, e.doctor_id, e.is_return, e.joined_at, e.approved_at, e.ended_at from queue_entry e
    where e.hospital_id = ${hospitalId} and e.ended_at >= ${since}
      and e.status = ${entryStatus.completed}
      and e.ended_at < e.joined_at + ${longestStay} * interval '1 hour'
    order by e.ended_at desc limit ${stopsCounted}) e`;
}

const stay = sql`extract(epoch from e.ended_at - coalesce(e.approved_at, e.joined_at))::float8 / 60`;
const staySum = {
  lineId: typed<string>(sql`e.doctor_id`),
  hour: typed<number>(
    sql`extract(hour from coalesce(e.approved_at, e.joined_at) at time zone h.time_zone)::int`,
  ),
  stops: typed<number>(sql`count(*)`),
  minutes: typed<number>(sql`sum(${stay})`),
  squares: typed<number>(sql`sum((${stay}) ^ 2)`),
};
/** The highest number of database rows that are read: 500 lines of a hospital by 24 hours. */
const mostSums = 24 * 500;

export function listStaySums(db: Queryable, hospitalId: string, since: Date): Promise<StaySum[]> {
  return db.many(select(staySum)`
    from ${seenStops(hospitalId, since)} join hospital h on h.id = ${hospitalId}
    group by 1, 2 limit ${mostSums}`);
}

const nextCount = {
  lineId: typed<string>(sql`e.doctor_id`),
  isReturn: typed<boolean>(sql`e.is_return`),
  nextId: typed<string | null>(sql`n.doctor_id`),
  visits: typed<number>(sql`count(*)`),
};

/** How many patients went from each line to each next line, or home. */
export function listNextCounts(
  db: Queryable,
  hospitalId: string,
  since: Date,
): Promise<NextCount[]> {
  return db.many(select(nextCount)`
    from ${seenStops(hospitalId, since)}
      left join queue_entry n on n.sent_from_id = e.id and n.status <> ${entryStatus.cancelled}
    group by 1, 2, 3 order by 4 desc limit ${mostSums}`);
}

const score = {
  bucket: v.bucket,
  score: typed<number>(sql`
    (coalesce(v.actual, extract(epoch from v.settled_at - v.made_at)::float8 / 60) - v.expected)
      / greatest(v.deviation, 0.1)`),
  isOpen: typed<boolean>(sql`v.outcome <> 'done'`),
};
const scoresCounted = 2000;

/**
 * The latest settled forecasts of a hospital's visits, newest first. Visits that patients left
 * before the forecast's upper end are not included.
 */
export function listVisitScores(db: Queryable, hospitalId: string): Promise<VisitScore[]> {
  return db.many(select(score)`
    from visit_promise v
    where v.hospital_id = ${hospitalId} and v.outcome is not null and v.was_kept is not null
    order by v.settled_at desc limit ${scoresCounted}`);
}

export async function saveVisitFit(
  db: Queryable,
  hospitalId: string,
  calibration: VisitFit,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into visit_fit (hospital_id, fit, fitted_at)
    values (${hospitalId}, ${JSON.stringify(calibration)}::jsonb, ${now})
    on conflict (hospital_id) do update set fit = excluded.fit, fitted_at = excluded.fitted_at`);
}
