export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/**
 * The part of the day for a time HH:MM: morning before noon, afternoon from noon on, evening from
 * 17:00 on.
 */
export function partOfDay(time: string): PartOfDay {
  if (time < '12:00') return 'morning';
  return time < '17:00' ? 'afternoon' : 'evening';
}
