/**
 * Staff sessions expire after an idle time. This measures the activity in all tabs and reports it
 * to the server, which sees no requests while a person only reads or types.
 */
import { deviceNow } from '../clock/clock.ts';
import { call } from '../api/client.ts';
import { lastTouchedAt, watchActivity } from '../device/activity.ts';
import { judgeIdle } from './session.ts';

const checkEveryMs = 10_000;
const reportEveryMs = 30_000;

/** null until loaded, and where no idle time is set. */
let idleMs: number | null = null;

/** Whether the idle time is over, as far as this browser knows. */
function isIdle(): boolean {
  return idleMs !== null && deviceNow() - lastTouchedAt() >= idleMs;
}

/** Calls `lock` once the idle time is over; returns a function that stops it. */
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
      // Offline no activity reaches the server either; it is reported again later.
    }
  }

  function check(): void {
    if (isIdle()) return lock();
    const isTouched = lastTouchedAt() > reportedAt || idleMs === null;
    if (isTouched && deviceNow() - reportedAt >= reportEveryMs) void report();
  }

  const timer = setInterval(check, checkEveryMs);
  // A device that slept stopped its timers, but not its clock.
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    unwatch();
    idleMs = null;
  };
}
