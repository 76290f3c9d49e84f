/** The hospital's clock on a device that may stand elsewhere. */

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** The next instant after now at which the clock of a zone shows HH:MM, within a day. */
export function nextTime(time: string, zone: string, now: number): Date | undefined {
  const wanted = minutesOf(time);
  if (wanted === undefined) return undefined;
  const start = Math.floor(now / minuteMs) * minuteMs;
  const ahead = (wanted - shownAt(start, zone) + dayMinutes) % dayMinutes || dayMinutes;
  const found = start + ahead * minuteMs;
  // The clock may have been changed on the way there.
  const off = wanted - shownAt(found, zone);
  const nearest =
    off > dayMinutes / 2 ? off - dayMinutes : off < -dayMinutes / 2 ? off + dayMinutes : off;
  return new Date(found + nearest * minuteMs);
}

/** Minutes since midnight that the clock of a zone shows. */
function shownAt(moment: number, zone: string): number {
  const text = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(moment);
  return minutesOf(text) ?? 0;
}

function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/u.exec(time) ?? [];
  return hours === undefined || minutes === undefined
    ? undefined
    : Number(hours) * 60 + Number(minutes);
}
