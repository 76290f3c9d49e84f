/** Records a failed attempt, for its delivery and for its endpoint [API-30]. */
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { ok } from '../../../platform/result.ts';
import { type Claim, insertAttempt, lockClaim, markTried } from './deliveries.store.ts';
import { afterFailure, endpointAfterFailure } from './retry.rules.ts';
import type { Sent } from './post-once.ts';
import { mailAboutWebhook } from '../webhook-mails.ts';
import { markDisabled, markWarned, noteFailure } from '../webhooks.store.ts';

export interface Recording {
  readonly db: Database;
  readonly clock: Clock;
  readonly processId: string;
  readonly publicUrl: string;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/**
 * Records a failed attempt in one transaction. If another process has claimed the delivery
 * meanwhile, only the attempt is recorded; if the endpoint was removed, nothing.
 */
export async function recordFailure(
  recording: Recording,
  claim: Claim,
  sent: Sent,
  startedAt: Date,
): Promise<void> {
  const { db, clock } = recording;
  await db.transaction(async (tx) => {
    if (!(await noteFailureOf(tx, recording, claim, sent, clock.now()))) return ok(undefined);
    const { endpointId, eventId } = claim;
    const { outcome, status, latencyMs } = sent;
    await insertAttempt(tx, { endpointId, eventId, at: startedAt, outcome, status, latencyMs });
    return ok(undefined);
  });
}

/** Returns whether the endpoint still exists. */
async function noteFailureOf(
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
