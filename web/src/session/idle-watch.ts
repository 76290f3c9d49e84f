/**
 * Staff sessions expire after an idle time. This module measures the user's activity in all tabs
 * and reports it to the server, which sees no requests while a person only reads or types.
 */
import { deviceNow } from '../clock/clock.ts';
import { call } from '../api/client.ts';
import { lastTouchedAt, watchActivity } from '../device/activity.ts';
import { judgeIdle } from './session.ts';

const checkEveryMs = 10_000;
const reportEveryMs = 30_000;

/**
 * The time in ms after which an idle session expires. Null until it is loaded, and for a hospital
 * without such a limit.
 */
let idleMs: number | null = null;

/** Whether the session's idle limit has passed, as far as this browser knows. */
function isIdle(): boolean {
  return idleMs !== null && deviceNow() - lastTouchedAt() >= idleMs;
}

/**
 * Calls `lock` once the session's idle limit has passed. Returns a function that stops watching for
 * inactivity.
 */
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
      // Without a network connection the activity cannot be reported. The report is repeated later.
    }
  }

  function check(): void {
    if (isIdle()) return lock();
    const isTouched = lastTouchedAt() > reportedAt || idleMs === null;
    if (isTouched && deviceNow() - reportedAt >= reportEveryMs) void report();
  }

  const timer = setInterval(check, checkEveryMs);
  // While a device sleeps, its timers stop. So the idle time is checked when the page becomes
  // visible again.
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    unwatch();
    idleMs = null;
  };
}
