import type { BeyondReason } from '@baari/contract/lines/requests-taken.ts';
import { bookingDaysAhead, type VisitKind } from '@baari/contract/constants.ts';
import { forWhom, type Person } from '@baari/contract/patient/person.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { z } from 'zod';
import { serverNow } from '../../clock/clock.ts';
import { overHoldChosen } from '../../shared/earlier/over-hold-chosen.ts';
import type { BookAgain } from '../../shared/patient/book-again-address.ts';
import { visitKindChosen } from '../../shared/patient/visit-kind.ts';
import { WhomField } from '../../shared/patient/whom-field.tsx';
import { type DayAndTimeFields, dayAndTime, type TimesExtras } from './day-and-time.ts';
import { addDays, isDay } from './day.ts';
import { DayAndTime, type KeptText } from './day-and-time-fields.tsx';

const formSchema = z.object({
  ...dayAndTime,
  visitKind: visitKindChosen,
  patientId: forWhom,
  overHold: overHoldChosen,
});

export interface SlotWish {
  readonly date: string;
  /** The chosen time, HH:MM on the hospital's clock. */
  readonly time: string;
  /** The patient's id. Absent if the patient is already decided. */
  readonly patientId?: string | undefined;
  /** The kind of visit, new or follow-up. Absent if none was chosen. */
  readonly visitKind?: VisitKind | undefined;
  /** The reason for which the desk books a time that is reserved for another patient. */
  readonly overHold?: BeyondReason | undefined;
}

interface SlotFields extends DayAndTimeFields {
  patientId?: string | undefined;
  overHold?: string | undefined;
}

const nothing: BookAgain = {};

/** A form in which a user chooses a day and a free time on that day. */
export function SlotForm({
  doctorId,
  formId,
  people,
  visitKind = null,
  begin = nothing,
  keptText,
  notice,
  extras,
  onSubmit,
}: {
  doctorId: string;
  formId: string;
  /** The people whom the appointment may be for; empty if the person is already decided. */
  people: readonly Person[];
  /** The kind of a visit that is being moved; the kind stays the same. */
  visitKind?: VisitKind | null;
  /** The person, the kind of visit, the day and the time with which the form begins. */
  begin?: BookAgain | undefined;
  /**
   * Returns the label of a time at which some slots are reserved for the desk. Passed only in
   * dialogs of the desk.
   */
  keptText?: KeptText | undefined;
  /** The reason of the server's refusal. It stays visible after the toast has gone. */
  notice: ReactNode;
  extras?: TimesExtras | undefined;
  onSubmit: (wish: SlotWish) => void;
}): ReactNode {
  const date = bookableDay(begin.day);
  const form = useForm<SlotFields, unknown, SlotWish>({
    resolver: zodResolver(formSchema),
    defaultValues: {
      date,
      time: date === '' ? null : (begin.time ?? null),
      visitKind: begin.visitKind ?? '',
    },
  });
  const first = people.find(({ id }) => id === begin.patientId) ?? people[0];
  return (
    <FormProvider {...form}>
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5 pt-1"
        onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}
      >
        {first && (
          <WhomField people={people} {...form.register('patientId', { value: first.id })} />
        )}
        <DayAndTime
          doctorId={doctorId}
          fixedKind={people[0] ? undefined : visitKind}
          keptText={keptText}
          extras={extras}
        />
        {notice}
      </form>
    </FormProvider>
  );
}

/** The day to begin with; empty for a day that has passed or cannot be booked yet. */
function bookableDay(asked: string | undefined): string {
  if (asked === undefined || !isDay(asked)) return '';
  // A day less and more, because the hospital's date may differ from this one.
  const today = new Date(serverNow()).toISOString().slice(0, 10);
  const isBookable = asked >= addDays(today, -1) && asked <= addDays(today, bookingDaysAhead + 1);
  return isBookable ? asked : '';
}
