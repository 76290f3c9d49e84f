/** The caller's open sessions. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { listOwnSessions as endpoint } from '@baari/contract/account/identity.ts';
import type { PersonActor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result } from '../../platform/result.ts';
import { ownSessionView } from './own-session.view.ts';
import { listSessions } from './own-sessions.store.ts';

export async function listOwnSessions({
  db,
  clock,
  actor,
}: Context<PersonActor>): Promise<Result<ReplyOf<typeof endpoint>>> {
  const rows = await listSessions(db, actor.userId, actor.sessionId, clock.now());
  return ok({ sessions: rows.map((row) => ownSessionView(row, actor.sessionId)) });
}
