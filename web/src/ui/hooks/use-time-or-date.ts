import type { Moment } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/language.tsx';
import { useNow } from './use-now.ts';

/** Formats a past moment as a clock time. For a moment that is not today, the date is added. */
export function useTimeOrDate(): (moment: Moment, zone: string) => string {
  const format = useFormat();
  const now = useNow();
  return (moment, zone) => format.timeOrDate(moment, now, zone);
}
