/** How often one signed-in person may ask and write [guarantees, security 10]. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

export type RequestKind = 'read' | 'write';

/** Requests a minute. */
const limits: Record<RequestKind, number> = { read: 600, write: 180 };
const windowMs = 60_000;

/** Counts the request; answers the seconds to wait when it is one too many, else undefined. */
export type CountRequest = (
  request: FastifyRequest,
  userId: string,
  kind: RequestKind,
) => Promise<number | undefined>;

/** Beside the limit by network address, which a waiting room shares: needs the rate-limit plugin. */
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
    return counted.isAllowed || !counted.isExceeded ? undefined : counted.ttlInSeconds;
  };
}
