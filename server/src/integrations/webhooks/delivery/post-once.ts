/** Sends one message to a hospital's own system and returns the result [API-30, API-42]. */
import type { AttemptOutcome } from '@baari/contract/keys/webhooks.ts';
import {
  AddressError,
  type OutgoingPost,
  postOutside,
} from '../../../platform/outgoing/outgoing.ts';
import { retryAfterOf } from './retry.rules.ts';

/** The receiver must answer within this time, in ms. */
const timeLimitMs = 20_000;

export interface Sent {
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly latencyMs: number;
  /** The milliseconds of a Retry-After header. */
  readonly retryAfterMs: number | undefined;
}

/**
 * The status decides, and the answer's body is never read. Undefined if `signal` aborted the attempt
 * because the process stops.
 */
export async function postOnce(
  post: Omit<OutgoingPost, 'signal'>,
  at: Date,
  signal: AbortSignal,
): Promise<Sent | undefined> {
  const began = performance.now();
  const sent = (outcome: AttemptOutcome, answer: Partial<Sent> = {}): Sent => ({
    outcome,
    status: null,
    retryAfterMs: undefined,
    latencyMs: Math.round(performance.now() - began),
    ...answer,
  });
  const limit = AbortSignal.timeout(timeLimitMs);
  try {
    const answer = await postOutside({ ...post, signal: AbortSignal.any([limit, signal]) });
    // The connection ends after the head: a receiver that hangs in the body costs nothing.
    answer.on('error', () => undefined).destroy();
    const { statusCode: status = 0, headers } = answer;
    const retryAfterMs = retryAfterOf(headers['retry-after'], at);
    const isFine = status >= 200 && status < 300;
    return sent(isFine ? 'delivered' : 'status', { status, retryAfterMs });
  } catch (error) {
    if (signal.aborted) return undefined;
    if (limit.aborted) return sent('slow');
    return sent(error instanceof AddressError ? 'address' : 'unreachable');
  }
}
