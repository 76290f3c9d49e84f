import type { Slot } from '@baari/contract/visit/appointment.ts';
import { appointmentTimes } from '@baari/contract/constants.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { slotsQuery } from '../../api/queries/appointment-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { useFieldText, useProblemText } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
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
      />
    </>
  );
}

function Times({
  doctorId,
  date,
  error,
  field,
}: {
  doctorId: string;
  date: string;
  error: string | undefined;
  field: object;
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
  if (!slots.some(({ isFree }) => isFree)) {
    return <Notice tone="info">{slots.length === 0 ? t.noTimes : t.allTaken}</Notice>;
  }
  return (
    <RadioGroup
      label={t.time}
      layout="boxes"
      // Two or three short options a row keep the buttons and the error visible.
      className="[&>div]:grid-cols-2 sm:[&>div]:grid-cols-3"
      options={slots.map(optionOf)}
      error={error}
      {...field}
    />
  );

  function optionOf({ time, startsAt, isFree }: Slot) {
    return {
      value: time,
      label: format.time(startsAt, timeZone),
      description: isFree ? t.free : t.taken,
      disabled: !isFree,
    };
  }
}

function TimesSkeleton(): ReactNode {
  const { appointments: t } = useMessages('appointments');
  return (
    <LoadingRegion label={t.loadingTimes} className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {appointmentTimes.map((time) => (
        <Skeleton key={time} className="h-16" />
      ))}
    </LoadingRegion>
  );
}
