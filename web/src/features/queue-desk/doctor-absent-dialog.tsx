import {
  type Colleague,
  type PatientsAnswer,
  setDoctorStatus,
} from '@baari/contract/doctor/doctor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { takeIn } from '../../live/queue-cache.ts';
import { useUser } from '../../session/session.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { useOtherDoctors } from './actions/other-doctors.tsx';
import { useRefresh } from './lists/use-queues.ts';

/** The two answers that move nobody. Other values are those of the doctors to move to. */
const stays = ['keep', 'close'] as const;

/**
 * The dialog with which the desk records in one act that a doctor does not come today, and decides
 * about the waiting patients [DAY-2].
 */
export function DoctorAbsentDialog({
  doctor,
  onClose,
}: {
  doctor: Colleague;
  onClose: () => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const t = queueDesk.absent;
  const formId = useId();
  const isReception = useUser()?.role === 'receptionist';
  const { options, hasFree } = useOtherDoctors(doctor);
  const [chosen, setChosen] = useState<string>();
  const value = chosen ?? (hasFree ? '' : 'keep');
  const write = useAbsence(doctor, onClose);

  function save(event: FormEvent): void {
    event.preventDefault();
    const body = { status: 'offline', isAllDay: true, patients: answerOf(value) } as const;
    write.mutate({ params: { id: doctor.id }, body });
  }
  return (
    <FormDialog
      formId={formId}
      title={t.title(doctor.name)}
      description={isReception ? `${t.lead} ${t.undo}` : t.lead}
      onClose={onClose}
      submitLabel={t.confirm}
      busy={write.isPending}
      busyLabel={t.saving}
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={save}>
        {write.isError && <ProblemNotice problem={write.error} fallback={t.failed} />}
        <RadioGroup
          label={t.question}
          layout="boxes"
          value={value}
          options={[
            ...stays.map((what) => ({
              value: what,
              label: t[what],
              description: t[`${what}Hint`],
            })),
            ...options.map((option) => ({ ...option, group: t.moveTo })),
          ]}
          onChange={({ target }) => setChosen(target.value)}
        />
      </form>
    </FormDialog>
  );
}

function answerOf(value: string): PatientsAnswer {
  const what = stays.find((each) => each === value);
  if (what !== undefined) return { what };
  return value === '' ? { what: 'move' } : { what: 'move', doctorId: value };
}

/** Saves the absence. Afterwards the lists are read again, because patients changed the line. */
function useAbsence({ name }: Colleague, onSaved: () => void) {
  const { queueDesk } = useMessages('queueDesk');
  const client = useQueryClient();
  const { refresh } = useRefresh();
  return useWrite(setDoctorStatus, {
    onSuccess: ({ doctor }) => {
      takeIn(client, { type: 'doctor_updated', data: doctor });
      toast({ type: 'success', title: queueDesk.absent.done(name) });
      refresh();
      onSaved();
    },
  });
}
