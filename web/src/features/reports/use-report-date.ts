import { useFormat } from '../../i18n/language.tsx';

/** A day that is a day and no moment: the same date wherever it is read. */
export function useReportDate(): (date: string) => string {
  const format = useFormat();
  return (date) => format.date(`${date}T00:00:00Z`, 'UTC');
}
