/**
 * Checks the hashes of the audit trail in a job that saves its progress after each batch. Any
 * process can run it, and it resumes after a restart.
 */
import { z } from 'zod';
import { type AuditCheck, brokenSeals } from '@baari/contract/account/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { enqueueJob, type JobHandler } from '../platform/jobs/jobs.ts';
import { ok } from '../platform/result.ts';
import {
  type CheckRow,
  deleteOldChecks,
  endStoppedChecks,
  findCheck,
  insertCheck,
  moveCheck,
} from './audit-check.store.ts';
import { countSeals } from './audit-trail.store.ts';
import { type Walk, walkBegins, walkOn } from './check-trail.ts';
import type { TrailKeys } from './trail-keys.ts';

export const checkJobKind = 'check trail';

/** A check of the audit trail counts as abandoned if it has made no progress for this long. */
const stoppedAfterMs = 10 * 60_000;
const keptMs = 365 * 24 * 60 * 60_000;
/**
 * After this many batches the job queues itself again. It then stays within a job's time limit, and
 * other jobs can run.
 */
const batchesAtOnce = 50;

const walk = z.object({
  part: z.enum(['seals', 'rows', 'done']),
  number: z.int(),
  seal: z.string(),
  rowId: z.int(),
  unsealed: z.int(),
  unknownKeys: z.int(),
  finding: z
    .object({
      what: z.enum(brokenSeals),
      rowId: z.int().nullable(),
      number: z.int().nullable(),
    })
    .nullable(),
});

/** Parses the stored progress of a check of the audit trail. */
function walkOf({ progress }: Pick<CheckRow, 'progress'>): Walk {
  return walk.parse(progress);
}

const checkJob = z.object({ checkId: z.uuid() });

/** Queues a check of a hospital's audit trail, unless a check is already running. */
export async function queueCheck(tx: Queryable, hospitalId: string, now: Date): Promise<void> {
  await endStoppedChecks(tx, new Date(now.getTime() - stoppedAfterMs), now);
  const total = await countSeals(tx, hospitalId);
  const id = await insertCheck(tx, { hospitalId, total, progress: walkBegins, now });
  if (id === undefined) return;
  await queueNextPart(tx, id, now);
}

async function queueNextPart(tx: Queryable, checkId: string, now: Date): Promise<void> {
  await enqueueJob(tx, { kind: checkJobKind, payload: { checkId }, runAt: now });
}

export interface CheckHandlerOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: TrailKeys;
}

export function makeCheckHandler({ db, clock, keys }: CheckHandlerOptions): JobHandler {
  return async (payload) => {
    const { checkId } = checkJob.parse(payload);
    for (let batch = 0; batch < batchesAtOnce; batch += 1) {
      const check = await findCheck(db, checkId);
      if (check === undefined || check.finished_at !== null) return;
      const next = await walkOn({ db, keys, hospitalId: check.hospital_id }, walkOf(check));
      const isDone = next.part === 'done';
      // If this process was very slow, another process may have claimed the same job and continued
      // the check.
      if (!(await moveCheck(db, check, next, clock.now(), isDone)) || isDone) return;
    }
    await db.transaction(async (tx) => ok(await queueNextPart(tx, checkId, clock.now())));
  };
}

/** Deletes checks of audit trails that are older than a year. */
export async function tidyChecks(db: Queryable, clock: Clock): Promise<void> {
  await deleteOldChecks(db, new Date(clock.now().getTime() - keptMs));
}

/**
 * Whether the check of the audit trail ended before it was complete, for example because its job
 * failed too often.
 */
function hasStopped(check: CheckRow, now: Date): boolean {
  if (walkOf(check).part === 'done') return false;
  return check.finished_at !== null || now.getTime() - check.moved_at.getTime() > stoppedAfterMs;
}

/** A check of the audit trail as an administrator sees it. */
export function auditCheckView(check: CheckRow, now: Date): AuditCheck {
  const { number, seal, unsealed, unknownKeys, finding } = walkOf(check);
  const isOver = check.finished_at !== null;
  return {
    state: hasStopped(check, now) ? 'stopped' : isOver ? 'done' : 'running',
    askedAt: check.asked_at.toISOString(),
    finishedAt: check.finished_at?.toISOString() ?? null,
    checked: number,
    total: Math.max(check.total, number),
    unsealed,
    unknownKeys,
    broken: finding === null ? null : { what: finding.what, rowId: finding.rowId },
    lastSeal: seal,
  };
}
