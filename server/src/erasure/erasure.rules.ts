/** When an erasure is carried out, and what delays it [SEC-14]. Pure. */
import { type ErasureWait, erasureGraceDays } from '@baari/contract/patient/erasure.ts';

const dayMs = 86_400_000;

/**
 * The time until which the owner can withdraw an erasure request; after that time the erasure is
 * due.
 */
export function dueAfter(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + erasureGraceDays * dayMs);
}

/**
 * What must end before the erasure; an open visit is named before an appointment. Null if nothing
 * is open.
 */
export function waitsFor(open: {
  readonly isInQueue: boolean;
  readonly hasAppointment: boolean;
  readonly works: boolean;
}): ErasureWait | null {
  if (open.isInQueue) return 'visit';
  if (open.hasAppointment) return 'appointment';
  return open.works ? 'work' : null;
}
