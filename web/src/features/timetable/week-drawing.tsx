import { type Weekday, weekdays } from '@baari/contract/constants.ts';
import { isOn } from '@baari/contract/hospital/session-days.ts';
import type { TimetableSession } from '@baari/contract/hospital/timetable.ts';
import { noBreak } from '@baari/contract/text/no-break.ts';
import { ChevronLeft, ChevronRight, Copy, Plus } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useClock } from '../../shared/hospital/use-clock.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import {
  kindLooks,
  useDayText,
  useSessionWords,
  useShortDay,
  useWeekday,
} from './session-words.ts';
import { clockOf, hasWeekly, type Minutes, offerOf } from './timetable-draft.ts';
import { type Block, blocksOn, frameOf, hourHeight, later, weekOf } from './week-picture.ts';
import './timetable.css';

/** The buttons and errors that an editor adds to the drawing of the week. */
export interface WeekTools {
  readonly onSession: (index: number) => void;
  readonly onAdd: (weekday: Weekday) => void;
  readonly onCopyDay: (weekday: Weekday) => void;
  /** Whether another session may be added. */
  readonly mayAdd: boolean;
  /**
   * Returns why the session at this position of the list is refused; undefined if the session is
   * valid.
   */
  readonly problemOf: (index: number) => string | undefined;
}

/** Days on which the doctor is off, from the first to the last day inclusive. */
interface DaysOff {
  readonly firstDay: string;
  readonly lastDay: string;
}

/**
 * Draws the sessions of one week: in columns on a wide screen, as days below each other on a narrow
 * one. Sessions that do not take place in this week are listed below.
 */
export function WeekDrawing({
  sessions,
  daysOff,
  date,
  today,
  onDate,
  tools,
}: {
  sessions: readonly TimetableSession[];
  daysOff: readonly DaysOff[];
  /** Any date within the week that is shown. */
  date: string;
  today: string;
  onDate: (date: string) => void;
  tools?: WeekTools;
}): ReactNode {
  const week = weekOf(date);
  const shown = sessions.filter((session) => week.some((day) => isOn(session, day)));
  const frame = frameOf(shown);
  const height = ((frame.to - frame.from) / 60) * hourHeight(shown);
  // The heading has a fixed height, so that the hours begin at the same height in every column.
  const head = tools ? 'week-top-with-tools' : 'week-top';
  return (
    <div className="week flex flex-col gap-4">
      <WeekPicker date={date} today={today} onDate={onDate} />
      <div className="week-frame">
        <HourScale frame={frame} height={height} head={head} />
        <ol className="week-days flex min-w-0 flex-1 flex-col divide-y divide-line">
          {week.map((day, index) => (
            <Day
              key={day}
              weekday={weekdays[index] ?? 'monday'}
              date={day}
              isToday={day === today}
              blocks={blocksOn(sessions, day, frame)}
              isOff={daysOff.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)}
              frame={frame}
              height={height}
              head={head}
              tools={tools}
            >
              {tools && (
                <DayTools weekday={weekdays[index] ?? 'monday'} sessions={sessions} tools={tools} />
              )}
            </Day>
          ))}
        </ol>
      </div>
      <OtherWeeks sessions={sessions} week={week} frame={frame} tools={tools} />
    </div>
  );
}

function WeekPicker({
  date,
  today,
  onDate,
}: {
  date: string;
  today: string;
  onDate: (date: string) => void;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const dayText = useDayText();
  const [first = date] = weekOf(date);
  const isNow = weekOf(today)[0] === first;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <IconButton
        variant="secondary"
        label={t.previousWeek}
        icon={<ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />}
        onClick={() => onDate(later(first, -7))}
      />
      <IconButton
        variant="secondary"
        label={t.nextWeek}
        icon={<ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />}
        onClick={() => onDate(later(first, 7))}
      />
      <p aria-live="polite" className="min-w-0 font-semibold text-ink tabular-nums">
        {isNow ? t.thisWeek : t.weekFrom(dayText(first))}
      </p>
      {!isNow && (
        <Button size="small" variant="quiet" onClick={() => onDate(today)}>
          {t.toThisWeek}
        </Button>
      )}
    </div>
  );
}

/**
 * The scale of hours beside the columns of the week. Screen readers skip the scale, because each
 * session also shows its times in words.
 */
function HourScale({
  frame,
  height,
  head,
}: {
  frame: Minutes;
  height: number;
  head: string;
}): ReactNode {
  const clock = useClock();
  const hours = Array.from(
    { length: (frame.to - frame.from) / 60 + 1 },
    (_, index) => frame.from + index * 60,
  );
  return (
    <div aria-hidden="true" className="week-hours w-16 shrink-0 flex-col">
      <div className={head} />
      <div className="relative mt-1.5" style={{ height }}>
        {hours.map((minutes) => (
          <span
            key={minutes}
            className="absolute inset-e-0 -translate-y-1/2 text-xs text-ink-soft tabular-nums"
            style={{ top: `${((minutes - frame.from) / (frame.to - frame.from)) * 100}%` }}
          >
            {clock(clockOf(minutes % 1440))}
          </span>
        ))}
      </div>
    </div>
  );
}

function Day({
  weekday,
  date,
  isToday,
  isOff,
  blocks,
  frame,
  height,
  head,
  tools,
  children,
}: {
  weekday: Weekday;
  date: string;
  isToday: boolean;
  /** Whether the doctor is off on this day, so that patients cannot book its sessions. */
  isOff: boolean;
  blocks: readonly Block[];
  frame: Minutes;
  height: number;
  /** The CSS class that sets the height of the column heading. */
  head: string;
  tools: WeekTools | undefined;
  /** The buttons beside the heading. */
  children: ReactNode;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const nameOf = useWeekday();
  const dayText = useShortDay();
  return (
    <li className="flex min-w-0 flex-col gap-1.5 py-3">
      <div
        className={classNames(
          'week-head flex flex-wrap items-center justify-between gap-x-2',
          head,
        )}
      >
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <h3
            className={classNames(
              'text-sm font-semibold',
              isToday ? 'text-primary-ink' : 'text-ink',
            )}
          >
            {nameOf(weekday)}
            {isToday && <span className="sr-only">{` (${t.today})`}</span>}
          </h3>
          <p className="text-xs text-ink-soft tabular-nums">{dayText(date)}</p>
        </div>
        {children}
      </div>
      <div
        className={classNames(
          'week-day relative flex flex-col rounded-control',
          isToday && 'week-today',
          isOff && 'week-off',
        )}
        style={style({ '--week': `${height}px` })}
      >
        <HourLines hours={(frame.to - frame.from) / 60} />
        {isOff && (
          <p className="week-off-words rounded-control bg-warning-soft px-2 py-1 text-sm font-semibold text-warning-ink">
            {t.dayOff}
          </p>
        )}
        {blocks.length === 0 && !isOff && (
          <p className="week-none text-sm text-ink-soft">{t.noSessionsOnDay}</p>
        )}
        <ul className="week-blocks flex flex-col gap-1.5">
          {blocks.map((block) => (
            <SessionBlock key={block.index} block={block} isOff={isOff} tools={tools} />
          ))}
        </ul>
      </div>
    </li>
  );
}

function DayTools({
  weekday,
  sessions,
  tools,
}: {
  weekday: Weekday;
  sessions: readonly TimetableSession[];
  tools: WeekTools;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const nameOf = useWeekday();
  return (
    <div className="flex gap-1">
      <IconButton
        label={t.addOn(nameOf(weekday))}
        icon={<Plus aria-hidden="true" />}
        disabled={!tools.mayAdd}
        onClick={() => tools.onAdd(weekday)}
      />
      {hasWeekly(sessions, weekday) && (
        <IconButton
          label={t.copyDay(nameOf(weekday))}
          icon={<Copy aria-hidden="true" />}
          onClick={() => tools.onCopyDay(weekday)}
        />
      )}
    </div>
  );
}

function HourLines({ hours }: { hours: number }): ReactNode {
  return (
    <div aria-hidden="true" className="week-lines absolute inset-0 flex-col">
      {Array.from({ length: hours }, (_, index) => (
        <span key={index} className="flex-1 border-t border-line first:border-0" />
      ))}
    </div>
  );
}

function SessionBlock({
  block,
  isOff,
  tools,
}: {
  block: Block;
  isOff: boolean;
  tools: WeekTools | undefined;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const words = useSessionWords();
  const { session, index, top, height, gaps, isHeadCovered } = block;
  const { icon: Icon, look } = kindLooks[session.kind];
  const problem = tools?.problemOf(index);
  const place = style({
    '--top': `${top * 100}%`,
    '--height': `${height * 100}%`,
  });
  const content = (
    <>
      <span className="flex items-start gap-1 font-semibold">
        <Icon aria-hidden="true" className="week-icon size-3.5 shrink-0" />
        <span className="min-w-0">{t.kinds[session.kind]}</span>
      </span>
      <span className="tabular-nums">{noBreak(words.hours(session))}</span>
      {session.kind === 'open' && session.places !== undefined && (
        <span>{t.atMost(session.places)}</span>
      )}
      {session.kind === 'booked' && (
        <span>{isOff ? t.nothing : t.times(offerOf(session, gaps).times)}</span>
      )}
      {session.kind !== 'closed' && session.reservedPlaces !== undefined && (
        <span>{t.keptForDesk(session.reservedPlaces)}</span>
      )}
      {session.date !== null && <span className="text-ink-soft">{t.onlyThisDay}</span>}
      {problem && <span className="font-medium text-danger-ink">{problem}</span>}
    </>
  );
  const classes = classNames(
    'flex w-full flex-col gap-x-2 overflow-hidden rounded-control border-s-4 border px-1.5 py-1 text-start text-xs leading-snug',
    look,
    isHeadCovered && 'week-covered',
    problem && 'border-danger',
  );
  return (
    <li
      // Closed hours, and sessions on a single date, are drawn on top of the sessions from which
      // they take time.
      className={classNames(
        'week-block',
        session.kind === 'closed' && 'week-closed',
        session.date !== null && 'week-exception',
      )}
      style={place}
    >
      {tools === undefined ? (
        <div className={classes} title={words.line(session)}>
          {content}
        </div>
      ) : (
        <button
          type="button"
          className={classNames(classes, 'min-h-11 cursor-pointer hover:border-ink-soft')}
          title={t.editSession}
          onClick={() => tools.onSession(index)}
        >
          <span className="sr-only">{`${t.editSession}: `}</span>
          {content}
        </button>
      )}
    </li>
  );
}

function OtherWeeks({
  sessions,
  week,
  frame,
  tools,
}: {
  sessions: readonly TimetableSession[];
  week: readonly string[];
  frame: Minutes;
  tools: WeekTools | undefined;
}): ReactNode {
  const { timetables: t } = useMessages('timetables');
  const words = useSessionWords();
  const drawn = new Set(
    week.flatMap((day) => blocksOn(sessions, day, frame).map(({ index }) => index)),
  );
  const others = sessions
    .map((session, index) => ({ session, index }))
    .filter(({ index }) => !drawn.has(index));
  if (others.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-sm font-semibold text-ink">{t.otherWeeks}</h3>
      <ul className="divide-y divide-line">
        {others.map(({ session, index }) => (
          <li key={index} className="flex flex-wrap items-center justify-between gap-2 py-1.5">
            <span className="min-w-0 text-sm text-ink tabular-nums">
              {words.line(session)}
              {tools?.problemOf(index) && (
                <span className="block font-medium text-danger-ink">{tools.problemOf(index)}</span>
              )}
            </span>
            {tools && (
              <Button size="small" variant="quiet" onClick={() => tools.onSession(index)}>
                {t.editOne}
                <span className="sr-only">{` ${words.line(session)}`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Converts CSS custom properties to a React style, because React's type does not include them. */
function style(properties: Readonly<Record<`--${string}`, string>>): CSSProperties {
  return properties;
}
