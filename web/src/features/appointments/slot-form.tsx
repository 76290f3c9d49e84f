import type { VisitKind } from '@baari/contract/constants.ts';
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
  /** HH:MM on the hospital's clock. */
  readonly time: string;
  /** The patient; absent where that is fixed. */
  readonly patientId?: string | undefined;
  /** The kind of visit, if one was chosen. */
  readonly visitKind?: VisitKind | undefined;
}

interface SlotFields extends DayAndTimeFields {
  patientId?: string | undefined;
  visitKind?: VisitKindChosen;
}

/** A form for a day and one of its free times. */
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
  /** The people it may be for; empty where that is fixed. */
  people: readonly Person[];
  /** The refusal's reason, which stays after the toast has gone. */
  problem: string | undefined;
  /** A link or button that helps with the problem. */
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
        {/* Moving keeps the kind of visit. */}
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
