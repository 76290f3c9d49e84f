/** Decides when a session ends without a sign-out [guarantees, security 6]. */
import type { RefusalCode } from '@baari/contract/refusals.ts';

export interface SessionTimes {
  readonly expiresAt: Date;
  readonly lastUsedAt: Date;
  /**
   * The minutes without activity after which the hospital signs its staff out; null for patients.
   */
  readonly idleMinutes: number | null;
}

/**
 * The shortest interval between two writes of a session's last use to the database, in
 * milliseconds.
 */
const useNotedEveryMs = 30_000;

/** Returns the reason why the session has ended; undefined if the session is still valid. */
export function whyOver(
  { expiresAt, lastUsedAt, idleMinutes }: SessionTimes,
  now: Date,
): Extract<RefusalCode, 'session_ended' | 'session_idle'> | undefined {
  if (expiresAt <= now) return 'session_ended';
  if (idleMinutes === null) return undefined;
  const unusedMs = now.getTime() - lastUsedAt.getTime();
  return unusedMs > idleMinutes * 60_000 ? 'session_idle' : undefined;
}

/**
 * Whether the time of this use of the session must be stored. It is stored only for staff, and at
 * most twice a minute.
 */
export function isUseNoted({ lastUsedAt, idleMinutes }: SessionTimes, now: Date): boolean {
  return idleMinutes !== null && now.getTime() - lastUsedAt.getTime() >= useNotedEveryMs;
}
