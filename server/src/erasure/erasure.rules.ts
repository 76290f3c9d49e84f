/** When an erasure is carried out, and what it waits for [SEC-14]. Pure: what is open in, answer out. */
import { type ErasureWait, erasureGraceDays } from '@baari/contract/patient/erasure.ts';

const dayMs = 86_400_000;

/** The owner has until then to take it back. */
export function dueAfter(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + erasureGraceDays * dayMs);
}

/** What has to be over first; a visit before anything else. null: nothing. */
export function waitsFor(open: {
  readonly isInQueue: boolean;
  readonly hasAppointment: boolean;
  readonly works: boolean;
}): ErasureWait | null {
  if (open.isInQueue) return 'visit';
  if (open.hasAppointment) return 'appointment';
  return open.works ? 'work' : null;
}
