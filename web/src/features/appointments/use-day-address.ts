import { useSearchParams } from 'wouter';
import { isDay } from './day.ts';

/** The day in the address, so that Back and a shared link show the same; '' for today. */
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
