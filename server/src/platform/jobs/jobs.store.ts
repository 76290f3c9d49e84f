/** The job table: work that survives a crash and is retried. */
import sql from 'sql-template-tag';
import { returning, type RowOf, table, typed } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';

export interface NewJob {
  readonly kind: string;
  readonly payload: object;
  readonly runAt: Date;
}

const j = table('job', 'j');

const claimedJob = {
  id: j.id,
  kind: j.kind,
  payload: typed<unknown>(j.payload),
  /** How many attempts of the job have started, including the current attempt. */
  attempts: j.attempts,
};
export type ClaimedJob = RowOf<typeof claimedJob>;

export async function insertJob(tx: Queryable, job: NewJob): Promise<void> {
  await tx.run(sql`
    insert into job (kind, payload, run_at)
    values (${job.kind}, ${JSON.stringify(job.payload)}::jsonb, ${job.runAt})`);
}

export interface FreePlaces {
  readonly kind: string;
  readonly places: number;
}

/**
 * Claims due jobs, up to a number per kind, for `leaseMs` by the database's clock. If the process
 * dies, the jobs become due again when the claim ends, and the attempt counts.
 */
export async function claimDueJobs(
  db: Queryable,
  free: readonly FreePlaces[],
  now: Date,
  leaseMs: number,
): Promise<ClaimedJob[]> {
  const leaseEndsAt = new Date(now.getTime() + leaseMs);
  const kinds = free.map(({ kind }) => kind);
  const places = free.map((of) => of.places);
  // The job kinds are passed as an array, because in a join the claiming subquery might run more
  // than once.
  return db.many(returning(claimedJob)`
    update job j set attempts = j.attempts + 1, run_at = ${leaseEndsAt},
      leased_until = now() + ${leaseMs} * interval '1 ms'
    where j.id = any(array(
      select due.id from unnest(${kinds}::text[], ${places}::int[]) as free (kind, places),
        lateral (
          select id from job
          where finished_at is null and failed_at is null
            and run_at <= ${now} and kind = free.kind
            and (leased_until is null or leased_until <= now())
          order by run_at, id
          limit free.places
          for update skip locked
        ) due))`);
}

/**
 * Deletes the data of a finished job, which may hold an address or a link that signs a person in.
 */
export async function markFinished(db: Queryable, id: number, now: Date): Promise<void> {
  await db.run(sql`
    update job set finished_at = ${now}, payload = '{}', last_error = null,
      leased_until = null where id = ${id}`);
}

/**
 * Makes the job due again. Does nothing if the attempt outlasted its claim and another process has
 * claimed the job since.
 */
export async function markForRetry(
  db: Queryable,
  { id, attempts }: ClaimedJob,
  runAt: Date,
  error: string,
): Promise<void> {
  await db.run(sql`
    update job set run_at = ${runAt}, last_error = ${error}, leased_until = null
    where id = ${id} and attempts = ${attempts} and finished_at is null`);
}

/**
 * Marks the job as failed. Does nothing if another process has claimed the job since, as in
 * `markForRetry`.
 */
export async function markFailed(
  db: Queryable,
  { id, attempts }: ClaimedJob,
  now: Date,
  error: string,
): Promise<void> {
  await db.run(sql`
    update job set failed_at = ${now}, last_error = ${error}
    where id = ${id} and attempts = ${attempts} and finished_at is null`);
}

/** Deletes jobs that ended before this time; returns how many jobs were deleted. */
export async function deleteEndedJobs(db: Queryable, before: Date): Promise<number> {
  return db.run(sql`delete from job where finished_at < ${before} or failed_at < ${before}`);
}
