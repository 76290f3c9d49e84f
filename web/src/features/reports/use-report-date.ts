import { useFormat } from '../../i18n/language.tsx';

/** A calendar day without a time, so the same date in every time zone. */
export function useReportDate(): (date: string) => string {
  const format = useFormat();
  return (date) => format.date(`${date}T00:00:00Z`, 'UTC');
}
