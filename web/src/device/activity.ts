/** When somebody last touched this browser's pages, all tabs together. */
import { deviceNow } from '../clock/clock.ts';
import { activityKey as key, judgeAttendance } from './attendance.ts';
import { keep, readKept } from './storage.ts';

/** Tabs tell each other no more often than this. */
const sharedEveryMs = 5000;
/** A page that nobody touched for this long asks by itself. */
const attendedMs = 60_000;

let touchedAt = deviceNow();
let sharedAt = 0;

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Listens until the function returned is called. */
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

/** Milliseconds since 1970, of the tab that was touched last; of this one where storage is closed. */
export function lastTouchedAt(): number {
  const shared = Number(readKept(key) ?? 0);
  // A clock that was set back must not keep a page open for ever.
  return shared > deviceNow() ? touchedAt : Math.max(touchedAt, shared);
}

function touch(): void {
  touchedAt = deviceNow();
  if (touchedAt - sharedAt < sharedEveryMs) return;
  sharedAt = touchedAt;
  keep(key, String(touchedAt));
}
