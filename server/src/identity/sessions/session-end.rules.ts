/** When a session ends without a sign-out [guarantees, security 6]. */
import type { RefusalCode } from '@baari/contract/refusals.ts';

export interface SessionTimes {
  readonly expiresAt: Date;
  readonly lastUsedAt: Date;
  /** Idle minutes that the hospital allows its staff; null for patients. */
  readonly idleMinutes: number | null;
}

/** Uses are stored at most this often. */
const useNotedEveryMs = 30_000;

/** Why the session is over; undefined if it is not. */
export function whyOver(
  { expiresAt, lastUsedAt, idleMinutes }: SessionTimes,
  now: Date,
): Extract<RefusalCode, 'session_ended' | 'session_idle'> | undefined {
  if (expiresAt <= now) return 'session_ended';
  if (idleMinutes === null) return undefined;
  const unusedMs = now.getTime() - lastUsedAt.getTime();
  return unusedMs > idleMinutes * 60_000 ? 'session_idle' : undefined;
}

/** Whether a use is worth a write: only for staff, and twice a minute at most. */
export function isUseNoted({ lastUsedAt, idleMinutes }: SessionTimes, now: Date): boolean {
  return idleMinutes !== null && now.getTime() - lastUsedAt.getTime() >= useNotedEveryMs;
}
