/** Records the result of an attempt, for its delivery and for its endpoint [API-30]. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { ok } from '../../../platform/result.ts';
import {
  type Claim,
  hastenDeliveries,
  insertAttempt,
  lockClaim,
  markSent,
  markTried,
} from './deliveries.store.ts';
import { afterFailure, endpointAfterFailure, outageMs } from './retry.rules.ts';
import type { Sent } from './send-webhook.ts';
import { mailAboutWebhook } from '../webhook-mails.ts';
import { markDisabled, markWarned, noteFailure, noteSuccess } from '../webhooks.store.ts';

export interface Recording {
  readonly db: Database;
  readonly clock: Clock;
  readonly processId: string;
  readonly publicUrl: string;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/**
 * Records an attempt in one transaction. If another process has claimed the delivery meanwhile, only
 * the attempt is recorded.
 */
export async function recordAttempt(
  recording: Recording,
  claim: Claim,
  sent: Sent,
  startedAt: Date,
): Promise<void> {
  const { db, clock } = recording;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const { endpointId, eventId } = claim;
    const { outcome, status, latencyMs } = sent;
    if (outcome === 'delivered') await recordSuccess(tx, recording, claim, now);
    else if (!(await recordFailure(tx, recording, claim, sent, now))) return ok(undefined);
    await insertAttempt(tx, { endpointId, eventId, at: startedAt, outcome, status, latencyMs });
    return ok(undefined);
  });
}

async function recordSuccess(
  tx: Queryable,
  { processId }: Recording,
  claim: Claim,
  now: Date,
): Promise<void> {
  const since = await noteSuccess(tx, claim.endpointId, now);
  await markSent(tx, processId, claim);
  // After an outage nothing waits for the rest of its retry schedule.
  if (since !== null && now.getTime() - since.getTime() >= outageMs) {
    await hastenDeliveries(tx, claim.endpointId, now);
  }
}

/** Returns whether the endpoint still exists. */
async function recordFailure(
  tx: Queryable,
  { processId, random, publicUrl }: Recording,
  claim: Claim,
  { status, retryAfterMs }: Sent,
  now: Date,
): Promise<boolean> {
  const endpoint = await noteFailure(tx, claim.endpointId, now);
  if (endpoint === undefined) return false;
  const delivery = await lockClaim(tx, processId, claim);
  if (delivery !== undefined) {
    const failed = {
      tries: delivery.tries + 1,
      firstTriedAt: delivery.first_tried_at ?? now,
      lastSuccessAt: endpoint.last_success_at,
      retryAfterMs,
      random: random(),
    };
    await markTried(tx, processId, claim, afterFailure(failed, now));
  }
  const failing = { failingSince: endpoint.failing_since, warnedAt: endpoint.warned_at };
  const next = endpointAfterFailure(failing, status, now);
  if (next === 'failing' || endpoint.state === 'disabled') return true;
  if (next === 'disable') await markDisabled(tx, claim.endpointId);
  else await markWarned(tx, claim.endpointId, now);
  const news = next === 'disable' ? 'disabled' : 'failing';
  await mailAboutWebhook(tx, endpoint, news, publicUrl, now);
  return true;
}
