import { weekdays } from '@baari/contract/constants.ts';
import type { MonthDay } from '@baari/contract/hospital/timetable.ts';
import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { timetableMonthQuery } from '../../api/queries/appointment-queries.ts';
import { useFormat, useLanguage, useMessages } from '../../i18n/language.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Link } from '../../ui/link.tsx';
import { type DayState, fullnesses, monthLater, stateOf, weeksOf } from './month.ts';
import { useDayText, useWeekday } from './session-words.ts';
import { weekOf } from './week-picture.ts';
import './timetable.css';

/**
 * A calendar that shows, in words and colours, how full each day of a month is for a doctor
 * [APPT-1].
 */
export function MonthMap({
  doctorId,
  dayHref,
}: {
  doctorId: string;
  /** Returns the URL of the page with the appointments of a day. */
  dayHref: (date: string) => string;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const problemText = useProblemText();
  /** The shown month; an empty text means the hospital's current month. */
  const [month, setMonth] = useState('');
  const query = useQuery({
    ...timetableMonthQuery(doctorId, month),
    placeholderData: keepPreviousData,
  });
  if (query.isPending) {
    return (
      <LoadingRegion label={t.monthLoading} className="flex flex-col gap-2">
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-64 w-full" />
      </LoadingRegion>
    );
  }
  if (!query.data) {
    return (
      <ErrorState
        headingLevel={3}
        title={t.monthFailed}
        description={problemText(query.error, t.monthFailed)}
        action={<TryAgain query={query} />}
      />
    );
  }
  const { days, today, lastDay } = query.data;
  const shown = month === '' ? today : month;
  return (
    <div className="flex flex-col gap-3" aria-busy={query.isPlaceholderData}>
      <MonthPicker month={shown} onMonth={setMonth} />
      <MonthTable month={shown} days={days} around={{ today, lastDay }} dayHref={dayHref} />
      <Legend />
    </div>
  );
}

function MonthPicker({
  month,
  onMonth,
}: {
  month: string;
  onMonth: (month: string) => void;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const format = useFormat();
  return (
    <div className="flex items-center gap-2">
      <IconButton
        variant="secondary"
        label={t.previousMonth}
        icon={<ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />}
        onClick={() => onMonth(monthLater(month, -1))}
      />
      <IconButton
        variant="secondary"
        label={t.nextMonth}
        icon={<ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />}
        onClick={() => onMonth(monthLater(month, 1))}
      />
      <p aria-live="polite" className="font-semibold text-ink">
        {format.month(`${month.slice(0, 7)}-15T12:00:00Z`, 'UTC')}
      </p>
    </div>
  );
}

interface Around {
  readonly today: string;
  readonly lastDay: string;
}

function MonthTable({
  month,
  days,
  around,
  dayHref,
}: {
  month: string;
  days: readonly MonthDay[];
  around: Around;
  dayHref: (date: string) => string;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const format = useFormat();
  const weekday = useWeekday();
  const short = useShortWeekdays();
  const byDate = new Map(days.map((day) => [day.date, day]));
  return (
    <table className="month-map w-full">
      <caption className="sr-only">
        {t.monthCaption(format.month(`${month.slice(0, 7)}-15T12:00:00Z`, 'UTC'))}
      </caption>
      <thead>
        <tr>
          {weekdays.map((day, index) => (
            <th key={day} scope="col" className="pb-1 text-xs font-semibold text-ink-soft">
              <span aria-hidden="true">{short[index]}</span>
              <span className="sr-only">{weekday(day)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((date) => date !== null)}>
            {week.map((date, index) => {
              const day = date === null ? undefined : byDate.get(date);
              return (
                // The table cell needs a set height, so that the element inside the cell can fill
                // the full height.
                <td key={weekdays[index]} className="h-px p-0">
                  {day && <DayCell day={day} around={around} href={dayHref(day.date)} />}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({
  day,
  around,
  href,
}: {
  day: MonthDay;
  around: Around;
  href: string;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const format = useFormat();
  const dayText = useDayText();
  const state = stateOf(day, around);
  const { date, free, places, booked } = day;
  return (
    <Link
      href={href}
      className={classNames(
        'flex h-full min-h-18 flex-col items-center gap-0.5 rounded-control border py-1 text-center tabular-nums hover:border-ink-soft',
        looks[state],
        date === around.today && 'month-today',
      )}
    >
      <span aria-hidden="true" className="text-xs">
        {format.number(Number(date.slice(8)))}
      </span>
      <span aria-hidden="true" className="flex flex-col leading-tight">
        {figure()}
      </span>
      <span className="sr-only">{`${dayText(date)}: ${sentence()}`}</span>
    </Link>
  );

  /** The text of a day, short enough for a narrow column on a phone. */
  function figure(): ReactNode {
    switch (state) {
      case 'past':
      case 'later':
        return booked === 0 ? word(t.noFigure) : counted(booked, t.bookedShort);
      case 'off':
        return word(t.offShort);
      case 'none':
        return word(t.noFigure);
      case 'full':
        return <strong className="text-sm font-semibold">{t.full}</strong>;
      default:
        return counted(free, t.freeShort);
    }
  }
  function word(text: string): ReactNode {
    return <span className="text-sm">{text}</span>;
  }
  function counted(count: number, unit: string): ReactNode {
    return (
      <>
        <strong className="text-sm font-semibold">{format.number(count)}</strong>
        <span className="month-unit">{unit}</span>
      </>
    );
  }
  function sentence(): string {
    switch (state) {
      case 'past':
      case 'later':
        return t.bookings(booked);
      case 'off':
        return t.dayOff;
      case 'none':
        return t.nothing;
      case 'full':
        return `${t.full}. ${t.bookings(booked)}`;
      default:
        return `${t.freeOf(free, places)}. ${t.bookings(booked)}`;
    }
  }
}

/**
 * The legend that explains the colours of the calendar. Every cell also says in words how full the
 * day is.
 */
function Legend(): ReactNode {
  const { timetables: t } = useMessages('timetables');
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
      {fullnesses.map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className={classNames('size-3.5 rounded-sm border', looks[state])}
          />
          {t.fullness[state]}
        </li>
      ))}
    </ul>
  );
}

const looks: Readonly<Record<DayState, string>> = {
  empty: 'border-line bg-surface text-ink',
  some: 'border-line month-some text-ink',
  most: 'border-line month-most text-ink',
  full: 'border-line month-full text-ink',
  off: 'border-dashed border-control-line/60 bg-sunken text-ink-soft',
  none: 'border-dashed border-line text-ink-soft',
  past: 'border-transparent bg-sunken text-ink-soft',
  later: 'border-dashed border-line text-ink-soft',
};

/** The short names "Mon" to "Sun", for narrow columns on a phone. */
function useShortWeekdays(): readonly string[] {
  const { locale } = aboutLanguages[useLanguage().language];
  const words = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return weekOf('2026-01-05').map((date) => words.format(new Date(`${date}T12:00:00Z`)));
}
