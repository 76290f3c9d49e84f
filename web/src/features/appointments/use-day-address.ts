import { useSearchParams } from 'wouter';
import { isDay } from './day.ts';

/**
 * Keeps the chosen day in the URL, so that the Back button and shared links show the same day. An
 * empty text means today.
 */
export function useDayAddress() {
  const [search, setSearch] = useSearchParams();
  const given = search.get('date') ?? '';

  function onDate(date: string): void {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (date === '') next.delete('date');
        else next.set('date', date);
        return next;
      },
      { replace: true },
    );
  }
  return { date: isDay(given) ? given : '', onDate };
}
