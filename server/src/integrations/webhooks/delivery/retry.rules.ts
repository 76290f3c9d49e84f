/** When a webhook delivery is tried again, and when an endpoint is disabled [API-30]. */

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The waits after the first, second … failed try. After the last try the delivery has failed. */
const waitsMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
] as const;
/** The largest part by which a wait is longer, so that retries do not all come at once. */
const jitter = 0.2;
/** After this many failed tries, an event no longer holds back its subject if others succeeded. */
const triesBeforeParking = 3;

const warnedAfterMs = 24 * hourMs;
const disabledAfterMs = 120 * hourMs;

export interface Failed {
  /** How many tries have failed, including this one. */
  readonly tries: number;
  readonly firstTriedAt: Date;
  /** The endpoint's last success with any event. */
  readonly lastSuccessAt: Date | null;
  /** The milliseconds of the receiver's Retry-After. */
  readonly retryAfterMs: number | undefined;
  /** From 0 up to 1. */
  readonly random: number;
}

export interface AfterFailure {
  readonly state: 'waiting' | 'failed';
  readonly nextAt: Date;
  readonly isParked: boolean;
}

/** What happens to a delivery after a failed try. Retry-After counts up to twice the usual wait. */
export function afterFailure(failed: Failed, now: Date): AfterFailure {
  const { tries, firstTriedAt, lastSuccessAt, retryAfterMs, random } = failed;
  const isParked =
    tries >= triesBeforeParking && lastSuccessAt !== null && lastSuccessAt > firstTriedAt;
  if (tries > waitsMs.length) return { state: 'failed', nextAt: now, isParked };
  const wait = waitAfterFailure(tries, retryAfterMs, random);
  return { state: 'waiting', nextAt: new Date(now.getTime() + wait), isParked };
}

/** The wait in ms after this many failed tries, of which the last one repeats. */
export function waitAfterFailure(
  tries: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  const base = waitsMs[tries - 1] ?? waitsMs[waitsMs.length - 1] ?? 0;
  if (retryAfterMs === undefined) return base * (1 + jitter * random);
  return Math.min(Math.max(retryAfterMs, base), 2 * base);
}

/**
 * The milliseconds that a Retry-After header asks for: seconds or a date. Undefined for any other
 * text.
 */
export function retryAfterOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/u.test(header)) return Number(header) * secondMs;
  const at = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** What a failure means for the endpoint: nothing new, a mail, or that it is disabled. */
export function endpointAfterFailure(
  endpoint: { readonly failingSince: Date; readonly warnedAt: Date | null },
  status: number | null,
  now: Date,
): 'failing' | 'warn' | 'disable' {
  const failingMs = now.getTime() - endpoint.failingSince.getTime();
  // 410 Gone: the receiver wants no more events.
  if (status === 410 || failingMs >= disabledAfterMs) return 'disable';
  return failingMs >= warnedAfterMs && endpoint.warnedAt === null ? 'warn' : 'failing';
}

/** Outages of at least this length end with a try of every delivery that waits for a retry. */
export const outageMs = 5 * minuteMs;
