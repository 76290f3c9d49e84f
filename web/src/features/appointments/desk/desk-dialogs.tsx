import {
  type Appointment,
  cancelForPatient,
  moveForPatient,
} from '@baari/contract/visit/appointment.ts';
import { maxLength } from '@baari/contract/constants.ts';
import { isolateBidi } from '@baari/contract/text/message-tools.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { hospitalEarlierQuery } from '../../../shared/earlier/earlier-queries.ts';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { DeskWishDialog } from '../../../shared/earlier/desk-wish-dialog.tsx';
import { useHeldTimes } from '../../../shared/earlier/over-hold.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { OverHold } from './held-time.tsx';
import { focusSoon } from '../focus-soon.ts';
import { type OpenState, SlotDialog, settled, useAfterChange } from '../slot-dialog.tsx';
import { useWhen } from '../use-appointments.ts';

/**
 * The dialog in which the desk moves a patient's appointment to another time of the same doctor
 * [APPT-1].
 */
export function DeskMoveDialog({
  appointment,
  ...state
}: OpenState & { appointment: Appointment }): ReactNode {
  const { appointments: own } = useMessages('appointments');
  const { deskBookings: t } = useMessages('deskBookings');
  const when = useWhen();
  const after = useAfterChange();
  const { patient, doctor } = appointment;
  const held = useHeldTimes(doctor.id);
  const move = useWrite(moveForPatient, {
    onSuccess: ({ appointment: moved }) => {
      after.done(own.movedTitle, moved, moved.patient.name);
      state.onOpenChange(false);
      // The moved appointment may be on another day and so no longer in this list. The page heading
      // takes the focus.
      focusSoon('h1');
    },
    onError: after.refused,
  });
  return (
    <SlotDialog
      {...state}
      doctorId={doctor.id}
      people={settled}
      visitKind={appointment.visitKind}
      keptText={t.keptFree}
      title={t.moveTitle(patient.name)}
      lead={`${isolateBidi(doctor.name)} · ${own.moveLead(when(appointment))} ${patient.hasAccount ? t.willGetMessage : t.informThem}`}
      submitLabel={own.confirmMove}
      busyLabel={own.moving}
      failedText={own.moveFailed}
      busy={move.isPending}
      failure={move.error}
      extras={{ held, heldField: <OverHold doctorId={doctor.id} held={held} /> }}
      onSubmit={({ date, time, overHold }) =>
        move.mutate({ params: { id: appointment.id }, body: { date, time, overHold } })
      }
    />
  );
}

/**
 * The dialog in which the desk cancels a patient's appointment, with an optional message to the
 * patient [APPT-1].
 */
export function DeskCancelDialog({
  appointment,
  open,
  onOpenChange,
}: OpenState & { appointment: Appointment }): ReactNode {
  const { appointments: own } = useMessages('appointments');
  const { deskBookings: t } = useMessages('deskBookings');
  const when = useWhen();
  const after = useAfterChange();
  const [reason, setReason] = useState('');
  const { patient, doctor, id } = appointment;
  const write = useWrite(cancelForPatient, {
    onSuccess: ({ appointment: cancelled }) => {
      after.done(own.cancelledTitle, cancelled, patient.name);
      onOpenChange(false);
      // The pressed button disappears, so the page heading takes the focus.
      focusSoon('h1');
    },
    onError: after.refused,
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.cancelQuestion(patient.name)}
      description={
        <>
          <p>{own.cancelConsequence(doctor.name, when(appointment))}</p>
          <p className="mt-1">{patient.hasAccount ? t.willGetMessage : t.informThem}</p>
        </>
      }
      confirmLabel={t.cancelConfirm}
      cancelLabel={t.keep}
      busy={write.isPending}
      busyLabel={t.cancelling}
      onConfirm={() => write.mutate({ params: { id }, body: { reason: reason.trim() } })}
    >
      <WordField reason={reason} onReason={setReason} isRead={patient.hasAccount} />
      {write.error && <ProblemNotice problem={write.error} fallback={own.cancelFailed} />}
    </ConfirmDialog>
  );
}

/**
 * The field for the message to the patient. Left out for a person without an account, who could not
 * read the message.
 */
function WordField({
  reason,
  onReason,
  isRead,
}: {
  reason: string;
  onReason: (reason: string) => void;
  isRead: boolean;
}): ReactNode {
  const { deskBookings: t, common } = useMessages('deskBookings');
  if (!isRead) return null;
  return (
    <TextField
      label={t.reason}
      labelNote={common.optional}
      hint={t.reasonHint}
      value={reason}
      maxLength={maxLength.line}
      onChange={({ target: { value } }) => onReason(value)}
    />
  );
}

/**
 * The dialog in which the desk records or changes a patient's request for an earlier time than the
 * appointment's [APPT-1].
 */
export function DeskEarlierDialog({
  appointment: { id, doctor, patient },
  ...state
}: OpenState & { appointment: Appointment }): ReactNode {
  const { data, isPending } = useQuery(hospitalEarlierQuery());
  // Saving replaces the conditions of an existing request for an earlier time, so the form waits
  // until they are loaded.
  if (isPending) return null;
  const wish = data?.wishes.find(({ appointment }) => appointment?.id === id);
  return <DeskWishDialog {...state} target={{ doctor, patient, appointmentId: id }} wish={wish} />;
}
