/** Recent security events of the caller's account. */
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { listSecurityEvents as endpoint } from '@baari/contract/account/identity.ts';
import type { PersonActor } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { ok, type Result } from '../../platform/result.ts';
import { listLatestEvents } from './security-event.store.ts';
import { securityEventView } from './security-event.view.ts';

const shown = 50;

export async function listSecurityEvents({
  db,
  actor,
}: Context<PersonActor>): Promise<Result<ReplyOf<typeof endpoint>>> {
  const rows = await listLatestEvents(db, actor.userId, shown);
  return ok({ events: rows.map(securityEventView) });
}
