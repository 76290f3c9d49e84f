/** What becomes of an answer by message, and which refusal becomes which outcome [MSG-8]. Pure. */
import type { RefusalCode } from '@baari/contract/refusals.ts';

/** The outcomes whose reply names the place. */
export type PlaceOutcome =
  | 'on_my_way'
  | 'late'
  | 'left'
  | 'delays_used'
  | 'called'
  | 'ask_reception';
/** The outcomes whose reply names the booking with its time. */
export type BookingOutcome = 'confirmed' | 'cancelled' | 'move_booking';
export type NamedOutcome = PlaceOutcome | BookingOutcome;

export type Outcome =
  | NamedOutcome
  | 'nothing_open'
  /** The message has no known word, and the help line was sent. */
  | 'help'
  /** The message has no known word, and the help line was already sent within the last day. */
  | 'not_understood'
  | 'stopped'
  | 'started'
  /** STOP again, or START without STOP. */
  | 'unchanged';

/** The outcome of a refused answer. */
export function outcomeOfRefusal(code: RefusalCode, isInside: boolean): PlaceOutcome {
  if (code === 'delays_used') return 'delays_used';
  if (isInside || code === 'is_on_hold') return 'called';
  return 'ask_reception';
}
