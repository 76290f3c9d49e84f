import type { DayOff, Schedule } from '@baari/contract/hospital/schedule.ts';
import type { DoctorHours } from '@baari/contract/hospital/timetable.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarX, Coffee } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { doctorHoursQuery, scheduleQuery } from '../../api/queries/doctor-work-queries.ts';
import { useSpanText } from '../../shared/hospital/use-clock.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PartFailed } from './part-failed.tsx';
import {
  type ComingDay,
  comingDays,
  dateOf,
  type HourSpan,
  spansOf,
  type WeekRow,
  weekRows,
} from './working-week.ts';

/** A doctor's hours in the hospital's time zone, and announced days off [PAT-7, DOC-1]. */
export function WorkingHours({ doctorId }: { doctorId: string }): ReactNode {
  const { browse: t } = useMessages('browse');
  const titleId = useId();
  const schedule = useQuery(scheduleQuery(doctorId));
  const timetable = useQuery(doctorHoursQuery(doctorId));
  const failed = [schedule, timetable].find((query) => query.isError && query.data === undefined);
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-base font-semibold text-ink">
        {t.workingHours}
      </h2>
      {content()}
    </section>
  );

  function content(): ReactNode {
    if (failed !== undefined) return <PartFailed text={t.hoursFailed} query={failed} />;
    if (!schedule.data || timetable.data === undefined) {
      return <HoursSkeleton label={t.loadingHours} />;
    }
    if (timetable.data === null) return <Hours schedule={schedule.data} />;
    return <TimetableHours hours={timetable.data} daysOff={schedule.data.daysOff} />;
  }
}

/**
 * A doctor's weekly hours for bookings and for patients without an appointment, and dates with
 * other hours. The doctor's working hours may be different.
 */
function TimetableHours({
  hours,
  daysOff,
}: {
  hours: DoctorHours;
  daysOff: readonly DayOff[];
}): ReactNode {
  const { browse: t } = useMessages('browse');
  const format = useFormat();
  const { today, week, exceptions } = hours;
  return (
    <>
      <p className="mb-2 text-sm text-ink-soft">{t.onHospitalClock}</p>
      <dl className="-mx-3 flex flex-col">
        {comingDays({ today, daysOff }).map((day, index) => {
          const spans = spansOf(week[index]);
          return (
            <DayRow key={day.weekday} day={day} isThere={spans.length > 0 && !day.isOff}>
              <Spans spans={spans} />
            </DayRow>
          );
        })}
      </dl>
      {exceptions.length > 0 && (
        <div className="mt-3 flex items-start gap-2 text-[0.9375rem] text-ink">
          <CalendarClock aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-ink-soft" />
          <div className="min-w-0 flex-1">
            <h3 className="font-medium">{t.otherHours}</h3>
            <dl className="tabular-nums">
              {exceptions.map((each) => (
                <div key={each.date} className="flex flex-wrap justify-between gap-x-4">
                  <dt>
                    {format.beside([
                      format.weekday(dateOf(each.date), 'UTC'),
                      format.date(dateOf(each.date), 'UTC'),
                    ])}
                  </dt>
                  <dd className="ms-auto flex flex-col items-end text-end">
                    {spansOf(each).length > 0 ? <Spans spans={spansOf(each)} /> : t.notThere}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      )}
      {daysOff.length > 0 && <DaysOff daysOff={daysOff} />}
    </>
  );
}

/** A day's hours for bookings and for patients without an appointment, in the order of time. */
function Spans({ spans }: { spans: readonly HourSpan[] }): ReactNode {
  const { browse: t } = useMessages('browse');
  const rangeText = useSpanText({ allDay: t.allDay, range: t.hoursRange });
  return spans.map((span) => (
    <span key={span.from}>{span.isOpen ? t.withoutBooking(rangeText(span)) : rangeText(span)}</span>
  ));
}

function Hours({ schedule }: { schedule: Schedule }): ReactNode {
  const { browse: t } = useMessages('browse');
  const isNeverThere = weekRows(schedule).every(({ plan }) => plan.hours.length === 0);
  return (
    <>
      {isNeverThere ? (
        <p className="mt-2 text-[0.9375rem] text-ink-soft">{t.noWorkingHours}</p>
      ) : (
        <>
          <p className="mb-2 text-sm text-ink-soft">
            {schedule.hasOwnWeek ? t.onHospitalClock : t.asTheHospital}
          </p>
          <dl className="-mx-3 flex flex-col">
            {weekRows(schedule).map((row) => (
              <Day key={row.weekday} row={row} />
            ))}
          </dl>
        </>
      )}
      {schedule.daysOff.length > 0 && <DaysOff daysOff={schedule.daysOff} />}
    </>
  );
}

function Day({ row }: { row: WeekRow }): ReactNode {
  const { browse: t } = useMessages('browse');
  const rangeText = useSpanText({ allDay: t.allDay, range: t.hoursRange });
  const { plan, isOff } = row;
  return (
    <DayRow day={row} isThere={plan.hours.length > 0 && !isOff}>
      {plan.hours.map((span) => (
        <span key={span.from}>{rangeText(span)}</span>
      ))}
      {plan.breaks.map((pause) => (
        <span
          key={pause.from}
          className="inline-flex items-center gap-1.5 text-sm font-normal text-ink-soft"
        >
          <Coffee aria-hidden="true" className="size-4 shrink-0" />
          {t.breakAt(rangeText(pause))}
        </span>
      ))}
    </DayRow>
  );
}

/** One weekday with the doctor's hours, or a note that the doctor is absent. */
function DayRow({
  day: { date, isToday, isOff },
  isThere,
  children,
}: {
  day: ComingDay;
  isThere: boolean;
  children: ReactNode;
}): ReactNode {
  const { browse: t } = useMessages('browse');
  const format = useFormat();
  return (
    <div
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        'flex flex-wrap justify-between gap-x-4 gap-y-0.5 rounded-control px-3 py-1.5 text-[0.9375rem]',
        isToday && 'bg-primary-soft',
      )}
    >
      <dt className={isToday ? 'font-semibold text-ink' : 'text-ink-soft'}>
        {format.weekday(dateOf(date), 'UTC')}
        {isToday && (
          <span className="ms-2 text-sm font-medium text-primary-ink">{t.hoursToday}</span>
        )}
      </dt>
      <dd
        className={classNames(
          'ms-auto flex flex-col items-end gap-0.5 text-end tabular-nums',
          isThere ? 'font-medium text-ink' : 'text-ink-soft',
        )}
      >
        {isThere ? (
          children
        ) : (
          <span>{isOff ? t.offOn(format.date(dateOf(date), 'UTC')) : t.notThere}</span>
        )}
      </dd>
    </div>
  );
}

function DaysOff({ daysOff }: { daysOff: readonly DayOff[] }): ReactNode {
  const { browse: t } = useMessages('browse');
  const format = useFormat();
  const dayText = (day: string) => format.date(dateOf(day), 'UTC');
  return (
    <div className="mt-3 flex items-start gap-2 text-[0.9375rem] text-ink">
      <CalendarX aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-ink-soft" />
      <div className="min-w-0">
        <h3 className="font-medium">{t.daysOff}</h3>
        <ul className="tabular-nums">
          {daysOff.map(({ id, firstDay, lastDay }) => (
            <li key={id}>
              {firstDay === lastDay
                ? dayText(firstDay)
                : t.dayRange(dayText(firstDay), dayText(lastDay))}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function HoursSkeleton({ label }: { label: string }): ReactNode {
  return (
    <LoadingRegion label={label} className="mt-3 flex flex-col gap-3.5">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => (
        <div key={row} className="flex justify-between gap-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-36" />
        </div>
      ))}
    </LoadingRegion>
  );
}
