/**
 * Sessions of staff end after a time without use: here it is counted by what people touch, in all tabs,
 * and the server is told that somebody is there though nothing is asked of it.
 */
import { deviceNow } from '../clock/clock.ts';
import { call } from '../api/client.ts';
import { lastTouchedAt, watchActivity } from '../device/activity.ts';
import { judgeIdle } from './session.ts';

const checkEveryMs = 10_000;
const reportEveryMs = 30_000;

/** null until the server has said, and where nothing ends. */
let idleMs: number | null = null;

/** Whether the time without use is over, as far as this browser knows. */
function isIdle(): boolean {
  return idleMs !== null && deviceNow() - lastTouchedAt() >= idleMs;
}

/** Calls `lock` once the time is over; the function returned stops it. */
export function watchIdle(lock: () => void): () => void {
  const unwatch = watchActivity();
  judgeIdle(isIdle);
  let reportedAt = 0;

  async function report(): Promise<void> {
    reportedAt = deviceNow();
    try {
      const { reportUse } = await import('@baari/contract/account/identity.ts');
      const { idleMinutes } = await call(reportUse, { body: {} });
      idleMs = idleMinutes === null ? null : idleMinutes * 60_000;
    } catch {
      // Without a network nothing is used on the server either; it is told the next time.
    }
  }

  function check(): void {
    if (isIdle()) return lock();
    const isTouched = lastTouchedAt() > reportedAt || idleMs === null;
    if (isTouched && deviceNow() - reportedAt >= reportEveryMs) void report();
  }

  const timer = setInterval(check, checkEveryMs);
  // A device that slept kept its timers still, but not its clock.
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    unwatch();
    idleMs = null;
  };
}
