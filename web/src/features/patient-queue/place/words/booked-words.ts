import type { PatientEntry } from '@baari/contract/queue/queue.ts';

const minuteMs = 60_000;
const stepMinutes = 5;
/** A delay of fewer minutes than this counts as on time. */
const fewestMinutes = 8;
const shownInHoursFrom = 90;
/**
 * If the delay is at least this many minutes, the page shows no number, because the reception knows
 * more.
 */
const farMinutes = 180;

/**
 * Whether a patient's appointment will be on time in this line of patients. Each state has one
 * sentence [APPT-1, INV-16].
 */
export type BookedState =
  /**
   * `toCome`: the appointment time has not passed, but the time of the call cannot be predicted.
   * `onTime`: the patient is expected to be called in on time.
   */
  | { readonly kind: 'toCome' | 'onTime' }
  /**
   * The patient came late. The delay of the appointment is then meaningless, and only the expected
   * wait is shown.
   */
  | { readonly kind: 'cameLate' }
  /** The delay of the appointment in minutes, in steps of five. */
  | { readonly kind: 'behind'; readonly minutes: number }
  /** The delay of the appointment in hours, in steps of half an hour. */
  | { readonly kind: 'behindHours'; readonly hours: number }
  | { readonly kind: 'farBehind' | 'behindUnknown' };

type Booked = Pick<PatientEntry, 'call' | 'waitRange'> & {
  readonly booking: Pick<NonNullable<PatientEntry['booking']>, 'startsAt' | 'dueAt'>;
};

/**
 * Returns whether the appointment will be on time in this line; `now` is in ms. It is computed from
 * the wait that the same card shows, so that the two texts never contradict each other.
 */
export function bookedState(entry: Booked, now: number): BookedState {
  const { startsAt, dueAt } = entry.booking;
  if (startsAt !== dueAt) return { kind: 'cameLate' };
  const due = Date.parse(dueAt);
  const expected = expectedAt(entry, now);
  const minutes = Math.round(((expected ?? now) - due) / minuteMs);
  if (expected === undefined) return { kind: minutes < fewestMinutes ? 'toCome' : 'behindUnknown' };
  if (minutes < fewestMinutes) return { kind: 'onTime' };
  if (minutes >= farMinutes) return { kind: 'farBehind' };
  if (minutes >= shownInHoursFrom) {
    return { kind: 'behindHours', hours: Math.round(minutes / 30) / 2 };
  }
  return { kind: 'behind', minutes: Math.round(minutes / stepMinutes) * stepMinutes };
}

/**
 * Returns when the patient is expected to be called in, in ms. The time is within the range that
 * the card shows, and never in the past.
 */
function expectedAt({ call, waitRange }: Booked, now: number): number | undefined {
  if (call === null) return undefined;
  const from = waitRange?.parts[0]?.from;
  const to = waitRange?.parts.at(-1)?.to;
  const within = Math.max(Date.parse(call.at), from === undefined ? -Infinity : Date.parse(from));
  return Math.max(now, Math.min(within, to === undefined ? Infinity : Date.parse(to)));
}
