/** The time of the last interaction with this browser's pages, across all tabs. */
import { deviceNow } from '../clock/clock.ts';
import { activityKey as key, judgeAttendance } from './attendance.ts';
import { keep, readKept } from './storage.ts';

/** The shortest interval at which tabs share their activity, in ms. */
const sharedEveryMs = 5000;
/** The idle time in milliseconds after which a page's requests count as automatic. */
const attendedMs = 60_000;

let touchedAt = deviceNow();
let sharedAt = 0;

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Starts recording interactions; returns a function that stops it. */
export function watchActivity(): () => void {
  touch();
  judgeAttendance(() => deviceNow() - touchedAt < attendedMs);
  for (const kind of touches) {
    addEventListener(kind, touch, { capture: true, passive: true });
  }
  return () => {
    judgeAttendance(() => true);
    for (const kind of touches) removeEventListener(kind, touch, { capture: true });
  };
}

/**
 * The time of the last interaction in any tab, in milliseconds since 1970. Where storage is
 * unavailable, only this tab counts.
 */
export function lastTouchedAt(): number {
  const shared = Number(readKept(key) ?? 0);
  // If the clock was set back, the stored time of the last interaction lies in the future. Such a
  // time must not keep the page unlocked.
  return shared > deviceNow() ? touchedAt : Math.max(touchedAt, shared);
}

function touch(): void {
  touchedAt = deviceNow();
  if (touchedAt - sharedAt < sharedEveryMs) return;
  sharedAt = touchedAt;
  keep(key, String(touchedAt));
}
