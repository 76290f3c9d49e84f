import type { Formats } from '../../i18n/format.ts';

/** Formats minutes since midnight of a day as the hospital's clock time. */
export function clockOf(format: Formats, day: string, minutes: number): string {
  return format.time(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000, 'UTC');
}
