import type { VisitKind } from '@baari/contract/constants.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { getDoctorSlots } from '@baari/contract/visit/appointment.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { slotsQuery } from '../../../api/queries/appointment-queries.ts';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { addDays } from '../day.ts';

/** The most times of one day that are offered before a day is chosen. */
const mostADay = 6;

type Day = ReplyOf<typeof getDoctorSlots>;

/**
 * The next free times of a doctor or a shared line, on the first day with a free time and the day
 * after it. One tap chooses day and time [PAT-8, APPT-1].
 */
export function SoonTimes({
  doctorId,
  visitKind,
  onChoose,
}: {
  doctorId: string;
  visitKind: VisitKind | undefined;
  onChoose: (date: string, time: string) => void;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const id = useId();
  const calendar = useQuery(slotsQuery(doctorId, '', visitKind));
  const { data: today } = calendar;
  const first = today && (hasFree(today) ? today.date : today.nextFreeDay);
  const firstDay = useDay(first, today, { doctorId, visitKind });
  const second = first && addDays(first, 1);
  const isBookable = second && today && second <= today.lastDay;
  const secondDay = useDay(isBookable ? second : undefined, today, { doctorId, visitKind });
  if (calendar.isError) {
    return (
      <ProblemNotice
        title={t.timesFailed}
        problem={calendar.error}
        fallback={t.timesFailed}
        action={<TryAgain query={calendar} part />}
      />
    );
  }
  if (today && !first)
    return <p className="text-[0.9375rem] text-ink-soft">{`${t.nextFree}: ${t.nothingFree}`}</p>;
  if (!today || !firstDay) {
    return (
      <LoadingRegion label={t.loadingTimes} className="grid grid-cols-3 gap-2">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} className="h-11" />
        ))}
      </LoadingRegion>
    );
  }
  const days = [firstDay, ...(secondDay ? [secondDay] : [])].filter(hasFree);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <p id={id} className="text-sm font-semibold text-ink">
        {t.soonTimes}
      </p>
      {days.map((day) => (
        <DayTimes key={day.date} day={day} today={today.today} onChoose={onChoose} />
      ))}
    </section>
  );
}

/** The times of a day. Undefined until loaded, and for no day. */
function useDay(
  date: string | null | undefined,
  today: Day | undefined,
  { doctorId, visitKind }: { doctorId: string; visitKind: VisitKind | undefined },
): Day | undefined {
  const isToday = date === today?.date;
  const day = useQuery({
    ...slotsQuery(doctorId, date ?? '', visitKind),
    enabled: Boolean(date) && !isToday,
  });
  if (!date) return undefined;
  return isToday ? today : day.data;
}

function hasFree({ slots }: Day): boolean {
  return slots.some(({ isFree }) => isFree);
}

function DayTimes({
  day: { date, slots, timeZone },
  today,
  onChoose,
}: {
  day: Day;
  today: string;
  onChoose: (date: string, time: string) => void;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const format = useFormat();
  const free = slots.filter(({ isFree }) => isFree).slice(0, mostADay);
  const name = dayName();
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-sm text-ink-soft">
        {name}
      </p>
      <ul className="grid grid-cols-3 gap-2">
        {free.map(({ time, startsAt }) => (
          <li key={time} className="grid">
            <Button className="tabular-nums" onClick={() => onChoose(date, time)}>
              <span className="sr-only">{`${name}${format.comma} `}</span>
              {format.time(startsAt, timeZone)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );

  function dayName(): string {
    if (date === today) return t.today;
    return date === addDays(today, 1) ? t.tomorrow : format.longDate(`${date}T12:00:00Z`, 'UTC');
  }
}
