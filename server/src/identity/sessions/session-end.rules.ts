/** When a session is over though nobody signed it out [guarantees, security 6]. */
import type { RefusalCode } from '@baari/contract/refusals.ts';

export interface SessionTimes {
  readonly expiresAt: Date;
  readonly lastUsedAt: Date;
  /** Minutes without use that the hospital allows its staff; null for patients. */
  readonly idleMinutes: number | null;
}

/** Uses are written down no more often than this. */
const useNotedEveryMs = 30_000;

/** Why it is over, or undefined. */
export function whyOver(
  { expiresAt, lastUsedAt, idleMinutes }: SessionTimes,
  now: Date,
): Extract<RefusalCode, 'session_ended' | 'session_idle'> | undefined {
  if (expiresAt <= now) return 'session_ended';
  if (idleMinutes === null) return undefined;
  const unusedMs = now.getTime() - lastUsedAt.getTime();
  return unusedMs > idleMinutes * 60_000 ? 'session_idle' : undefined;
}

/** Whether a use now is worth a write: of staff only, and twice a minute at most. */
export function isUseNoted({ lastUsedAt, idleMinutes }: SessionTimes, now: Date): boolean {
  return idleMinutes !== null && now.getTime() - lastUsedAt.getTime() >= useNotedEveryMs;
}
