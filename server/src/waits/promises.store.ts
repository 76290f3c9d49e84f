/** All SQL on recorded forecasts, their outcomes, and the resulting calibration [QST-12]. */
import type { promiseMoments } from '@baari/contract/constants.ts';
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../platform/database/columns.ts';
import { type Database, type Queryable, send } from '../platform/database/database.ts';
import { entryStatus, oneOf } from '../platform/hospital-sql/statuses.ts';
import { isUnlocked } from './line-columns.store.ts';
import type { PassedInHour, Score, StateGroup, Calibration } from './calibration.rules.ts';
import { scoresLearntFrom } from './constants.rules.ts';

const h = table('hospital', 'h');
const d = table('doctor', 'd');
const q = table('doctor_queue', 'q');
const f = table('wait_fit', 'f');

/** The moment at which a forecast is recorded, such as on joining the line. */
export type PromiseKind = (typeof promiseMoments)[number];
/** The numbers of minutes after approval at which the forecast of an entry is recorded again. */
export const promisedAgainAfter = [30, 60, 120] as const;
/** How a wait ends. A forecast may also end as `moved`, which is not among these values. */
export type EndOutcome = 'called' | 'left' | 'removed' | 'no_show';

export interface NewPromise {
  readonly hospitalId: string;
  readonly doctorId: string;
  readonly entryId: string;
  readonly kind: PromiseKind;
  readonly madeAt: Date;
  /**
   * The state of the line when the forecast was made. Forecast errors are measured separately for
   * each state.
   */
  readonly state: StateGroup;
  /** The number of patients ahead who can be called. */
  readonly ahead: number;
  readonly bucket: number;
  /** The expected wait in minutes, before rounding. */
  readonly expected: number;
  readonly deviation: number;
  /** The median wait in minutes, as shown to the patient. */
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

const columns = sql`hospital_id, doctor_id, entry_id, kind, made_at, state, ahead, bucket,
  expected, deviation, median, lower, upper, owed_by`;
const ownEnd = sql`made_at + make_interval(mins => upper)`;
/**
 * The upper end by which the forecast is judged: the earliest upper end that was shown to the
 * patient.
 */
const countedEnd = sql`least(owed_by, ${ownEnd})`;

/**
 * The SQL statement that inserts a forecast. An entry's first forecast of each kind stays, except
 * that a first forecast closed by a move is replaced. The upper end of the replaced forecast still
 * counts (`owed_by`). A result already recorded because an upper end had passed (`was_kept`) still
 * counts too.
 */
export function promiseInsert(promise: NewPromise): Sql {
  const owed =
    promise.kind === 'joined'
      ? sql`(select ${ownEnd} from wait_promise
          where entry_id = ${promise.entryId} and kind = 'asked')`
      : sql`null`;
  return sql`
    insert into wait_promise as p (${columns})
    values (${promise.hospitalId}, ${promise.doctorId}, ${promise.entryId}, ${promise.kind},
      ${promise.madeAt}, ${promise.state}, ${promise.ahead}, ${promise.bucket},
      ${promise.expected}, ${promise.deviation}, ${promise.median}, ${promise.lower},
      ${promise.upper}, ${owed})
    on conflict (entry_id, kind) do update set doctor_id = excluded.doctor_id,
      made_at = excluded.made_at, state = excluded.state, ahead = excluded.ahead,
      bucket = excluded.bucket, expected = excluded.expected, deviation = excluded.deviation,
      median = excluded.median, lower = excluded.lower, upper = excluded.upper,
      outcome = null, settled_at = null
    where p.outcome = 'moved' and p.kind = 'joined'`;
}

/**
 * Records the outcome of an entry's forecasts. Kept: the patient was called before every upper end
 * shown. Broken: an upper end had passed before the call or before the patient left, or the line
 * closed first (`isClosed`). If the patient left before the upper end, the forecast does not count.
 * A forecast for a walk-in who is called at once does not count either.
 */
export function settlePromises(
  tx: Queryable,
  entryId: string,
  { outcome, isClosed = false }: { readonly outcome: EndOutcome; readonly isClosed?: boolean },
  now: Date,
): void {
  const minutes = sql`extract(epoch from ${now}::timestamptz - made_at)::float8 / 60`;
  const isCalled = outcome === 'called';
  const wasBroken = isClosed ? sql`false` : sql`case when ${now} > ${countedEnd} then false end`;
  const wasKept = sql`case when not ${isCalledAtOnce(now)} then ${now} <= ${countedEnd} end`;
  send(
    tx,
    sql`
    update wait_promise p set outcome = ${outcome}, settled_at = ${now},
      actual = ${isCalled ? minutes : sql`null`}, was_kept = ${isCalled ? wasKept : wasBroken},
      inside = ${isCalled ? sql`${minutes} between lower and upper` : sql`null`}
    where entry_id = ${entryId} and outcome is null`,
  );
}

/**
 * The SQL that tells whether the patient joined without a request and was called within a minute.
 * Such a patient did not have to wait for anybody.
 */
function isCalledAtOnce(now: Date): Sql {
  return sql`(
    exists (select from queue_entry e where e.id = p.entry_id
      and e.joined_at >= ${now}::timestamptz - interval '1 minute')
    and not exists (select from wait_promise asked
      where asked.entry_id = p.entry_id and asked.kind = 'asked'))`;
}

/**
 * Counts the forecast of a request that ended without approval as broken, if the upper end shown on
 * request had passed or the line closed. Call it after `settlePromises`.
 */
export function countEndedRequest(tx: Queryable, entryId: string): void {
  // The line's state is not stored, because the time until approval says nothing about the line's
  // service time.
  send(
    tx,
    sql`
    insert into wait_promise (${columns}, outcome, settled_at, was_kept)
    select hospital_id, doctor_id, entry_id, 'joined', made_at, null, ahead, bucket, expected,
      deviation, median, lower, upper, owed_by, outcome, settled_at, was_kept
    from wait_promise where entry_id = ${entryId} and kind = 'asked' and not was_kept
    on conflict (entry_id, kind) do nothing`,
  );
}

/**
 * Which upper ends of forecasts still count after a move. `all`: all of them, because the desk
 * moved the patient. `former`: only those from before the earlier move that this move undoes.
 * `passed`: only those that have already passed, because the patient asked for a later position.
 */
type OwedAfterMove = 'all' | 'former' | 'passed';

/**
 * Closes the open forecasts of an entry that was moved. A forecast for the new position replaces
 * them.
 */
export function movePromises(tx: Queryable, entryId: string, owed: OwedAfterMove, now: Date): void {
  const passed = sql`case when ${now} > ${countedEnd} then ${countedEnd} end`;
  const ends = { all: countedEnd, former: sql`owed_by`, passed };
  send(
    tx,
    sql`
    update wait_promise set outcome = 'moved', settled_at = ${now}, owed_by = ${ends[owed]},
      was_kept = case when ${now} > ${owed === 'former' ? sql`owed_by` : countedEnd} then false end
    where entry_id = ${entryId} and outcome is null`,
  );
}

/**
 * Reopens the forecasts that were settled when an entry ended by mistake. If more than some minutes
 * have passed, the position has changed, so the forecasts end as `moved`. Forecasts settled by a
 * call stay settled.
 */
export function reopenSettled(
  tx: Queryable,
  entryId: string,
  endedAt: Date,
  owed: { readonly isOwed: boolean; readonly now: Date },
): void {
  const { isOwed, now } = owed;
  const wasKept = isOwed ? sql`null` : sql`case when ${now} > ${countedEnd} then false end`;
  send(
    tx,
    sql`
    update wait_promise set inside = null, was_kept = ${wasKept},
      owed_by = ${isOwed ? sql`owed_by` : countedEnd},
      outcome = ${isOwed ? null : 'moved'}, settled_at = ${isOwed ? null : now}
    where entry_id = ${entryId} and settled_at = ${endedAt} and actual is null`,
  );
}

const firstUnannounced = { id: typed<string>(sql`e.id`) };
/**
 * The highest number of entries that get a forecast in one run. The next run of the task handles
 * the other entries.
 */
const announcedAtOnce = 200;

/**
 * Lists waiting or pending entries that have no forecast and were not called yet. Their patients
 * may have joined while the doctor was Busy.
 */
export async function listUnannounced(db: Queryable, lineId: string): Promise<string[]> {
  const rows = await db.many(select(firstUnannounced)`
    from queue_entry e
    where e.doctor_id = ${lineId} and e.called_at is null
      and e.status in (${entryStatus.waiting}, ${entryStatus.pending_approval})
      and not exists (select from wait_promise p where p.entry_id = e.id
        and p.kind = case when e.status = ${entryStatus.waiting} then 'joined' else 'asked' end
        and p.outcome is distinct from 'moved')
    order by e.joined_at, e.id limit ${announcedAtOnce}`);
  return rows.map(({ id }) => id);
}

const promisedUntil = {
  entry_id: typed<string>(sql`p.entry_id`),
  until: typed<Date>(sql`max(p.made_at + make_interval(mins => p.upper))`),
};

/** Reads the latest upper end of the open forecasts, for each entry. */
export async function listPromisedUntil(
  db: Queryable,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.many(select(promisedUntil)`
    from wait_promise p
    where p.entry_id = any(${entryIds}::uuid[]) and p.outcome is null
    group by p.entry_id`);
  return new Map(rows.map((row) => [row.entry_id, row.until]));
}

/** The shown rate of kept forecasts is computed from this many of the latest forecasts. */
const promisesShown = 100;

/**
 * The part of an update of doctor_queue that counts the results of a doctor's latest hundred
 * forecasts. It counts how many were kept, and in how many the call was within the range.
 */
export function keptOf(doctorId: string): Sql {
  return sql`(promises_counted, promises_kept, promises_inside) = (
    select count(*), count(*) filter (where was_kept), count(*) filter (where inside) from (
      select was_kept, inside from wait_promise
      where doctor_id = ${doctorId} and kind = 'joined' and was_kept is not null
      order by settled_at desc limit ${promisesShown}) as latest)`;
}

/** Updates only the doctor's counts of kept forecasts. */
export async function countKept(tx: Queryable, doctorId: string): Promise<void> {
  await tx.run(sql`update doctor_queue set ${keptOf(doctorId)} where doctor_id = ${doctorId}`);
}

/** Lists hospitals that have forecasts settled since the last calibration. */
export async function listHospitalsToCalibrate(db: Queryable): Promise<string[]> {
  const rows = await db.many(select({ id: h.id })`
    from hospital h left join wait_fit f on f.hospital_id = h.id
    where (select max(p.settled_at) from wait_promise p
      where p.hospital_id = h.id and ${isLearntFrom}) > coalesce(f.fitted_at, '-infinity')`);
  return rows.map(({ id }) => id);
}

const isLearntFrom = sql`
  p.state is not null and p.outcome is not null and p.outcome <> 'moved'`;

const score = {
  group: typed<StateGroup>(sql`p.state`),
  bucket: typed<number>(sql`p.bucket`),
  doctorId: typed<string>(sql`p.doctor_id`),
  score: typed<number>(sql`
    (extract(epoch from p.settled_at - p.made_at)::float8 / 60 - p.expected)
      / greatest(p.deviation, 0.1)`),
  isOpen: typed<boolean>(sql`p.outcome <> 'called'`),
  at: typed<Date>(sql`p.settled_at`),
};

/**
 * Reads a hospital's latest forecast errors, newest first. For a patient who was not called, the
 * error is measured at the time when the patient left.
 */
export function listScores(db: Queryable, hospitalId: string): Promise<Score[]> {
  return db.many(select(score)`
    from wait_promise p
    where p.hospital_id = ${hospitalId} and ${isLearntFrom} and p.kind <> 'asked'
    order by p.settled_at desc limit ${scoresLearntFrom}`);
}

/**
 * Counts the patients who left a hospital's lines since a given time, and how many of them were not
 * seen. Patients who were called in but absent count as not seen.
 */
export function countAbsent(
  db: Queryable,
  hospitalId: string,
  since: Date,
): Promise<{ absent: number; seen: number }> {
  const counts = {
    seen: typed<number>(sql`count(*)`),
    absent: typed<number>(sql`
      count(*) filter (where started_at is null or status = ${entryStatus.no_show})`),
  };
  return db.one(select(counts)`
    from queue_entry
    where hospital_id = ${hospitalId} and ended_at >= ${since} and approved_at is not null
      and status in ${oneOf(['completed', 'no_show', 'cancelled'])}`);
}

const inHour = {
  hour: typed<number>(sql`hours.hour`),
  waited: typed<number>(sql`hours.waited`),
  passed: typed<number>(sql`coalesce(passes.passed, 0)`),
};
/** The highest number of visits that are read. More visits would not change the result. */
const visitsCounted = 5000;

/**
 * For each hour of the hospital's day: how many minutes patients waited, and how often another
 * patient was moved ahead of them. Counts the patients who left the hospital's lines since a given
 * time.
 */
export function countPassed(
  db: Queryable,
  hospitalId: string,
  since: Date,
): Promise<PassedInHour[]> {
  return db.many(select(inHour)`
    from (
      with waited as (
        select e.id, e.approved_at as waits_from, coalesce(e.started_at, e.ended_at) as waits_to,
          h.time_zone
        from queue_entry e join hospital h on h.id = e.hospital_id
        where e.hospital_id = ${hospitalId} and e.ended_at >= ${since}
          and e.approved_at is not null
          and coalesce(e.started_at, e.ended_at) < e.approved_at + interval '1 day'
        order by e.ended_at desc limit ${visitsCounted})
      select extract(hour from began at time zone time_zone)::int as hour,
        sum(extract(epoch from least(waits_to, began + interval '1 hour')
          - greatest(waits_from, began)))::float8 / 60 as waited
      from waited, lateral generate_series(date_trunc('hour', waits_from, time_zone), waits_to,
        interval '1 hour') as began
      group by 1) hours
    left join (
      select extract(hour from c.at at time zone h.time_zone)::int as hour, count(*) as passed
      from place_change c join queue_entry e on e.id = c.entry_id
        join hospital h on h.id = e.hospital_id
      where e.hospital_id = ${hospitalId} and e.ended_at >= ${since}
        and c.moved_entry_id <> c.entry_id and c.to_place > c.from_place
      group by 1) passes on passes.hour = hours.hour`);
}

export async function saveCalibration(
  db: Queryable,
  hospitalId: string,
  calibration: Calibration,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into wait_fit (hospital_id, forecast, fitted_at)
    values (${hospitalId}, ${JSON.stringify(calibration)}::jsonb, ${now})
    on conflict (hospital_id) do update
      set forecast = excluded.forecast, fitted_at = excluded.fitted_at`);
}

export async function findCalibration(
  db: Queryable,
  hospitalId: string,
): Promise<Calibration | undefined> {
  const row = await db.maybeOne(select({ forecast: typed<Calibration | null>(f.forecast) })`
    from wait_fit f where f.hospital_id = ${hospitalId}`);
  return row?.forecast ?? undefined;
}

const doctorServiceTime = {
  doctor_id: q.doctor_id,
  specialty: d.specialty,
  stated: d.visit_minutes,
  minutes: q.pace_minutes,
  visits: q.pace_visits,
  squares: q.pace_squares,
  late_starts: typed<readonly number[]>(q.late_starts),
  upper_shift: q.upper_shift,
};
export type DoctorServiceTimeRow = RowOf<typeof doctorServiceTime>;

export function listServiceTimes(
  db: Queryable,
  hospitalId: string,
): Promise<DoctorServiceTimeRow[]> {
  return db.many(select(doctorServiceTime)`
    from doctor d join doctor_queue q on q.doctor_id = d.id where d.hospital_id = ${hospitalId}`);
}

interface OfDoctor {
  readonly doctorId: string;
  readonly minutes: number;
  readonly shift: number;
}

/**
 * Stores for each doctor the assumed mean service time in minutes, and the shift of the upper ends
 * of the ranges.
 */
export async function saveUsual(db: Database, usual: readonly OfDoctor[]): Promise<void> {
  await db.run(sql`
    update doctor_queue set usual_minutes = given.minutes, upper_shift = given.shift
    from unnest(${usual.map(({ doctorId }) => doctorId)}::uuid[],
      ${usual.map(({ minutes }) => minutes)}::float8[],
      ${usual.map(({ shift }) => shift)}::float8[]) as given (doctor_id, minutes, shift)
    where doctor_queue.doctor_id = given.doctor_id
      and (doctor_queue.usual_minutes, doctor_queue.upper_shift)
        is distinct from (given.minutes, given.shift)
      and ${isUnlocked(usual)}`);
}
