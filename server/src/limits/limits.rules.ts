/**
 * Whether the limits of a line leave room for one more request. Pure: takes the limits, what is used of them, the
 * hospital's hours and zone, and the time [QST-1, LINE-6].
 */
import type { BeyondLimit } from '@baari/contract/account/audit.ts';
import type { WeekHours } from '@baari/contract/fields.ts';
import type { LineLimits } from '@baari/contract/lines/line-limits.ts';
import {
  type BeyondReason,
  type RequestState,
  type RequestsTaken,
  takesRequests,
} from '@baari/contract/lines/requests-taken.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import { openingAt } from '../hospitals/opening.rules.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { addDays, dayAt, instantFrom } from '../schedule/calendar.rules.ts';

/** The limits of a line and what is used of them. */
export interface LimitFacts extends LineLimits {
  /** Requests of the hospital's day that count; null without a daily limit. */
  readonly requestsToday: number | null;
  /** People who wait or have a pending request; null without a limit of those. */
  readonly waiting: number | null;
  readonly timeZone: string;
}

/** The same as the columns of a row. */
interface LimitRow {
  readonly requests_a_day: number | null;
  readonly last_request_at: string | null;
  readonly waiting_at_once: number | null;
  readonly requests_today: number | null;
  readonly waiting_now: number | null;
  readonly time_zone: string;
}

export function limitFactsOf(row: LimitRow): LimitFacts {
  return {
    requestsADay: row.requests_a_day,
    lastRequestAt: row.last_request_at,
    waitingAtOnce: row.waiting_at_once,
    requestsToday: row.requests_today,
    waiting: row.waiting_now,
    timeZone: row.time_zone,
  };
}

/**
 * The limit that refuses a request now; `open` for none. The time of the last request is reached at the first moment
 * of the day when the hospital's clock shows it, so that a clock which goes back does not open the line again.
 */
export function requestStateOf(facts: LimitFacts, now: Date): RequestState {
  const { lastRequestAt, requestsADay, waitingAtOnce, timeZone } = facts;
  if (lastRequestAt !== null) {
    const last = instantFrom(dayAt(now, timeZone), lastRequestAt, timeZone);
    if (now >= last) return 'requests_over';
  }
  if (requestsADay !== null && (facts.requestsToday ?? 0) >= requestsADay) return 'full_today';
  if (waitingAtOnce !== null && (facts.waiting ?? 0) >= waitingAtOnce) return 'full_now';
  return 'open';
}

const refusalOf = {
  full_today: 'line_full_today',
  requests_over: 'line_requests_over',
  full_now: 'line_full_now',
} as const satisfies Record<Exclude<RequestState, 'open'>, RefusalCode>;

/** Refuses a patient's request that a limit leaves no room for. */
export function mayAsk(facts: LimitFacts, now: Date): Result<void> {
  const state = requestStateOf(facts, now);
  return state === 'open' ? ok(undefined) : refuse(refusalOf[state]);
}

/** Details for the audit trail; undefined within the limits. */
export type BeyondDetails = { readonly beyond: BeyondLimit } | undefined;

/**
 * Whether staff may put somebody in the line: within its limits, or beyond one with a reason. Answers the details for
 * the audit trail.
 */
export function mayGoBeyond(
  facts: LimitFacts,
  reason: BeyondReason | undefined,
  now: Date,
): Result<BeyondDetails> {
  const limit = requestStateOf(facts, now);
  if (limit === 'open') return ok(undefined);
  if (reason === undefined) return refuse(refusalOf[limit]);
  return ok({ beyond: { reason, limit, ...countOf(facts, limit) } });
}

/** The number that one more person would have, and the limit: 41 of 40. */
function countOf(facts: LimitFacts, limit: RequestState): Pick<BeyondLimit, 'number' | 'most'> {
  if (limit === 'full_today') {
    return { number: (facts.requestsToday ?? 0) + 1, most: facts.requestsADay };
  }
  if (limit === 'full_now') return { number: (facts.waiting ?? 0) + 1, most: facts.waitingAtOnce };
  return { number: null, most: null };
}

/** What everybody may know: the state, and when the line takes requests again. */
export function requestsTakenOf(
  facts: LimitFacts,
  hospitalHours: WeekHours,
  now: Date,
): RequestsTaken {
  const state = requestStateOf(facts, now);
  if (state === 'open') return takesRequests;
  if (state === 'full_now') return { state, again: null };
  const { timeZone } = facts;
  const nextDay = instantFrom(addDays(dayAt(now, timeZone), 1), '00:00', timeZone);
  const { isOpen, until } = openingAt(hospitalHours, timeZone, nextDay);
  return { state, again: isOpen ? nextDay.toISOString() : until };
}
