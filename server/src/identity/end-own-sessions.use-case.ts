/** Signs my devices out; it counts with their next request, and their live streams end. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type {
  endOtherSessions as othersEndpoint,
  endOwnSession as oneEndpoint,
} from '@baari/contract/identity.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { deleteOtherSessions, deleteSession } from './own-sessions.store.ts';

/** Refuses: not_found, also for a session of somebody else. */
export async function endOwnSession(
  { db, actor }: Context<Actor>,
  sessionId: string,
): Promise<Result<ReplyOf<typeof oneEndpoint>>> {
  return db.transaction(async (tx) =>
    (await deleteSession(tx, actor.userId, sessionId)) ? ok({ ended: 1 }) : refuse('not_found'),
  );
}

export async function endOtherSessions({
  db,
  actor,
}: Context<Actor>): Promise<Result<ReplyOf<typeof othersEndpoint>>> {
  return db.transaction(async (tx) =>
    ok({ ended: await deleteOtherSessions(tx, actor.userId, actor.sessionId) }),
  );
}
