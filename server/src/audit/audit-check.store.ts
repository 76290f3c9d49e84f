/**
 * Stores the checks of audit trails with their progress. At most one check per hospital runs at a
 * time.
 */
import sql from 'sql-template-tag';
import { returning, type RowOf, select, table } from '../platform/database/columns.ts';
import type { Queryable } from '../platform/database/database.ts';

const c = table('audit_check', 'c');

const check = {
  id: c.id,
  hospital_id: c.hospital_id,
  asked_at: c.asked_at,
  moved_at: c.moved_at,
  total: c.total,
  progress: c.progress,
  finished_at: c.finished_at,
};
export type CheckRow = RowOf<typeof check>;

export interface NewCheck {
  readonly hospitalId: string;
  readonly total: number;
  readonly progress: object;
  readonly now: Date;
}

/**
 * Stores a new check of the audit trail and returns its id; undefined while another check of the
 * hospital runs.
 */
export async function insertCheck(tx: Queryable, given: NewCheck): Promise<string | undefined> {
  const row = await tx.maybeOne(returning({ id: c.id })`
    insert into audit_check as c (hospital_id, asked_at, moved_at, total, progress)
    values (${given.hospitalId}, ${given.now}, ${given.now}, ${given.total},
      ${JSON.stringify(given.progress)}::jsonb)
    on conflict (hospital_id) where finished_at is null do nothing`);
  return row?.id;
}

export function findCheck(db: Queryable, id: string): Promise<CheckRow | undefined> {
  return db.maybeOne(select(check)`from audit_check c where c.id = ${id}`);
}

export function findLastCheck(db: Queryable, hospitalId: string): Promise<CheckRow | undefined> {
  return db.maybeOne(select(check)`
    from audit_check c where c.hospital_id = ${hospitalId}
    order by c.asked_at desc limit 1`);
}

/**
 * Stores the progress of a check of the audit trail. Returns false if another process has continued
 * the check meanwhile.
 */
export async function moveCheck(
  db: Queryable,
  { id, progress: before }: CheckRow,
  progress: object,
  now: Date,
  isFinished: boolean,
): Promise<boolean> {
  const moved = await db.run(sql`
    update audit_check set progress = ${JSON.stringify(progress)}::jsonb, moved_at = ${now},
      finished_at = ${isFinished ? now : null}
    where id = ${id} and finished_at is null and progress = ${JSON.stringify(before)}::jsonb`);
  return moved === 1;
}

/**
 * Ends checks of audit trails that have made no progress since the given time, because no process
 * continues them.
 */
export async function endStoppedChecks(db: Queryable, since: Date, now: Date): Promise<void> {
  await db.run(sql`
    update audit_check set finished_at = ${now} where finished_at is null and moved_at < ${since}`);
}

export async function deleteOldChecks(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from audit_check where finished_at < ${before}`);
}
