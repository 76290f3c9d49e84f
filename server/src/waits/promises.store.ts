/** The only SQL on promises: what patients were told, what came of it, and what it taught [QST-12]. */
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../platform/columns.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { oneOf } from '../platform/statuses.ts';
import {
  bucketStarts,
  type Score,
  type ScoreQuantiles,
  scoresKept,
  type WaitFit,
} from './fit.rules.ts';

const h = table('hospital', 'h');
const d = table('doctor', 'd');
const q = table('doctor_queue', 'q');

/** 'joined': first told when the entry began to wait; 'leave_now': told to set out. */
export type PromiseKind = 'joined' | 'leave_now';
export type PromiseOutcome = 'called' | 'left' | 'removed' | 'no_show';

export interface NewPromise {
  readonly hospitalId: string;
  readonly doctorId: string;
  readonly entryId: string;
  readonly kind: PromiseKind;
  readonly madeAt: Date;
  readonly ahead: number;
  readonly bucket: number;
  /** Minutes, before rounding. */
  readonly expected: number;
  readonly deviation: number;
  /** Minutes, as shown. */
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** The statement that writes a promise; the first of its kind for an entry stays. */
export function promiseInsert(promise: NewPromise): Sql {
  return sql`
    insert into wait_promise (hospital_id, doctor_id, entry_id, kind, made_at, ahead, bucket,
      expected, deviation, median, lower, upper)
    values (${promise.hospitalId}, ${promise.doctorId}, ${promise.entryId}, ${promise.kind},
      ${promise.madeAt}, ${promise.ahead}, ${promise.bucket}, ${promise.expected},
      ${promise.deviation}, ${promise.median}, ${promise.lower}, ${promise.upper})
    on conflict (entry_id, kind) do nothing`;
}

/** Writes what came of an entry's promises. */
export async function settlePromises(
  tx: Queryable,
  entryId: string,
  outcome: PromiseOutcome,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update wait_promise set outcome = ${outcome}, settled_at = ${now},
      actual = case when ${outcome} = 'called'
        then extract(epoch from ${now}::timestamptz - made_at)::float8 / 60 end
    where entry_id = ${entryId} and outcome is null`);
}

/**
 * The statement by which promises are open again that an end settled which was taken back; those of a
 * call stay as they are.
 */
export function promisesReopened(entryId: string, endedAt: Date): Sql {
  return sql`
    update wait_promise set outcome = null, settled_at = null
    where entry_id = ${entryId} and settled_at = ${endedAt} and actual is null`;
}

/** Of how many promises the share is told. */
const promisesTold = 100;

/** For an update of doctor_queue: how many of a doctor's latest hundred promises were kept. */
export function keptOf(doctorId: string): Sql {
  return sql`(promises_counted, promises_kept) = (
    select count(*), count(*) filter (where kept) from (
      select kept from wait_promise
      where doctor_id = ${doctorId} and kind = 'joined' and actual is not null
      order by settled_at desc limit ${promisesTold}) as latest)`;
}

/** Brings that up to date by itself. */
export async function countKept(tx: Queryable, doctorId: string): Promise<void> {
  await tx.run(sql`update doctor_queue set ${keptOf(doctorId)} where doctor_id = ${doctorId}`);
}

/** Hospitals where something was settled since they were last fitted. */
export async function listHospitalsToFit(db: Queryable): Promise<string[]> {
  const rows = await db.many(select({ id: h.id })`
    from hospital h left join wait_fit f on f.hospital_id = h.id
    where exists (
      select from wait_promise p
      where p.hospital_id = h.id and p.kind = 'joined' and p.score is not null
        and p.bucket in (0, 1, 2, 3)
        and p.settled_at > coalesce(f.fitted_at, '-infinity'))`);
  return rows.map(({ id }) => id);
}

const latestScore = {
  bucket: typed<number>(sql`latest.bucket`),
  score: typed<number>(sql`latest.score`),
};

/** The latest scores of each group of a hospital, the newest of all first. */
export function listScores(db: Queryable, hospitalId: string): Promise<Score[]> {
  return db.many(select(latestScore)`
    from unnest(${[...bucketStarts.keys()]}::int[]) as wanted (bucket)
      cross join lateral (
        select bucket, score, settled_at from wait_promise
        where hospital_id = ${hospitalId} and bucket = wanted.bucket and kind = 'joined'
          and score is not null
        order by settled_at desc limit ${scoresKept}) as latest
    order by latest.settled_at desc`);
}

/** How many left a hospital's lines since an instant, and how many of them without being called. */
export function countAbsent(
  db: Queryable,
  hospitalId: string,
  since: Date,
): Promise<{ absent: number; seen: number }> {
  const counts = {
    seen: typed<number>(sql`count(*)`),
    absent: typed<number>(sql`count(*) filter (where started_at is null)`),
  };
  return db.one(select(counts)`
    from queue_entry
    where hospital_id = ${hospitalId} and ended_at >= ${since} and approved_at is not null
      and status in ${oneOf(['completed', 'no_show', 'cancelled'])}`);
}

export async function saveFit(
  db: Queryable,
  hospitalId: string,
  fit: WaitFit,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into wait_fit (hospital_id, fit, fitted_at)
    values (${hospitalId}, ${JSON.stringify(fit)}::jsonb, ${now})
    on conflict (hospital_id) do update set fit = excluded.fit, fitted_at = excluded.fitted_at`);
}

const doctorPace = {
  doctor_id: q.doctor_id,
  specialty: d.specialty,
  minutes: q.pace_minutes,
  visits: q.pace_visits,
};
export type DoctorPaceRow = RowOf<typeof doctorPace>;

export function listPaces(db: Queryable, hospitalId: string): Promise<DoctorPaceRow[]> {
  return db.many(select(doctorPace)`
    from doctor d join doctor_queue q on q.doctor_id = d.id where d.hospital_id = ${hospitalId}`);
}

/** What to take of each doctor until that doctor's consultations say more, minutes. */
export async function saveUsual(
  db: Database,
  usual: readonly { readonly doctorId: string; readonly minutes: number }[],
): Promise<void> {
  await db.run(sql`
    update doctor_queue set usual_minutes = given.minutes
    from unnest(${usual.map(({ doctorId }) => doctorId)}::uuid[],
      ${usual.map(({ minutes }) => minutes)}::float8[]) as given (doctor_id, minutes)
    where doctor_queue.doctor_id = given.doctor_id
      and doctor_queue.usual_minutes is distinct from given.minutes`);
}

/** A row's fit as the database keeps it; null before the first. */
export type FitColumn = { quantiles: ScoreQuantiles[]; absentShare: number } | null;
