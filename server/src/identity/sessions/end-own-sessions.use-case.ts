/**
 * Signs the caller's devices out. The next request of such a device is refused, and its live
 * streams end.
 */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type {
  endOtherSessions as othersEndpoint,
  endOwnSession as oneEndpoint,
} from '@baari/contract/account/identity.ts';
import { type PersonActor, isStaff } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/audit.store.ts';
import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import {
  type Origin,
  recordSecurityEvent,
  type Notifying,
} from '../security-events/security-events.ts';
import { deleteOtherSessions, deleteSession } from './own-sessions.store.ts';

/**
 * Ends one of the caller's own sessions. Refuses not_found, also for a session of somebody else.
 */
export async function endOwnSession(
  context: Context<PersonActor>,
  notifying: Notifying,
  sessionId: string,
): Promise<Result<ReplyOf<typeof oneEndpoint>>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    if (!(await deleteSession(tx, actor.userId, sessionId))) return refuse('not_found');
    await note(tx, context, notifying);
    return ok({ ended: 1 });
  });
}

export async function endOtherSessions(
  context: Context<PersonActor>,
  notifying: Notifying,
): Promise<Result<ReplyOf<typeof othersEndpoint>>> {
  const { db, actor } = context;
  return db.transaction(async (tx) => {
    const ended = await deleteOtherSessions(tx, actor.userId, actor.sessionId);
    if (ended > 0) await note(tx, context, notifying);
    // Nothing was changed, but an attempt by staff is audited.
    else if (isStaff(actor))
      await recordAudit(tx, { ...context, actor }, { action: 'end sessions' });
    return ok({ ended });
  });
}

/**
 * Records the event without a mail to the account's owner, who caused the event and sees its
 * result.
 */
function note(
  tx: Queryable,
  { actor, address }: Context<PersonActor>,
  notifying: Notifying,
): Promise<void> {
  const origin: Origin = { browser: null, system: null, address, asksFor: undefined };
  const happening = { userId: actor.userId, kind: 'sessions_ended' } as const;
  return recordSecurityEvent(tx, notifying, origin, happening);
}
