import { useFormat } from '../../i18n/language.tsx';

/**
 * Formats a report's date. It is a calendar day without a time, so it is the same in every time
 * zone.
 */
export function useReportDate(): (date: string) => string {
  const format = useFormat();
  return (date) => format.date(`${date}T00:00:00Z`, 'UTC');
}
