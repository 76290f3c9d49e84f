/** Rate limits for the read and write requests of each signed-in user [guarantees, security 10]. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type RequestKind = 'read' | 'write';

/** How many requests a user may make per minute. */
const limits: Record<RequestKind, number> = { read: 600, write: 180 };
const windowMs = 60_000;

/** What remains of a user's rate limit after a request. */
export interface Counted {
  readonly kind: RequestKind;
  /** The number of requests that the rate limit allows in one time window. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the whole limit is available again. */
  readonly resetSeconds: number;
  readonly isExceeded: boolean;
}

/** Counts a request against the user's rate limit; returns undefined if no limit applies. */
export type CountRequest = (
  request: FastifyRequest,
  userId: string,
  kind: RequestKind,
) => Promise<Counted | undefined>;

/**
 * Makes the rate limits per user. They apply in addition to the limit by network address, which a
 * waiting room shares. Needs the rate-limit plugin.
 */
export function makeUserLimits(app: FastifyInstance): CountRequest {
  const callers = new WeakMap<FastifyRequest, string>();
  const keyGenerator = (request: FastifyRequest) => callers.get(request) ?? request.ip;
  const counters = {
    read: app.createRateLimit({ max: limits.read, timeWindow: windowMs, keyGenerator }),
    write: app.createRateLimit({ max: limits.write, timeWindow: windowMs, keyGenerator }),
  };
  return async (request, userId, kind) => {
    callers.set(request, `${kind} ${userId}`);
    const counted = await counters[kind](request);
    if (counted.isAllowed) return undefined;
    const { isExceeded, remaining, ttlInSeconds } = counted;
    return { kind, limit: limits[kind], remaining, resetSeconds: ttlInSeconds, isExceeded };
  };
}

/** The headers of draft-ietf-httpapi-ratelimit-headers: the rate limit and what remains of it. */
export function rateLimitHeaders({ kind, limit, remaining, resetSeconds }: Counted) {
  return {
    'ratelimit-policy': `"${kind}";q=${limit};w=${windowMs / 1000}`,
    ratelimit: `"${kind}";r=${remaining};t=${resetSeconds}`,
  };
}
