import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { getDoctorSlots, Slot } from '@baari/contract/visit/appointment.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { slotsQuery } from '../../api/queries/appointment-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { useFieldText, useProblemText } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useListed } from '../../i18n/use-listed.ts';
import { endInstant } from '../../shared/hospital/opening-hours.ts';
import { useClock } from '../../shared/hospital/use-clock.ts';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { partOfDay } from './day.ts';
import type { DayAndTimeFields } from './day-and-time.ts';

/** The form fields for a day and one of the doctor's free times. */
export function DayAndTime({ doctorId }: { doctorId: string }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const format = useFormat();
  const fieldText = useFieldText();
  const form = useFormContext<DayAndTimeFields>();
  const { register, formState, control, resetField } = form;
  const bind = useBoundField(form);
  const date = useWatch({ control, name: 'date' });
  const calendar = useQuery({ ...slotsQuery(doctorId, date), placeholderData: keepPreviousData });
  const { data } = calendar;
  return (
    <>
      <TextField
        label={t.date}
        type="date"
        required
        min={data?.today}
        max={data?.lastDay}
        hint={data && t.dateHint(format.date(`${data.lastDay}T12:00:00Z`, 'UTC'))}
        {...bind('date', { onChange: () => resetField('time') })}
      />
      <Times
        doctorId={doctorId}
        date={date}
        error={fieldText(formState.errors.time?.message)}
        field={register('time')}
        onDate={(next) => {
          form.setValue('date', next, { shouldDirty: true });
          resetField('time');
          // The button disappears with the day that had no times.
          form.setFocus('date');
        }}
      />
    </>
  );
}

function Times({
  doctorId,
  date,
  error,
  field,
  onDate,
}: {
  doctorId: string;
  date: string;
  error: string | undefined;
  field: object;
  onDate: (date: string) => void;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const problemText = useProblemText();
  const format = useFormat();
  const day = useQuery({ ...slotsQuery(doctorId, date), enabled: date !== '' });
  if (date === '') return <p className="text-[0.9375rem] text-ink-soft">{t.pickDay}</p>;
  if (day.isPending) return <TimesSkeleton />;
  if (!day.data) {
    return (
      <Notice tone="danger" title={t.timesFailed} action={<TryAgain query={day} part />}>
        {problemText(day.error, t.timesFailed)}
      </Notice>
    );
  }
  const { slots, timeZone } = day.data;
  if (!slots.some(({ isFree }) => isFree)) return <NoTimes day={day.data} onDate={onDate} />;
  const isLong = slots.length > shortList;
  return (
    <>
      <RadioGroup
        label={t.time}
        layout="boxes"
        // Two or three short options a row keep the buttons and the error visible.
        className="[&_.grid]:grid-cols-2 sm:[&_.grid]:grid-cols-3"
        options={slots.map(optionOf)}
        error={error}
        {...field}
      />
      <OpenHours day={day.data} />
    </>
  );

  function optionOf({ time, startsAt, isFree, places, free }: Slot) {
    return {
      value: time,
      label: format.time(startsAt, timeZone),
      description: stateOf(isFree, places, free),
      disabled: !isFree,
      group: t[partOfDay(time)],
    };
  }
  function stateOf(isFree: boolean, places: number, free: number): string | undefined {
    if (!isFree) return t.taken;
    if (places > 1) return t.placesFree(free, places);
    // In a long list the word at each time would only make it longer.
    return isLong ? undefined : t.free;
  }
}

type DoctorSlots = ReplyOf<typeof getDoctorSlots>;

/** The most times that say "Free" each. */
const shortList = 12;

/** A day without a free time, and the way to the next day that has one. */
function NoTimes({ day, onDate }: { day: DoctorSlots; onDate: (date: string) => void }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const format = useFormat();
  const { slots, nextFreeDay } = day;
  return (
    <>
      <Notice
        tone="info"
        action={
          nextFreeDay !== null && (
            <Button icon={<CalendarClock aria-hidden="true" />} onClick={() => onDate(nextFreeDay)}>
              {t.nextFreeDay(format.longDate(`${nextFreeDay}T12:00:00Z`, 'UTC'))}
            </Button>
          )
        }
      >
        {slots.length === 0 ? t.noTimes : t.allTaken}
      </Notice>
      <OpenHours day={day} />
    </>
  );
}

/** The hours in which the doctor sees patients who have not booked. */
function OpenHours({ day: { openHours } }: { day: DoctorSlots }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const listed = useListed();
  const clock = useClock();
  if (openHours.length === 0) return null;
  const hours = openHours.map(({ from, to }) => `${clock(from)}–${clock(to, endInstant(to))}`);
  return (
    <p className="text-[0.9375rem] text-ink-soft tabular-nums">{t.openHours(listed(hours))}</p>
  );
}

function TimesSkeleton(): ReactNode {
  const { appointments: t } = useMessages('appointments');
  return (
    <LoadingRegion label={t.loadingTimes} className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-16" />
      ))}
    </LoadingRegion>
  );
}
