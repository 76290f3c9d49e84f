/** Calendar days as YYYY-MM-DD and times as HH:MM, independent of the device's time zone. */

const dayMs = 86_400_000;

/**
 * Returns the day that is `days` days after the given day. A negative number gives an earlier day.
 */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Whether a text is a valid date. Needed because a URL may contain any text. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
