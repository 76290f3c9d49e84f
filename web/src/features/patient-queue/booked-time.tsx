import type { PatientEntry } from '@baari/contract/queue.ts';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { behindMinutes } from './booked-words.ts';

/** The booked time in the line: whether it is kept, and by what rule the place came about [APPT-1]. */
export function BookedTime({
  booking,
  call,
  zone,
}: {
  booking: NonNullable<PatientEntry['booking']>;
  call: PatientEntry['call'];
  zone: string;
}): ReactNode {
  const { checkingIn: t } = useMessages('checkingIn');
  const format = useFormat();
  const { startsAt, dueAt } = booking;
  const behind = behindMinutes(booking, call);
  return (
    <div className="my-3 flex items-start gap-2 text-[0.9375rem]">
      <CalendarClock aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-primary-ink" />
      <div>
        <p className="font-medium text-ink tabular-nums">
          {startsAt === dueAt
            ? t.yourTime(format.time(startsAt, zone))
            : t.cameLate(format.time(startsAt, zone), format.time(dueAt, zone))}
          {behind !== undefined && ` ${behind === 0 ? t.onTime : t.behind(behind)}`}
        </p>
        <p className="text-sm text-ink-soft">{t.rule}</p>
      </div>
    </div>
  );
}
