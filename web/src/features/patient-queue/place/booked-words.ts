import type { PatientEntry } from '@baari/contract/queue/queue.ts';

const minuteMs = 60_000;
const stepMinutes = 5;
/** Less is on time. */
const fewestMinutes = 8;
const toldInHoursFrom = 90;
/** From here on a figure helps nobody: the reception knows more. */
const farMinutes = 180;

/** How a booked time and the line go together; one state, of which one sentence is said [APPT-1, INV-16]. */
export type BookedState =
  /** Nobody can say when the call comes, and the time is not over. */
  | { readonly kind: 'toCome' | 'onTime' }
  /** The patient came after the time: when the call comes is said by the expected wait alone. */
  | { readonly kind: 'cameLate' }
  /** In steps of five minutes. */
  | { readonly kind: 'behind'; readonly minutes: number }
  /** In halves of hours. */
  | { readonly kind: 'behindHours'; readonly hours: number }
  | { readonly kind: 'farBehind' | 'behindUnknown' };

type Booked = Pick<PatientEntry, 'call' | 'waitRange'> & {
  readonly booking: Pick<NonNullable<PatientEntry['booking']>, 'startsAt' | 'dueAt'>;
};

/** `now`: ms. Follows from the range that the same card tells, so that the two never contradict each other. */
export function bookedState(entry: Booked, now: number): BookedState {
  const { startsAt, dueAt } = entry.booking;
  if (startsAt !== dueAt) return { kind: 'cameLate' };
  const due = Date.parse(dueAt);
  const expected = expectedAt(entry, now);
  const minutes = Math.round(((expected ?? now) - due) / minuteMs);
  if (expected === undefined) return { kind: minutes < fewestMinutes ? 'toCome' : 'behindUnknown' };
  if (minutes < fewestMinutes) return { kind: 'onTime' };
  if (minutes >= farMinutes) return { kind: 'farBehind' };
  if (minutes >= toldInHoursFrom) {
    return { kind: 'behindHours', hours: Math.round(minutes / 30) / 2 };
  }
  return { kind: 'behind', minutes: Math.round(minutes / stepMinutes) * stepMinutes };
}

/** Within the range that is told, and never in the past: who has not been called yet is called from now on. */
function expectedAt({ call, waitRange }: Booked, now: number): number | undefined {
  if (call === null) return undefined;
  const from = waitRange?.parts[0]?.from;
  const to = waitRange?.parts.at(-1)?.to;
  const within = Math.max(Date.parse(call.at), from === undefined ? -Infinity : Date.parse(from));
  return Math.max(now, Math.min(within, to === undefined ? Infinity : Date.parse(to)));
}
