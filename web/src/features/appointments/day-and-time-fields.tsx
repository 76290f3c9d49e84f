import type { VisitKind } from '@baari/contract/constants.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import type { getDoctorSlots, Slot } from '@baari/contract/visit/appointment.ts';
import { partOfDay } from '@baari/contract/visit/part-of-day.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { slotsQuery } from '../../api/queries/appointment-queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useFieldText } from '../../api/problems/use-problem-text.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { OpenHours } from '../../shared/hospital/open-hours.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { VisitKindField } from '../../shared/patient/visit-kind-field.tsx';
import type { DayAndTimeFields, TimesExtras } from './day-and-time.ts';
import { SoonTimes } from './free-times/soon-times.tsx';

const noExtras: TimesExtras = {};

/**
 * The form fields for a day, the kind of visit, and a time. They offer the times at which the
 * doctor or shared line is free for that kind of visit.
 */
export function DayAndTime({
  doctorId,
  fixedKind,
  keptText,
  extras = noExtras,
}: {
  doctorId: string;
  /**
   * Returns the label of a time at which some slots are reserved for the desk. Passed only in
   * dialogs of the desk.
   */
  keptText?: KeptText | undefined;
  /**
   * The kind of a visit that is being moved; the kind stays the same. If undefined, the form asks
   * for the kind.
   */
  fixedKind: VisitKind | null | undefined;
  extras?: TimesExtras | undefined;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const format = useFormat();
  const fieldText = useFieldText();
  const form = useFormContext<DayAndTimeFields>();
  const { register, formState, control, resetField } = form;
  const bind = useBoundField(form);
  // Also without the time with which the address may have filled the form.
  const clearTime = () => resetField('time', { defaultValue: null });
  const date = useWatch({ control, name: 'date' });
  const chosen = useWatch({ control, name: 'visitKind' });
  const visitKind = (fixedKind === undefined ? chosen : fixedKind) || undefined;
  const calendar = useQuery({
    ...slotsQuery(doctorId, date, visitKind),
    placeholderData: keepPreviousData,
  });
  const { data } = calendar;
  return (
    <>
      {date === '' && keptText === undefined && (
        <SoonTimes
          doctorId={doctorId}
          visitKind={visitKind}
          onChoose={(day, time) => {
            form.setValue('date', day, { shouldDirty: true });
            form.setValue('time', time, { shouldDirty: true });
            // The pressed button disappears, so the date field takes the focus.
            form.setFocus('date');
          }}
        />
      )}
      <TextField
        label={t.date}
        type="date"
        required
        min={data?.today}
        max={data?.lastDay}
        hint={data && t.dateHint(format.date(`${data.lastDay}T12:00:00Z`, 'UTC'))}
        {...bind('date', { onChange: clearTime })}
      />
      {fixedKind === undefined && (
        <VisitKindField
          decidesTimes={data?.variesByKind === true}
          {...register('visitKind', { onChange: () => data?.variesByKind && clearTime() })}
        />
      )}
      <Times
        doctorId={doctorId}
        date={date}
        visitKind={visitKind}
        keptText={keptText}
        error={fieldText(formState.errors.time?.message)}
        field={register('time')}
        extras={extras}
        onDate={(next) => {
          form.setValue('date', next, { shouldDirty: true });
          clearTime();
          // The pressed button disappears when the day changes, so the date field takes the focus.
          form.setFocus('date');
        }}
      />
    </>
  );
}

function Times({
  doctorId,
  date,
  visitKind,
  keptText,
  error,
  field,
  extras: { whenFull, held, heldField },
  onDate,
}: {
  doctorId: string;
  date: string;
  visitKind: VisitKind | undefined;
  keptText: KeptText | undefined;
  error: string | undefined;
  field: object;
  extras: TimesExtras;
  onDate: (date: string) => void;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const format = useFormat();
  const day = useQuery({ ...slotsQuery(doctorId, date, visitKind), enabled: date !== '' });
  if (date === '') return <p className="text-[0.9375rem] text-ink-soft">{t.pickDay}</p>;
  if (day.isPending) return <TimesSkeleton />;
  if (!day.data) {
    return (
      <ProblemNotice
        title={t.timesFailed}
        problem={day.error}
        fallback={t.timesFailed}
        action={<TryAgain query={day} part />}
      />
    );
  }
  const { slots, timeZone, variesByKind } = day.data;
  if (!slots.some((slot) => isOffered(slot) || held?.(date, slot.time) !== undefined)) {
    return (
      <>
        <NoTimes day={day.data} onDate={onDate} />
        {whenFull}
      </>
    );
  }
  const isLong = slots.length > shortList;
  const lengths = [...new Set(slots.map(({ minutes }) => minutes))];
  const [length] = lengths;
  const isSaid = variesByKind && lengths.length === 1 && length !== undefined;
  return (
    <>
      <RadioGroup
        label={t.time}
        hint={isSaid && t.visitTakes(format.duration(length))}
        layout="boxes"
        // At most three short options per row keep the list small, so that the buttons and the
        // error stay visible.
        className="[&_.grid]:grid-cols-2 sm:[&_.grid]:grid-cols-3"
        options={slots.map(optionOf)}
        error={error}
        {...field}
      />
      {heldField}
      <OpenHours openHours={day.data.openHours} />
    </>
  );

  function optionOf(slot: Slot) {
    const { time, startsAt, minutes } = slot;
    const heldFor = isOffered(slot) ? undefined : held?.(date, time);
    const state = heldFor ?? stateOf(slot);
    return {
      value: time,
      label: format.time(startsAt, timeZone),
      description:
        variesByKind && !isSaid
          ? format.beside([format.duration(minutes), ...(state === undefined ? [] : [state])])
          : state,
      disabled: !isOffered(slot) && heldFor === undefined,
      group: t[partOfDay(time)],
    };
  }
  function isOffered({ isFree, reserved }: Slot): boolean {
    return isFree || (keptText !== undefined && reserved > 0);
  }
  function stateOf({ isFree, places, free, reserved }: Slot): string | undefined {
    if (keptText !== undefined && reserved > 0) return keptText(reserved, free);
    if (!isFree) return t.taken;
    if (places > 1) return t.placesFree(free, places);
    // In a long list, the word "Free" at every time would make the list too long.
    return isLong ? undefined : t.free;
  }
}

/**
 * Returns the label of a time. `kept` slots are reserved for the desk, and `free` slots are free
 * for everyone.
 */
export type KeptText = (kept: number, free: number) => string;

type DoctorSlots = ReplyOf<typeof getDoctorSlots>;

/** If a day has more times than this, free times are not labelled "Free". */
const shortList = 12;

/** Says that a day has no free time, with a button to the next day with a free time. */
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
      <OpenHours openHours={day.openHours} />
    </>
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
