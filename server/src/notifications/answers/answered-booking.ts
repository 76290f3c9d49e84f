/**
 * What answers need of bookings [MSG-8]. Bookings come after notifications in the order of features,
 * so `app.ts` passes them in.
 */
import type { Queryable } from '../../platform/database/database.ts';
import type { Result } from '../../platform/result.ts';
import type { Named } from './reply-content.ts';

export interface AnsweredBooking {
  /** Whether the booking is still ahead, or due today. */
  readonly isOpen: boolean;
  /** The queue entry that the check-in created; null before. */
  readonly entryId: string | null;
}

/** A booking under the lock of its line. */
export interface LockedBooking extends AnsweredBooking {
  readonly named: Named;
  /** Confirms as the link of a reminder does. */
  readonly confirm: () => Promise<Result<object>>;
  /** Cancels as the patient, who gets the usual message. */
  readonly cancel: () => Promise<Result<object>>;
}

export interface BookingAnswers {
  readonly find: (db: Queryable, id: string, now: Date) => Promise<AnsweredBooking | undefined>;
  /** Locks the booking's line; must be the first statement of the transaction. */
  readonly lock: (tx: Queryable, id: string, now: Date) => Promise<LockedBooking | undefined>;
}
