/** Decides whether an identity proof is recent enough [guarantees, security 17]. */
import { proofMinutes } from '@baari/contract/constants.ts';

const proofMs = proofMinutes * 60_000;

/** Whether an identity proof is still recent enough; it expires after five minutes. */
export function isProved(provedAt: Date, now: Date): boolean {
  return now.getTime() - provedAt.getTime() < proofMs;
}

export function provedUntil(provedAt: Date): Date {
  return new Date(provedAt.getTime() + proofMs);
}
