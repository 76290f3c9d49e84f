/**
 * Rules for moving a patient to another doctor's line: which doctor is free, and the new position.
 * Pure [DAY-3].
 */
import type { DoctorStatus } from '@baari/contract/constants.ts';

/** A patient who already waits in the line to which another patient is moved. */
export interface Arrived {
  readonly joinedAt: Date;
}

/**
 * The position in another doctor's line by arrival time: right behind the last patient who arrived
 * earlier or at the same time. Patients who arrived later move back by one.
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
  /** Whether the limits of the doctor's line allow one more patient. */
  readonly hasRoom: boolean;
}

/**
 * The Available doctor with the shortest line, the first of several; undefined if no doctor is
 * Available. A doctor whose line has reached its limit is chosen only if all lines have.
 */
export function firstFree(takers: readonly Taker[]): string | undefined {
  const free = takers.filter(({ status }) => status === 'Available');
  const toSee = ({ waiting, isConsulting }: Taker) => waiting + (isConsulting ? 1 : 0);
  const withRoom = free.filter(({ hasRoom }) => hasRoom);
  const chosen = withRoom.length === 0 ? free : withRoom;
  return chosen.toSorted((one, other) => toSee(one) - toSee(other))[0]?.id;
}
