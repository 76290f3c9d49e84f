import type { Formats } from '../../i18n/format.ts';

/** Returns a full hour of the hospital's clock, 0 to 24, as a clock time such as "8:00 am". */
export function hourText(format: Formats, hour: number): string {
  return format.time(Date.UTC(2026, 0, 1, hour), 'UTC');
}
