/** Moving somebody into another doctor's line: who is free, and where one comes in. Pure [DAY-3]. */
import type { DoctorStatus } from '@baari/contract/constants.ts';

/** One who waits there already. */
export interface Arrived {
  readonly joinedAt: Date;
}

/**
 * The place in another doctor's line that keeps the time of arrival: right behind the last of those who
 * came no later, so that none of them is passed. Whoever came later stands one place further back.
 */
export function placeByArrival(line: readonly Arrived[], joinedAt: Date): number {
  return line.findLastIndex((other) => other.joinedAt <= joinedAt) + 2;
}

/** A doctor who could take somebody over. */
export interface Taker {
  readonly id: string;
  readonly status: DoctorStatus;
  readonly waiting: number;
  readonly isConsulting: boolean;
}

/** Of those who are Available the one with the fewest to see; of several the first; undefined for none. */
export function firstFree(takers: readonly Taker[]): string | undefined {
  const free = takers.filter(({ status }) => status === 'Available');
  const toSee = ({ waiting, isConsulting }: Taker) => waiting + (isConsulting ? 1 : 0);
  return free.toSorted((one, other) => toSee(one) - toSee(other))[0]?.id;
}
