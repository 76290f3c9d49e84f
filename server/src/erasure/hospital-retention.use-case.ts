/** A hospital's retention period for reports, as its administrators read and set it [SEC-14]. */
import type { BodyOf } from '@baari/contract/endpoint.ts';
import type {
  Retention,
  setRetention as setRetentionCall,
} from '@baari/contract/patient/erasure.ts';
import { lockHospital } from '../hospitals/hospitals.store.ts';
import { lockMembership } from '../identity/sessions/membership-lock.store.ts';
import { asSeen } from '../platform/audit/as-seen.rules.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { MemberContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { countOldReports, readRetention, updateRetention } from './retention.store.ts';

interface RetentionReply {
  retention: Retention;
  oldReports: number;
}

export async function getRetention(context: MemberContext): Promise<Result<RetentionReply>> {
  return ok(await read(context.db, context));
}

async function read(
  db: Queryable,
  { actor, clock }: Pick<MemberContext, 'actor' | 'clock'>,
): Promise<RetentionReply> {
  const retention = await readRetention(db, actor.hospitalId);
  return { retention, oldReports: await countOldReports(db, actor.hospitalId, clock.now()) };
}

/**
 * Saves the retention period. If the hospital removes old reports, reports older than the new
 * period are deleted within the hour. Refuses: changed_meanwhile.
 */
export function setRetention(
  context: MemberContext,
  { seen, ...given }: BodyOf<typeof setRetentionCall>,
): Promise<Result<RetentionReply>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    if (!(await lockMembership(tx, actor))) return refuse('forbidden');
    await lockHospital(tx, actor.hospitalId);
    const before = await readRetention(tx, actor.hospitalId);
    const allowed = asSeen(seen, before);
    if (!allowed.ok) return allowed;
    await updateRetention(tx, actor.hospitalId, given);
    await recordAudit(tx, context, {
      action: 'change retention',
      details: { from: plain(before), to: plain(given) },
    });
    return ok(await read(tx, context));
  });
}

/**
 * The retention period as text: the number of years, with a plus if older reports are deleted
 * automatically.
 */
function plain({ recordsKeptYears, removesOldReports }: Retention): string {
  return `${recordsKeptYears}${removesOldReports ? '+' : ''}`;
}
