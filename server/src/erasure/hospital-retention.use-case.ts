/** How long a hospital keeps reports, as its administrators read and set it [SEC-14]. */
import type { Retention } from '@baari/contract/erasure.ts';
import { holdStanding } from '../identity/staff-standing.store.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { countOldReports, readRetention, updateRetention } from './retention.store.ts';

interface RetentionReply {
  retention: Retention;
  oldReports: number;
}

export async function getRetention(context: StaffContext): Promise<Result<RetentionReply>> {
  return ok(await read(context.db, context));
}

async function read(
  db: Queryable,
  { actor, clock }: Pick<StaffContext, 'actor' | 'clock'>,
): Promise<RetentionReply> {
  const retention = await readRetention(db, actor.hospitalId);
  return { retention, oldReports: await countOldReports(db, actor.hospitalId, clock.now()) };
}

/** What is older by then goes within the hour, where the hospital removes old reports. */
export function setRetention(
  context: StaffContext,
  given: Retention,
): Promise<Result<RetentionReply>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    if (!(await holdStanding(tx, actor))) return refuse('forbidden');
    const before = await readRetention(tx, actor.hospitalId);
    await updateRetention(tx, actor.hospitalId, given);
    await recordAudit(tx, context, {
      action: 'change retention',
      details: { from: plain(before), to: plain(given) },
    });
    return ok(await read(tx, context));
  });
}

/** A number of years, with a plus where older reports go by themselves. */
function plain({ recordsKeptYears, removesOldReports }: Retention): string {
  return `${recordsKeptYears}${removesOldReports ? '+' : ''}`;
}
