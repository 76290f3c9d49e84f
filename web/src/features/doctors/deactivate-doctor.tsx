import {
  type Colleague,
  deactivateDoctor,
  type PatientsAnswer,
} from '@baari/contract/doctor/doctor.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { doctorLists } from '../../api/queries/queries.ts';
import { teamQuery } from '../../api/queries/team-queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Checkbox } from '../../ui/form/choice.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { AnswerFields } from '../../shared/doctor/answer-fields.tsx';

/**
 * The dialog to deactivate a doctor. It says what ends with the deactivation; upcoming appointments
 * need a separate confirmation [ADM-2].
 */
export function DeactivateDoctor({
  doctor,
  onClose,
}: {
  doctor: Colleague;
  onClose: () => void;
}): ReactNode {
  const { doctors: t, common } = useMessages('doctors');
  const client = useQueryClient();
  const [keepAppointments, setKeep] = useState(false);
  const [patients, setPatients] = useState<PatientsAnswer>({ what: 'move' });
  const hasPatients = doctor.currentQueue > 0;
  /**
   * The codes of all refusals so far. A question that a refusal made necessary stays visible after
   * a later refusal.
   */
  const [refused, setRefused] = useState<readonly (string | undefined)[]>([]);
  const write = useWrite(deactivateDoctor, {
    onSuccess: () => {
      toast({ type: 'success', title: t.deactivated(doctor.name) });
      void client.invalidateQueries({ queryKey: doctorLists });
      void client.invalidateQueries({ queryKey: appointmentRoot });
      void client.invalidateQueries({ queryKey: teamQuery().queryKey });
      onClose();
    },
    onError: ({ code }) => setRefused((before) => [...before, code]),
  });
  const isBooked = refused.includes('doctor_has_appointments');
  const isPlanned = refused.includes('doctor_is_planned');
  const isRefused = refused.includes('doctor_has_patients');
  // The queue length leaves out pending requests and planned patients. If there are any, the server
  // refuses, and the dialog then asks what happens to them.
  const asksPatients = hasPatients || isRefused || isPlanned;
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
          body: { keepAppointments, patients: asksPatients ? patients : { what: 'keep' } },
        })
      }
    >
      <p className="text-[0.9375rem] text-ink-soft">
        {doctor.hasAccount ? t.deactivateEnds : t.deactivateEndsInvitation}
      </p>
      {asksPatients && (
        <div className="mt-4 flex flex-col gap-4">
          <AnswerFields
            doctorId={doctor.id}
            answer={patients}
            onAnswer={setPatients}
            arePlanned={isPlanned && !hasPatients && !isRefused}
          />
        </div>
      )}
      {write.isError && (
        <div className="mt-3">
          <ProblemNotice problem={write.error} fallback={t.deactivateFailed} />
        </div>
      )}
      {isBooked && (
        <div className="mt-3">
          <Checkbox
            label={t.keepAppointments}
            hint={t.keepAppointmentsHint}
            checked={keepAppointments}
            onChange={({ target }) => setKeep(target.checked)}
          />
        </div>
      )}
    </ConfirmDialog>
  );
}
