import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import type { SessionKind, TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { Ban, CalendarClock, DoorOpen, type LucideIcon } from 'lucide-react';
import { useFormat, useLanguage, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { useSpanText } from '../../shared/hospital/use-clock.ts';
import { weekOf } from './week-picture.ts';

/**
 * The icon and the colour of each kind of session. The name of the kind is always shown beside
 * them.
 */
export const kindLooks: Readonly<Record<SessionKind, { icon: LucideIcon; look: string }>> = {
  booked: { icon: CalendarClock, look: 'border-primary bg-primary-soft text-ink' },
  open: { icon: DoorOpen, look: 'border-info-ink bg-info-soft text-ink' },
  closed: { icon: Ban, look: 'border-dashed border-control-line bg-sunken text-ink' },
};

/** Returns a function that gives the name of a weekday in the page's language. */
export function useWeekday(): (weekday: Weekday) => string {
  const format = useFormat();
  // The names of the weekdays are the same in every week, so the dates of any week can be
  // formatted.
  const week = weekOf('2026-01-05');
  return (weekday) => format.weekday(`${week[weekdays.indexOf(weekday)] ?? ''}T12:00:00Z`, 'UTC');
}

/** Returns a function that formats a calendar day, which is the same in every time zone. */
export function useDayText(): (date: string) => string {
  const format = useFormat();
  return (date) => format.date(`${date}T12:00:00Z`, 'UTC');
}

/**
 * Returns a function that formats day and month, for narrow columns. The year is shown above the
 * columns.
 */
export function useShortDay(): (date: string) => string {
  const { locale } = aboutLanguages[useLanguage().language];
  const words = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return (date) => words.format(new Date(`${date}T12:00:00Z`));
}

/**
 * Returns functions that describe a session in words: `hours` gives only the session's hours,
 * `line` describes the whole session.
 */
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
    if (session.kind === 'open') {
      return session.places === undefined ? [] : [t.atMost(session.places), ...kept(session)];
    }
    if (session.kind !== 'booked') return [];
    const { slotMinutes, places, lengths } = session;
    return [
      t.everyMinutes(slotMinutes),
      ...(places > 1 ? [t.placesEach(places)] : []),
      ...(lengths?.new === undefined ? [] : [t.newTakes(lengths.new)]),
      ...(lengths?.follow_up === undefined ? [] : [t.followUpTakes(lengths.follow_up)]),
      ...kept(session),
    ];
  }
  function kept({ reservedPlaces }: { readonly reservedPlaces?: number | undefined }): string[] {
    return reservedPlaces === undefined ? [] : [t.keptForDesk(reservedPlaces)];
  }
  function valid({ validFrom, validUntil }: TimetableSession): string[] {
    if (validFrom !== null && validUntil !== null) {
      return [t.range(dayText(validFrom), dayText(validUntil))];
    }
    if (validFrom !== null) return [t.fromDay(dayText(validFrom))];
    return validUntil === null ? [] : [t.untilDay(dayText(validUntil))];
  }
}
