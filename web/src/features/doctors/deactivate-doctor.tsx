import { type Colleague, deactivateDoctor, type PatientsAnswer } from '@baari/contract/doctor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { appointmentRoot } from '../../api/appointment-queries.ts';
import { ApiProblem } from '../../api/problem.ts';
import { doctorLists } from '../../api/queries.ts';
import { teamQuery } from '../../api/team-queries.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { AnswerFields } from '../../leaving/answer-fields.tsx';

/** Asks before a doctor is taken out of every list, and says what ends with it; appointments to come are agreed to apart [ADM-2]. */
export function DeactivateDoctor({
  doctor,
  onClose,
}: {
  doctor: Colleague;
  onClose: () => void;
}): ReactNode {
  const { doctors: t, common } = useMessages('doctors');
  const problemText = useProblemText();
  const client = useQueryClient();
  const [keepAppointments, setKeep] = useState(false);
  const [patients, setPatients] = useState<PatientsAnswer>({ what: 'move' });
  const hasPatients = doctor.currentQueue > 0;
  const write = useWrite(deactivateDoctor, {
    onSuccess: () => {
      toast({ type: 'success', title: t.deactivated(doctor.name) });
      void client.invalidateQueries({ queryKey: doctorLists });
      void client.invalidateQueries({ queryKey: appointmentRoot });
      void client.invalidateQueries({ queryKey: teamQuery().queryKey });
      onClose();
    },
  });
  const isBooked =
    write.error instanceof ApiProblem && write.error.code === 'doctor_has_appointments';
  const isRefused = write.error instanceof ApiProblem && write.error.code === 'doctor_has_patients';
  // Requests are not counted in the line: the refusal asks the same.
  const asksPatients = hasPatients || isRefused;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.deactivateTitle(doctor.name)}
      description={t.deactivateLead}
      confirmLabel={t.deactivate}
      cancelLabel={common.cancel}
      busy={write.isPending}
      confirmDisabled={isBooked && !keepAppointments}
      onConfirm={() =>
        write.mutate({
          params: { id: doctor.id },
          body: { keepAppointments, ...(asksPatients && { patients }) },
        })
      }
    >
      <p className="text-[0.9375rem] text-ink-soft">
        {doctor.hasAccount ? t.deactivateEnds : t.deactivateEndsInvitation}
      </p>
      {asksPatients && (
        <div className="mt-4 flex flex-col gap-4">
          <AnswerFields doctorId={doctor.id} answer={patients} onAnswer={setPatients} />
        </div>
      )}
      {write.isError && (
        <div className="mt-3 flex flex-col gap-3">
          <Notice tone="danger">{problemText(write.error, t.deactivateFailed)}</Notice>
          {isBooked && (
            <Checkbox
              label={t.keepAppointments}
              hint={t.keepAppointmentsHint}
              checked={keepAppointments}
              onChange={({ target }) => setKeep(target.checked)}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
