/** Signs my devices out; it counts with their next request, and their live streams end. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type {
  endOtherSessions as othersEndpoint,
  endOwnSession as oneEndpoint,
} from '@baari/contract/identity.ts';
import { type Actor, isStaff } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit.store.ts';
import type { Context } from '../platform/context.ts';
import type { Queryable } from '../platform/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { deleteOtherSessions, deleteSession } from './own-sessions.store.ts';

/** Refuses: not_found, also for a session of somebody else. */
export async function endOwnSession(
  context: Context<Actor>,
  sessionId: string,
): Promise<Result<ReplyOf<typeof oneEndpoint>>> {
  return context.db.transaction(async (tx) => {
    const isEnded = await deleteSession(tx, context.actor.userId, sessionId);
    if (!isEnded) return refuse('not_found');
    await recordEnded(tx, context);
    return ok({ ended: 1 });
  });
}

export async function endOtherSessions(
  context: Context<Actor>,
): Promise<Result<ReplyOf<typeof othersEndpoint>>> {
  const { userId, sessionId } = context.actor;
  return context.db.transaction(async (tx) => {
    const ended = await deleteOtherSessions(tx, userId, sessionId);
    await recordEnded(tx, context);
    return ok({ ended });
  });
}

async function recordEnded(tx: Queryable, context: Context<Actor>): Promise<void> {
  const { actor } = context;
  if (isStaff(actor)) await recordAudit(tx, { ...context, actor }, { action: 'end sessions' });
}
