import {
  type EarlierWish,
  type WishUrgency,
  wishEarlierForPatient,
  wishUrgencies,
} from '@baari/contract/visit/earlier.ts';
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
import { RadioGroup } from '../../ui/form/choice.tsx';
import { TermFieldset } from './term-fields.tsx';
import type { WishTarget } from './wish-dialog.tsx';
import { fieldsOf, type TermFields, termFields, termsOf } from './wish-terms.ts';

const schema = z.object({ ...termFields, urgency: z.enum(wishUrgencies) });

interface Fields extends TermFields {
  urgency: WishUrgency;
}

/**
 * What the desk needs to record a request for an earlier time: the patient, the doctor and, if the
 * patient has one, the booking.
 */
export interface DeskWishTarget extends WishTarget {
  readonly patient: { readonly id: string; readonly name: string };
}

/**
 * The dialog in which the desk records or changes a patient's request for an earlier time, with its
 * urgency [APPT-1].
 */
export function DeskWishDialog({
  target: { doctor, appointmentId, patient },
  wish,
  open,
  onOpenChange,
}: {
  target: DeskWishTarget;
  /** The request for an earlier time to change; undefined to make a new request. */
  wish?: EarlierWish | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { earlierDesk: t } = useMessages('earlierDesk');
  const client = useQueryClient();
  const formId = useId();
  const form = useForm<Fields, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { ...fieldsOf(wish), urgency: wish?.urgency ?? 'usual' },
  });
  const save = useWrite(wishEarlierForPatient, {
    onSuccess: () => {
      toast({ type: 'success', title: t.saved });
      onOpenChange(false);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentRoot }),
  });

  function send({ urgency, ...fields }: z.output<typeof schema>): void {
    const whom =
      appointmentId === null
        ? ({ kind: 'doctor', doctorId: doctor.id, patientId: patient.id } as const)
        : ({ kind: 'appointment', id: appointmentId } as const);
    save.mutate({ body: { for: whom, terms: termsOf(fields), urgency } });
  }
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={t.wishTitle(patient.name)}
      description={t.wishLead}
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
          <RadioGroup
            label={t.urgency}
            hint={t.urgencyHint}
            layout="row"
            options={wishUrgencies.map((value) => ({ value, label: t.urgencies[value] }))}
            {...form.register('urgency')}
          />
          <TermFieldset doctorId={doctor.id} texts={t} />
          {save.error && (
            <ProblemNotice problem={save.error} fallback={t.saveFailed} tone="warning" />
          )}
        </form>
      </FormProvider>
    </FormDialog>
  );
}
