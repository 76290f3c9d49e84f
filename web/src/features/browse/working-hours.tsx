import type { DayOff, Schedule } from '@baari/contract/hospital/schedule.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, Coffee } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { scheduleQuery } from '../../api/queries/doctor-work-queries.ts';
import { useSpanText } from '../../shared/hospital/use-clock.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PartFailed } from './part-failed.tsx';
import { dateOf, type WeekRow, weekRows } from './working-week.ts';

/** A doctor's hours in the hospital's time zone, and announced days off [PAT-7, DOC-1]. */
export function WorkingHours({ doctorId }: { doctorId: string }): ReactNode {
  const { browse: t } = useMessages('browse');
  const titleId = useId();
  const schedule = useQuery(scheduleQuery(doctorId));
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-base font-semibold text-ink">
        {t.workingHours}
      </h2>
      {schedule.isPending && <HoursSkeleton label={t.loadingHours} />}
      {schedule.isError && !schedule.data && <PartFailed text={t.hoursFailed} query={schedule} />}
      {schedule.data && <Hours schedule={schedule.data} />}
    </section>
  );
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
  const format = useFormat();
  const rangeText = useSpanText({ allDay: t.allDay, range: t.hoursRange });
  const { plan, date, isToday, isOff } = row;
  const isThere = plan.hours.length > 0 && !isOff;
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
          plan.hours.map((span) => <span key={span.from}>{rangeText(span)}</span>)
        ) : (
          <span>{isOff ? t.offOn(format.date(dateOf(date), 'UTC')) : t.notThere}</span>
        )}
        {isThere &&
          plan.breaks.map((pause) => (
            <span
              key={pause.from}
              className="inline-flex items-center gap-1.5 text-sm font-normal text-ink-soft"
            >
              <Coffee aria-hidden="true" className="size-4 shrink-0" />
              {t.breakAt(rangeText(pause))}
            </span>
          ))}
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
