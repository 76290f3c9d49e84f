import {
  attemptsAtOnce,
  type listWebhookAttempts as attemptsCall,
  type Webhook,
} from '@baari/contract/keys/webhooks.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { MemberContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { listAttempts } from './delivery/deliveries.store.ts';
import { findWebhook, listWebhooks as readWebhooks } from './webhooks.store.ts';
import { attemptView, webhookView } from './webhooks.view.ts';

/** Lists the hospital's webhooks, newest first [API-30]. */
export async function listWebhooks({
  db,
  actor,
  clock,
}: MemberContext): Promise<Result<{ webhooks: Webhook[] }>> {
  const now = clock.now();
  const rows = await readWebhooks(db, actor.hospitalId);
  return ok({ webhooks: rows.map((row) => webhookView(row, now)) });
}

/** Lists the attempts of one webhook, newest first [API-30]. */
export async function listWebhookAttempts(
  { db, actor }: MemberContext,
  id: string,
  before: number | undefined,
  cell: string,
): Promise<Result<ReplyOf<typeof attemptsCall>>> {
  if ((await findWebhook(db, id, actor.hospitalId)) === undefined) return refuse('not_found');
  const found = await listAttempts(db, id, { before, limit: attemptsAtOnce + 1 });
  const rows = found.slice(0, attemptsAtOnce);
  return ok({
    attempts: rows.map((row) => attemptView(row, cell)),
    hasMore: found.length > rows.length,
  });
}
