/** After how long without use sessions of a hospital's staff end. */
import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { setStaffIdleMinutes as endpoint } from '@baari/contract/identity.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { StaffContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { setIdleMinutes } from './own-security.store.ts';
import { deleteIdleSessions } from './session-facts.store.ts';

/** What the rule of before has ended stays ended. */
export async function setStaffIdleMinutes(
  context: StaffContext,
  { idleMinutes }: BodyOf<typeof endpoint>,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  const { db, actor, clock } = context;
  const { hospitalId } = actor;
  return db.transaction(async (tx) => {
    await deleteIdleSessions(tx, clock.now(), hospitalId);
    await setIdleMinutes(tx, hospitalId, idleMinutes, clock.now());
    await recordAudit(tx, context, {
      action: 'set time without use',
      patientIds: [],
      outcome: 'ok',
    });
    return ok({ idleMinutes });
  });
}
