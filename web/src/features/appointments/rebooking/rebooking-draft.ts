/** The desk's decision for each booking of a plan, before the desk confirms the plan [APPT-1]. */
import type { BodyInputOf } from '@baari/contract/endpoint.ts';
import type { PlannedMove, rebook } from '@baari/contract/visit/rebooking.ts';

export const choices = ['move', 'cancel', 'leave'] as const;
export type Choice = (typeof choices)[number];

export type NewTime = NonNullable<PlannedMove['to']>;

/**
 * The decision for one booking. `to` stays stored when the desk chooses not to move the booking, in
 * case the desk changes its mind.
 */
export interface Decision {
  readonly choice: Choice;
  readonly to: NewTime | null;
}

/** The desk's decisions that differ from the proposed plan, by the booking's id. */
export type Changes = Readonly<Record<string, Decision>>;

/**
 * Returns the decision for a booking: the desk's own decision, or else the proposal. A booking
 * without a proposed free time stays unchanged.
 */
export function decisionOf({ appointment, to }: PlannedMove, changes: Changes): Decision {
  return changes[appointment.id] ?? { choice: to === null ? 'leave' : 'move', to };
}

type Bookings = BodyInputOf<typeof rebook>['bookings'];

/** Returns the bookings to move or cancel, in the format of the request body. */
export function asRequest(moves: readonly PlannedMove[], changes: Changes): Bookings {
  return moves.flatMap((move): Bookings => {
    const { choice, to } = decisionOf(move, changes);
    const { id, doctor, date, time } = move.appointment;
    const seen = { doctorId: doctor.id, date, time };
    if (choice === 'cancel') return [{ id, seen, to: null }];
    if (choice === 'leave' || to === null) return [];
    return [{ id, seen, to: { doctorId: to.doctor.id, date: to.date, time: to.time } }];
  });
}

/** Returns how many bookings a request moves and how many it cancels. */
export function countsOf(bookings: Bookings): { moves: number; cancels: number } {
  const moves = bookings.filter(({ to }) => to !== null).length;
  return { moves, cancels: bookings.length - moves };
}
