import { forWhom } from '@baari/contract/patient/person.ts';
import { type EarlierWish, wishEarlier } from '@baari/contract/visit/earlier.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { z } from 'zod';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { usePeople } from '../patient/use-people.ts';
import { WhomField } from '../patient/whom-field.tsx';
import { TermFieldset } from './term-fields.tsx';
import { fieldsOf, type TermFields, termFields, termsOf } from './wish-terms.ts';

/**
 * What a request for an earlier time is about: the doctor and, if the patient has one, the booking.
 */
export interface WishTarget {
  readonly doctor: { readonly id: string; readonly name: string };
  /**
   * The booking for which the patient requests an earlier time. Null for a request without a
   * booking, which is made when the doctor has no free time.
   */
  readonly appointmentId: string | null;
}

const schema = z.object({ ...termFields, patientId: forWhom });

interface Fields extends TermFields {
  patientId?: string | undefined;
}

/**
 * The dialog in which a patient requests an offer when an earlier time becomes free, or changes the
 * conditions of such a request [APPT-1, PAT-8].
 */
export function WishDialog({
  target,
  wish,
  open,
  onOpenChange,
}: {
  target: WishTarget;
  /** The request for an earlier time to change; undefined to make a new request. */
  wish?: EarlierWish | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const client = useQueryClient();
  const formId = useId();
  const people = usePeople();
  const { doctor, appointmentId } = target;
  const form = useForm<Fields, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { ...fieldsOf(wish), patientId: wish?.patient.id },
  });
  const save = useWrite(wishEarlier, {
    onSuccess: () => {
      toast({ type: 'success', title: t.saved });
      onOpenChange(false);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentRoot }),
  });
  const isFree = appointmentId === null;
  // For a booking or an existing request, the patient cannot be changed. So the form asks for the
  // patient only for a new request without a booking.
  const choosesPerson = isFree && wish === undefined && people[0] !== undefined;

  function send({ patientId, ...fields }: z.output<typeof schema>): void {
    const whom = isFree
      ? ({ kind: 'doctor', doctorId: doctor.id, ...(patientId && { patientId }) } as const)
      : ({ kind: 'appointment', id: appointmentId } as const);
    save.mutate({ body: { for: whom, terms: termsOf(fields) } });
  }
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={isFree ? t.titleFree(doctor.name) : t.title(doctor.name)}
      description={isFree ? t.leadFree : t.lead}
      onClose={() => onOpenChange(false)}
      submitLabel={t.save}
      busy={save.isPending}
    >
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-5 pt-1"
          onSubmit={(event) => void form.handleSubmit(send)(event)}
        >
          {choosesPerson && (
            <WhomField people={people} {...form.register('patientId', { value: people[0]?.id })} />
          )}
          <TermFieldset doctorId={doctor.id} texts={t} />
          {save.error && (
            <ProblemNotice problem={save.error} fallback={t.saveFailed} tone="warning" />
          )}
        </form>
      </FormProvider>
    </FormDialog>
  );
}
