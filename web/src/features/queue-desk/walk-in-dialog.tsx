import { addWalkIn, walkIn } from '@baari/contract/arrival.ts';
import { defaultUrgency, urgencies } from '@baari/contract/constants.ts';
import type { Colleague } from '@baari/contract/doctor.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import type { StaffEntry } from '@baari/contract/queue.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useBoundField } from '../../api/use-bound-field.ts';
import { useFieldText, useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { takeIn } from '../../live/queue-cache.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { announce } from './announcements.store.ts';
import { TicketDialog } from './ticket-dialog.tsx';
import { useColleagues } from './use-queues.ts';

/** Opens the form for somebody who stands at the desk without an account [ARR-2]. */
export function WalkInButton({ doctorId }: { doctorId?: string | undefined }): ReactNode {
  const { arrival } = useMessages('arrival');
  const { doctors } = useColleagues();
  const [isOpen, setOpen] = useState(false);
  const [added, setAdded] = useState<StaffEntry>();
  return (
    <>
      <Button
        icon={<UserRoundPlus aria-hidden="true" />}
        disabled={doctors === undefined || doctors.length === 0}
        onClick={() => setOpen(true)}
      >
        {arrival.addWalkIn}
      </Button>
      {isOpen && doctors && (
        <WalkInDialog
          doctors={doctors}
          doctorId={doctorId}
          onClose={() => setOpen(false)}
          onAdded={(entry) => {
            setOpen(false);
            setAdded(entry);
          }}
        />
      )}
      {added && <TicketDialog entry={added} onClose={() => setAdded(undefined)} />}
    </>
  );
}

type Given = z.input<typeof walkIn>;
type Taken = z.output<typeof walkIn>;

function WalkInDialog({
  doctors,
  doctorId,
  onClose,
  onAdded,
}: {
  doctors: readonly Colleague[];
  doctorId: string | undefined;
  onClose: () => void;
  onAdded: (entry: StaffEntry) => void;
}): ReactNode {
  const { arrival, common, ui } = useMessages('arrival');
  const problemText = useProblemText();
  const fieldText = useFieldText();
  const medicalName = useMedicalName();
  const client = useQueryClient();
  const formId = useId();
  const atWork = doctors.filter(({ status }) => status !== 'Offline');
  const shown = atWork.find(({ id }) => id === doctorId);
  const only = atWork.length === 1 ? atWork[0] : undefined;
  const form = useForm<Given, unknown, Taken>({
    resolver: zodResolver(walkIn),
    defaultValues: {
      name: '',
      phone: '',
      doctorId: (shown ?? only)?.id ?? '',
      urgency: defaultUrgency,
      symptoms: '',
    },
  });
  const { register, handleSubmit, formState } = form;
  const bind = useBoundField(form);
  const { errors } = formState;
  const write = useWrite(addWalkIn, {
    onSuccess: ({ queue }) => {
      takeIn(client, { type: 'queue_joined', data: queue });
      announce(arrival.added(queue.patient.fullName));
      onAdded(queue);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !write.isPending && onClose()}
      title={arrival.walkInTitle}
      description={arrival.walkInLead}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={write.isPending}
            busyLabel={arrival.adding}
          >
            {arrival.add}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void handleSubmit((body) => write.mutate({ body }))(event)}
      >
        {write.isError && (
          <Notice tone="danger">{problemText(write.error, arrival.addFailed)}</Notice>
        )}
        <TextField label={arrival.name} autoComplete="off" required {...bind('name')} />
        <Select
          label={arrival.doctor}
          placeholder={arrival.chooseDoctor}
          required
          options={doctors.map(({ id, name, specialty, status }) => ({
            value: id,
            label: `${name} – ${medicalName(specialty)}${status === 'Offline' ? ` (${arrival.offline})` : ''}`,
            disabled: status === 'Offline',
          }))}
          error={fieldText(errors.doctorId && fieldMessages.required)}
          {...register('doctorId')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label={arrival.phone}
            labelNote={common.optional}
            type="tel"
            autoComplete="off"
            hint={arrival.phoneHint}
            {...bind('phone')}
          />
          <Select
            label={arrival.urgency}
            options={urgencies.map((value) => ({ value, label: ui.urgencies[value] }))}
            {...bind('urgency')}
          />
        </div>
        <TextArea
          label={arrival.symptoms}
          labelNote={common.optional}
          rows={2}
          {...bind('symptoms')}
        />
      </form>
    </Dialog>
  );
}
