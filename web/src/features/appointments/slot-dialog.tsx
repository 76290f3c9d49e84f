import {
  type Appointment,
  bookAppointment,
  rescheduleAppointment,
} from '@baari/contract/visit/appointment.ts';
import type { HospitalVerification } from '@baari/contract/constants.ts';
import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import type { Person } from '@baari/contract/patient/person.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import type { ApiProblem } from '../../api/problems/problem.ts';
import { doctorLists } from '../../api/queries/queries.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { usePeople } from '../../shared/patient/use-people.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextLink } from '../../ui/link.tsx';
import { VerificationNotice } from '../../ui/standing-mark.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { SlotForm, type SlotWish } from './slot-form.tsx';
import { useWhen } from './use-appointments.ts';

export interface OpenState {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Books a time with a doctor, and closes when it is booked [PAT-8, APPT-1]. */
export function BookingDialog({ doctor, ...state }: OpenState & { doctor: Doctor }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const people = usePeople();
  const after = useAfterChange();
  const book = useWrite(bookAppointment, {
    onSuccess: ({ appointment }) => {
      after.done(t.bookedTitle, appointment, appointment.doctor.name);
      state.onOpenChange(false);
    },
    onError: after.refused,
  });
  return (
    <SlotDialog
      {...state}
      standing={doctor.hospitalStanding}
      doctorId={doctor.id}
      people={people}
      title={t.bookTitle(doctor.name)}
      lead={t.bookLead}
      submitLabel={t.confirmBooking}
      busyLabel={t.booking}
      failedText={t.bookFailed}
      busy={book.isPending}
      failure={book.error}
      onSubmit={(wish) => book.mutate({ body: { ...wish, doctorId: doctor.id } })}
    />
  );
}

/** An empty list of people, because the patient of an appointment cannot change. */
export const settled: readonly Person[] = [];

/** Moves the patient's own appointment to another time of the same doctor [APPT-1]. */
export function MoveDialog({
  appointment,
  ...state
}: OpenState & { appointment: Appointment }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const when = useWhen();
  const after = useAfterChange();
  const move = useWrite(rescheduleAppointment, {
    onSuccess: ({ appointment: moved }) => {
      after.done(t.movedTitle, moved, moved.doctor.name);
      state.onOpenChange(false);
    },
    onError: after.refused,
  });
  return (
    <SlotDialog
      {...state}
      standing={appointment.hospital.standing}
      doctorId={appointment.doctor.id}
      people={settled}
      title={t.moveTitle(appointment.doctor.name)}
      lead={t.moveLead(when(appointment))}
      submitLabel={t.confirmMove}
      busyLabel={t.moving}
      failedText={t.moveFailed}
      busy={move.isPending}
      failure={move.error}
      onSubmit={({ date, time }) =>
        move.mutate({ params: { id: appointment.id }, body: { date, time } })
      }
    />
  );
}

/**
 * Callbacks after a change. Both success and refusal refetch, because a refusal means that the screen was outdated.
 */
export function useAfterChange() {
  const client = useQueryClient();
  const when = useWhen();

  /** `whom`: the doctor for a patient, the patient for the desk. */
  function done(title: string, appointment: Appointment, whom: string): void {
    void client.invalidateQueries({ queryKey: appointmentRoot });
    const message = `${whom} · ${when(appointment)}`;
    toast({ type: 'success', title, message });
  }
  function refused({ code }: ApiProblem): void {
    void client.invalidateQueries({ queryKey: appointmentRoot });
    if (code === 'doctor_not_available') void client.invalidateQueries({ queryKey: doctorLists });
  }
  return { done, refused };
}

/** A dialog to choose a day and a time. */
export function SlotDialog({
  open,
  onOpenChange,
  standing,
  doctorId,
  people,
  title,
  lead,
  submitLabel,
  busyLabel,
  failedText,
  busy,
  failure,
  onSubmit,
}: OpenState & {
  /**
   * Whether the operator has confirmed the doctor's hospital. Left out at the desk, which knows its own hospital.
   */
  standing?: HospitalVerification;
  doctorId: string;
  /** The people it may be for; empty where that is fixed. */
  people: readonly Person[];
  title: string;
  lead: string;
  submitLabel: string;
  busyLabel: string;
  failedText: string;
  busy: boolean;
  failure: ApiProblem | null;
  onSubmit: (wish: SlotWish) => void;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const problemText = useProblemText();
  const formId = useId();
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={title}
      description={lead}
      onClose={() => onOpenChange(false)}
      submitLabel={submitLabel}
      busy={busy}
      busyLabel={busyLabel}
    >
      {standing && <VerificationNotice standing={standing} className="mb-4" />}
      <SlotForm
        doctorId={doctorId}
        formId={formId}
        people={people}
        problem={failure ? problemText(failure, failedText) : undefined}
        wayOn={
          failure?.code === 'contact_unproved' && (
            <TextLink href="/email-verification">{t.confirmEmail}</TextLink>
          )
        }
        onSubmit={onSubmit}
      />
    </FormDialog>
  );
}
