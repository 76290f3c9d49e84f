/**
 * Decides which patient is offered a freed appointment time, and for how long [APPT-1]. Pure: takes
 * the freed time, the requests for an earlier time and the current time.
 */
import type { Weekday } from '@baari/contract/constants.ts';
import {
  type DayPart,
  dayPartHours,
  leastOfferMinutes,
  maxChainDepth,
  type OfferReason,
} from '@baari/contract/visit/earlier.ts';
import { dayAt, instantFrom, nextAt, timeAt, weekdayOf } from '../schedule/calendar.rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The hours of the hospital's clock in which nobody gets an offer. */
export const quietHours = { from: '21:00', to: '08:00' } as const;
/** A freed appointment time that starts before ten o'clock is not held through the night. */
const tooSoonAfterNight = '10:00';

/** An appointment time that a booking has freed. */
export interface FreedPlace {
  readonly date: string;
  readonly time: string;
  readonly minutes: number;
  readonly startsAt: Date;
}

/** An open request for an earlier time that the freed time may fit, with data on the patient. */
export interface Candidate {
  readonly wishId: string;
  readonly patientId: string;
  readonly urgency: number;
  readonly madeAt: Date;
  /**
   * The weekdays that suit the patient. If empty, every weekday suits; the same holds for the parts
   * of the day.
   */
  readonly weekdays: readonly Weekday[];
  readonly dayParts: readonly DayPart[];
  readonly leastNoticeMinutes: number;
  readonly until: string | null;
  /** The booking that the patient would give up; null if the patient has no booking. */
  readonly own: { readonly startsAt: Date; readonly minutes: number } | null;
  readonly hasOpenOffer: boolean;
  readonly wasAsked: boolean;
  /**
   * Whether another booking of the patient prevents this one: with the doctor on that day, or
   * elsewhere at that time.
   */
  readonly isBooked: boolean;
}

/**
 * How many minutes the patient has to answer an offer; null if the visit is too soon for an offer.
 */
export function answerMinutes(startsAt: Date, now: Date): number | null {
  const ahead = startsAt.getTime() - now.getTime();
  if (ahead > 48 * hourMs) return 60;
  if (ahead > 12 * hourMs) return 20;
  return ahead >= leastOfferMinutes * minuteMs ? 7 : null;
}

/** What happens to a held appointment time that has no open offer. */
export type NextStep =
  | { readonly step: 'ask'; readonly minutes: number }
  | { readonly step: 'wait'; readonly until: Date }
  | { readonly step: 'release' };

/**
 * Decides whether a freed time is offered now. In quiet hours no offer is made, but an offer made
 * before them stays open. A time before ten in the morning is then released, because too little
 * time is left after eight.
 */
export function nextStep(startsAt: Date, zone: string, now: Date): NextStep {
  const minutes = answerMinutes(startsAt, now);
  if (minutes === null) return { step: 'release' };
  const clock = timeAt(now, zone);
  if (clock >= quietHours.to && clock < quietHours.from) return { step: 'ask', minutes };
  const until = nextAt(quietHours.to, zone, now);
  const early = instantFrom(dayAt(until, zone), tooSoonAfterNight, zone);
  return startsAt < early ? { step: 'release' } : { step: 'wait', until };
}

/** Morning, afternoon or evening, by the time of day (HH:MM) at which a visit begins. */
export function dayPartOf(time: string): DayPart {
  const hour = Number(time.slice(0, 2));
  if (hour < dayPartHours.afternoon) return 'morning';
  return hour < dayPartHours.evening ? 'afternoon' : 'evening';
}

/** Whether a freed time fits what the patient requested; ignores the requests of other patients. */
export function fits(candidate: Candidate, place: FreedPlace, now: Date): boolean {
  const { weekdays, dayParts, until, own } = candidate;
  const noticeMs = place.startsAt.getTime() - now.getTime();
  return (
    (weekdays.length === 0 || weekdays.includes(weekdayOf(place.date))) &&
    (dayParts.length === 0 || dayParts.includes(dayPartOf(place.time))) &&
    (until === null || place.date <= until) &&
    (own === null || (place.startsAt < own.startsAt && place.minutes >= own.minutes)) &&
    noticeMs >= candidate.leastNoticeMinutes * minuteMs &&
    !candidate.isBooked
  );
}

/**
 * The patient who gets the next offer, and why; undefined if nobody is left. Urgent requests come
 * first, then the oldest. No patient is offered the same time twice or has two open offers.
 */
export function nextToAsk(
  candidates: readonly Candidate[],
  place: FreedPlace,
  now: Date,
): { readonly candidate: Candidate; readonly reason: OfferReason } | undefined {
  const [candidate] = candidates
    .filter((each) => !each.hasOpenOffer && !each.wasAsked && fits(each, place, now))
    .toSorted(byTurn);
  if (candidate === undefined) return undefined;
  return { candidate, reason: candidate.urgency > 0 ? 'urgent_first' : 'longest_wish' };
}

/** Compares two requests by the order in which they get offers. */
export function byTurn(one: Candidate, other: Candidate): number {
  return (
    other.urgency - one.urgency ||
    one.madeAt.getTime() - other.madeAt.getTime() ||
    (one.wishId < other.wishId ? -1 : 1)
  );
}

/**
 * Whether a freed time is held for requests. A patient must still be able to get an offer of it.
 * Each accepted offer frees another time; after too many of these in a row, the time is not held.
 */
export function isHeld(
  candidates: readonly Candidate[],
  place: FreedPlace & { readonly depth: number; readonly zone: string },
  now: Date,
): boolean {
  return (
    place.depth <= maxChainDepth &&
    nextStep(place.startsAt, place.zone, now).step !== 'release' &&
    nextToAsk(candidates, place, now) !== undefined
  );
}
