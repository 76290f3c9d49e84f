import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { bookedState } from './words/booked-words.ts';

/**
 * For a patient in line with an appointment: whether the doctor is on time, and how the place in
 * line was determined [APPT-1].
 */
export function BookedTime({
  entry,
  booking,
}: {
  entry: PatientEntry;
  booking: NonNullable<PatientEntry['booking']>;
}): ReactNode {
  const { checkingIn: t } = useMessages('checkingIn');
  const format = useFormat();
  const state = bookedState({ ...entry, booking }, useNow());
  const time = format.time(booking.startsAt, entry.hospital.timeZone);
  return (
    <div className="my-3 flex items-start gap-2 text-[0.9375rem]">
      <CalendarClock aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-primary-ink" />
      <div>
        <p className="font-medium text-ink tabular-nums">{sentence()}</p>
        <p className="text-sm text-ink-soft">{t.rule}</p>
      </div>
    </div>
  );

  function sentence(): string {
    if (state.kind === 'cameLate') return t.cameLate(time);
    const kept = t.yourTime(time);
    if (state.kind === 'toCome') return kept;
    if (state.kind === 'behind') return `${kept} ${t.behind(state.minutes)}`;
    if (state.kind === 'behindHours') return `${kept} ${t.behindHours(format.number(state.hours))}`;
    return `${kept} ${t[state.kind]}`;
  }
}
