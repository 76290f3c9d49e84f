import type { PatientEntry } from '@baari/contract/queue/queue.ts';

const minuteMs = 60_000;
const stepMinutes = 5;
/** A smaller delay in minutes counts as on time. */
const fewestMinutes = 8;
const shownInHoursFrom = 90;
/** From this delay in minutes on no figure is shown, because the reception knows more. */
const farMinutes = 180;

/**
 * How the appointment time and the line fit together; each state has one sentence [APPT-1, INV-16].
 */
export type BookedState =
  /** The call cannot be predicted, and the appointment time has not passed. */
  | { readonly kind: 'toCome' | 'onTime' }
  /** The patient came late, so only the expected wait says when the call comes. */
  | { readonly kind: 'cameLate' }
  /** The delay in minutes, in steps of five. */
  | { readonly kind: 'behind'; readonly minutes: number }
  /** The delay in hours, in steps of a half. */
  | { readonly kind: 'behindHours'; readonly hours: number }
  | { readonly kind: 'farBehind' | 'behindUnknown' };

type Booked = Pick<PatientEntry, 'call' | 'waitRange'> & {
  readonly booking: Pick<NonNullable<PatientEntry['booking']>, 'startsAt' | 'dueAt'>;
};

/**
 * How the appointment time and the line fit together; `now` is in ms. It uses the wait range of the same card, so that
 * the two never contradict each other.
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

/** When the call is expected, in ms: within the shown range and never in the past. */
function expectedAt({ call, waitRange }: Booked, now: number): number | undefined {
  if (call === null) return undefined;
  const from = waitRange?.parts[0]?.from;
  const to = waitRange?.parts.at(-1)?.to;
  const within = Math.max(Date.parse(call.at), from === undefined ? -Infinity : Date.parse(from));
  return Math.max(now, Math.min(within, to === undefined ? Infinity : Date.parse(to)));
}
