/**
 * Whether the limits of a line allow one more request. Pure: takes the limits, how much of them is
 * used, the hospital's hours and zone, and the time [QST-1, LINE-6].
 */
import type { BookingSide } from '@baari/contract/constants.ts';
import type { BeyondLimit } from '@baari/contract/account/audit.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
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
import { type LimitedSession, limitedSessionAt } from '../schedule/limited-session.rules.ts';

/**
 * A request that counts toward the places of an open session, which is a session without booked
 * times.
 */
export interface RequestMade {
  /** When the request was made, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the desk put the patient in the line. */
  readonly isByDesk: boolean;
}

/** The limits of a line, and how much of each limit is used. */
export interface LimitFacts extends LineLimits {
  /**
   * The number of today's requests that count toward the daily limit, by the hospital's calendar;
   * null without a daily limit.
   */
  readonly requestsToday: number | null;
  /** People who wait or have a pending request; null if the line does not limit them. */
  readonly waiting: number | null;
  /**
   * Today's sessions; null on a doctor's day off, or if the timetable does not limit the places of
   * an open session.
   */
  readonly sessions?: readonly TimetableSession[] | null;
  /**
   * Today's requests that count toward open sessions; null if no open session has limited places.
   */
  readonly requestsAt?: readonly RequestMade[] | null;
  readonly timeZone: string;
}

/** The limits of a line and how much of them is used, with the names of database columns. */
interface LimitRow {
  readonly requests_a_day: number | null;
  readonly last_request_at: string | null;
  readonly waiting_at_once: number | null;
  readonly requests_today: number | null;
  readonly waiting_now: number | null;
  readonly sessions_today: readonly TimetableSession[] | null;
  readonly requests_at: readonly RequestMade[] | null;
  readonly time_zone: string;
}

export function limitFactsOf(row: LimitRow): LimitFacts {
  return {
    requestsADay: row.requests_a_day,
    lastRequestAt: row.last_request_at,
    waitingAtOnce: row.waiting_at_once,
    requestsToday: row.requests_today,
    waiting: row.waiting_now,
    sessions: row.sessions_today,
    requestsAt: row.requests_at,
    timeZone: row.time_zone,
  };
}

/**
 * The limit that refuses a request now; `open` if none does. The time of the last request is
 * reached when the hospital's clock first shows it that day. So the line does not open again when
 * the clock goes back.
 */
export function requestStateOf(
  facts: LimitFacts,
  now: Date,
  by: BookingSide = 'patient',
): RequestState {
  return limitReached(facts, now, by)?.state ?? 'open';
}

/**
 * A limit that is reached. `number` is the count with one more person, and `most` is the limit, as
 * in 41 of 40.
 */
interface Reached {
  readonly state: Exclude<RequestState, 'open'>;
  readonly number: number | null;
  readonly most: number | null;
  /** The open session whose places are all taken. */
  readonly session?: LimitedSession;
}

/**
 * The limit that is reached; undefined if none is. Unlike the desk (`by`), patients cannot use the
 * places of a session that are reserved for the desk.
 */
function limitReached(
  facts: LimitFacts,
  now: Date,
  by: BookingSide = 'patient',
): Reached | undefined {
  const { lastRequestAt, requestsADay, waitingAtOnce, timeZone } = facts;
  if (lastRequestAt !== null) {
    const last = instantFrom(dayAt(now, timeZone), lastRequestAt, timeZone);
    if (now >= last) return { state: 'requests_over', number: null, most: null };
  }
  const today = facts.requestsToday ?? 0;
  if (requestsADay !== null && today >= requestsADay) {
    return { state: 'full_today', number: today + 1, most: requestsADay };
  }
  const used = sessionUsed(facts, now);
  const kept = by === 'patient' ? (used?.kept ?? 0) : 0;
  if (used !== undefined && used.requests + kept >= used.session.places) {
    const { session, requests } = used;
    const state = session.hasNext ? 'full_now' : 'full_today';
    return { state, number: requests + 1, most: session.places, session };
  }
  const waiting = facts.waiting ?? 0;
  if (waitingAtOnce !== null && waiting >= waitingAtOnce) {
    return { state: 'full_now', number: waiting + 1, most: waitingAtOnce };
  }
  return undefined;
}

interface SessionUsed {
  readonly session: LimitedSession;
  readonly requests: number;
  /** How many of the session's places are reserved for the desk and not used yet. */
  readonly kept: number;
}

/**
 * The open session with limited places for a patient who comes now, and how many of its places are
 * used.
 */
export function sessionUsed(
  { sessions, requestsAt, timeZone }: LimitFacts,
  now: Date,
): SessionUsed | undefined {
  const session = limitedSessionAt(sessions ?? [], now, timeZone);
  if (session === undefined) return undefined;
  const since = session.since.getTime();
  const made = (requestsAt ?? []).filter(({ at }) => at >= since);
  const byDesk = made.filter(({ isByDesk }) => isByDesk).length;
  return { session, requests: made.length, kept: Math.max(0, session.reserved - byDesk) };
}

const refusalOf = {
  full_today: 'line_full_today',
  requests_over: 'line_requests_over',
  full_now: 'line_full_now',
} as const satisfies Record<Exclude<RequestState, 'open'>, RefusalCode>;

/** Refuses a patient's request if a limit is reached. */
export function mayAsk(facts: LimitFacts, now: Date): Result<void> {
  const state = requestStateOf(facts, now);
  return state === 'open' ? ok(undefined) : refuse(refusalOf[state]);
}

/** Details for the audit trail if staff exceed a limit; undefined within the limits. */
export type BeyondDetails = { readonly beyond: BeyondLimit } | undefined;

/**
 * Whether staff may add somebody to the line: within the line's limits, or beyond a limit with a
 * reason. Returns the details for the audit trail.
 */
export function mayGoBeyond(
  facts: LimitFacts,
  reason: BeyondReason | undefined,
  now: Date,
): Result<BeyondDetails> {
  const reached = limitReached(facts, now, 'staff');
  if (reached === undefined) return ok(undefined);
  const { state: limit, number, most } = reached;
  if (reason === undefined) return refuse(refusalOf[limit]);
  return ok({ beyond: { reason, limit, number, most } });
}

/**
 * What the public may see: whether the line accepts requests, and when it accepts requests again.
 */
export function requestsTakenOf(
  facts: LimitFacts,
  hospitalHours: WeekHours,
  now: Date,
): RequestsTaken {
  const reached = limitReached(facts, now);
  if (reached === undefined) return takesRequests;
  const { state, session } = reached;
  if (state === 'full_now') return { state, again: session?.until.toISOString() ?? null };
  const { timeZone } = facts;
  const nextDay = instantFrom(addDays(dayAt(now, timeZone), 1), '00:00', timeZone);
  const { isOpen, until } = openingAt(hospitalHours, timeZone, nextDay);
  return { state, again: isOpen ? nextDay.toISOString() : until };
}
