/** Calendar days as YYYY-MM-DD and times as HH:MM, independent of the device's time zone. */

const dayMs = 86_400_000;

/** The day this many days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Whether a text is a valid date, because a URL may contain anything. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** The part of the day of a time: afternoon from noon on, evening from five on. */
export function partOfDay(time: string): PartOfDay {
  if (time < '12:00') return 'morning';
  return time < '17:00' ? 'afternoon' : 'evening';
}
