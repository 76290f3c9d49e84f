/**
 * Moving a patient to another doctor's line: which doctor is free, and the new position. Pure
 * [DAY-3].
 */
import type { DoctorStatus } from '@baari/contract/constants.ts';

/** A patient who already waits there. */
export interface Arrived {
  readonly joinedAt: Date;
}

/**
 * The position in another doctor's line that keeps the arrival time: right behind the last one who
 * came no later. Later arrivals move back by one.
 */
export function placeByArrival(line: readonly Arrived[], joinedAt: Date): number {
  return line.findLastIndex((other) => other.joinedAt <= joinedAt) + 2;
}

/** A doctor who could take over patients. */
export interface Taker {
  readonly id: string;
  readonly status: DoctorStatus;
  readonly waiting: number;
  readonly isConsulting: boolean;
  /** Whether the limits of the doctor's line leave room. */
  readonly hasRoom: boolean;
}

/**
 * The Available doctor with the shortest line; of several the first; undefined for none. A line whose limit is reached
 * is chosen only where all are full.
 */
export function firstFree(takers: readonly Taker[]): string | undefined {
  const free = takers.filter(({ status }) => status === 'Available');
  const toSee = ({ waiting, isConsulting }: Taker) => waiting + (isConsulting ? 1 : 0);
  const withRoom = free.filter(({ hasRoom }) => hasRoom);
  const chosen = withRoom.length === 0 ? free : withRoom;
  return chosen.toSorted((one, other) => toSee(one) - toSee(other))[0]?.id;
}
