import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import type { SessionKind, TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { Ban, CalendarClock, DoorOpen, type LucideIcon } from 'lucide-react';
import { useFormat, useLanguage, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { useSpanText } from '../../shared/hospital/use-clock.ts';
import { weekOf } from './week-picture.ts';

/** Each kind has an icon and a colour; the word is always shown beside them. */
export const kindLooks: Readonly<Record<SessionKind, { icon: LucideIcon; look: string }>> = {
  booked: { icon: CalendarClock, look: 'border-primary bg-primary-soft text-ink' },
  open: { icon: DoorOpen, look: 'border-info-ink bg-info-soft text-ink' },
  closed: { icon: Ban, look: 'border-dashed border-control-line bg-sunken text-ink' },
};

/** `name(weekday)`: a weekday in the page's language. */
export function useWeekday(): (weekday: Weekday) => string {
  const format = useFormat();
  // Any week has the same names.
  const week = weekOf('2026-01-05');
  return (weekday) => format.weekday(`${week[weekdays.indexOf(weekday)] ?? ''}T12:00:00Z`, 'UTC');
}

/** `text(date)`: a calendar day, the same in every time zone. */
export function useDayText(): (date: string) => string {
  const format = useFormat();
  return (date) => format.date(`${date}T12:00:00Z`, 'UTC');
}

/** `text(date)`: day and month, for narrow columns whose year is said above them. */
export function useShortDay(): (date: string) => string {
  const { locale } = aboutLanguages[useLanguage().language];
  const words = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return (date) => words.format(new Date(`${date}T12:00:00Z`));
}

/** The words for a session: its hours, and a line that says all of it. */
export function useSessionWords(): {
  readonly hours: (session: Pick<TimetableSession, 'from' | 'to'>) => string;
  readonly line: (session: TimetableSession) => string;
} {
  const { timetables: t } = useMessages('timetables');
  const format = useFormat();
  const listed = useListed();
  const weekday = useWeekday();
  const dayText = useDayText();
  const hours = useSpanText(t);
  return { hours, line };

  function line(session: TimetableSession): string {
    const days =
      session.date === null ? listed(session.weekdays.map(weekday)) : dayText(session.date);
    return format.beside([
      days,
      hours(session),
      t.kinds[session.kind],
      ...numbers(session),
      ...valid(session),
    ]);
  }
  function numbers(session: TimetableSession): string[] {
    if (session.kind !== 'booked') return [];
    const { slotMinutes, places } = session;
    return [t.everyMinutes(slotMinutes), ...(places > 1 ? [t.placesEach(places)] : [])];
  }
  function valid({ validFrom, validUntil }: TimetableSession): string[] {
    if (validFrom !== null && validUntil !== null) {
      return [t.range(dayText(validFrom), dayText(validUntil))];
    }
    if (validFrom !== null) return [t.fromDay(dayText(validFrom))];
    return validUntil === null ? [] : [t.untilDay(dayText(validUntil))];
  }
}
