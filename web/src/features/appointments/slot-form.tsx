import type { AppointmentTime, VisitKind } from '@baari/contract/constants.ts';
import { forWhom, type Person } from '@baari/contract/patient/person.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { z } from 'zod';
import { type VisitKindChosen, visitKindChosen } from '../../shared/patient/visit-kind.ts';
import { VisitKindField } from '../../shared/patient/visit-kind-field.tsx';
import { WhomField } from '../../shared/patient/whom-field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { type DayAndTimeFields, dayAndTime } from './day-and-time.ts';
import { DayAndTime } from './day-and-time-fields.tsx';

const formSchema = z.object({ ...dayAndTime, visitKind: visitKindChosen, patientId: forWhom });

export interface SlotWish {
  readonly date: string;
  readonly time: AppointmentTime;
  /** For whom; absent where that is settled. */
  readonly patientId?: string | undefined;
  /** What it is for, where that was said. */
  readonly visitKind?: VisitKind | undefined;
}

interface SlotFields extends DayAndTimeFields {
  patientId?: string | undefined;
  visitKind?: VisitKindChosen;
}

/** A day and one of its free times. */
export function SlotForm({
  doctorId,
  formId,
  people,
  problem,
  wayOn,
  onSubmit,
}: {
  doctorId: string;
  formId: string;
  /** Whom it may be for; none where that is settled. */
  people: readonly Person[];
  /** Why it was refused; stays when the toast has gone. */
  problem: string | undefined;
  /** What helps against it. */
  wayOn?: ReactNode;
  onSubmit: (wish: SlotWish) => void;
}): ReactNode {
  const form = useForm<SlotFields, unknown, SlotWish>({
    resolver: zodResolver(formSchema),
    defaultValues: { date: '', time: null, visitKind: '' },
  });
  return (
    <FormProvider {...form}>
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5 pt-1"
        onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}
      >
        {people[0] && (
          <WhomField people={people} {...form.register('patientId', { value: people[0].id })} />
        )}
        <DayAndTime doctorId={doctorId} />
        {/* Of a visit that is moved it is known, or not. */}
        {people[0] && <VisitKindField {...form.register('visitKind')} />}
        {problem && (
          <Notice tone="warning" action={wayOn}>
            {problem}
          </Notice>
        )}
      </form>
    </FormProvider>
  );
}
