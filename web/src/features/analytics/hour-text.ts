import type { Formats } from '../../i18n/format.ts';

/** A full hour of the hospital's clock, 0 to 24, in the usual time format: "8:00 am". */
export function hourText(format: Formats, hour: number): string {
  return format.time(Date.UTC(2026, 0, 1, hour), 'UTC');
}
