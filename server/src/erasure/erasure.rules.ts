/** When an erasure is carried out, and what it waits for [SEC-14]. Pure. */
import { type ErasureWait, erasureGraceDays } from '@baari/contract/patient/erasure.ts';

const dayMs = 86_400_000;

/** Until when the owner can withdraw the request; the erasure is due after that. */
export function dueAfter(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + erasureGraceDays * dayMs);
}

/** What must end before the erasure, a visit before anything else; null if nothing. */
export function waitsFor(open: {
  readonly isInQueue: boolean;
  readonly hasAppointment: boolean;
  readonly works: boolean;
}): ErasureWait | null {
  if (open.isInQueue) return 'visit';
  if (open.hasAppointment) return 'appointment';
  return open.works ? 'work' : null;
}
