import {
  type Appointment,
  bookAppointment,
  rescheduleAppointment,
} from '@baari/contract/visit/appointment.ts';
import type { HospitalVerification, VisitKind } from '@baari/contract/constants.ts';
import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import { isolateBidi } from '@baari/contract/text/message-tools.ts';
import type { Person } from '@baari/contract/patient/person.ts';
import { useQueryClient } from '@tanstack/react-query';
import { BellPlus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import type { ApiProblem } from '../../api/problems/problem.ts';
import { doctorLists } from '../../api/queries/queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { currentPlace } from '../../navigation/places.ts';
import { type BookAgain, readBookAgain } from '../../shared/patient/book-again-address.ts';
import { usePeople } from '../../shared/patient/use-people.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextLink } from '../../ui/link.tsx';
import { VerificationNotice } from '../../ui/standing-mark.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import type { TimesExtras } from './day-and-time.ts';
import type { KeptText } from './day-and-time-fields.tsx';
import { SlotForm, type SlotWish } from './slot-form.tsx';
import { useWhen } from './use-appointments.ts';

export interface OpenState {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A doctor or shared line that can be booked. `isLine` selects texts that name no person. */
export type Bookable = Pick<Doctor, 'id' | 'name' | 'hospitalStanding'> & {
  readonly isLine?: boolean;
};

/**
 * The dialog in which a patient books a time with a doctor or a shared line. It closes after the
 * booking [PAT-8, APPT-1, LINE-6].
 */
export function BookingDialog({
  doctor,
  onWish,
  ...state
}: OpenState & {
  doctor: Bookable;
  /**
   * Opens the dialog to request an earlier time, if a day has no free time. Absent for a shared
   * line.
   */
  onWish?: () => void;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const people = usePeople();
  const [again] = useState(() => readBookAgain(currentPlace().search));
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
      begin={again}
      title={doctor.isLine ? t.book : t.bookTitle(doctor.name)}
      lead={doctor.isLine ? `${isolateBidi(doctor.name)} · ${t.bookLead}` : t.bookLead}
      submitLabel={t.confirmBooking}
      busyLabel={t.booking}
      failedText={t.bookFailed}
      busy={book.isPending}
      failure={book.error}
      {...(onWish && { extras: { whenFull: <WhenFull onWish={onWish} /> } })}
      onSubmit={({ overHold: _, ...wish }) =>
        book.mutate({ body: { ...wish, doctorId: doctor.id } })
      }
    />
  );
}

function WhenFull({ onWish }: { onWish: () => void }): ReactNode {
  const { earlier: t } = useMessages('earlier');
  return (
    <Button icon={<BellPlus aria-hidden="true" />} onClick={onWish}>
      {t.wishFree}
    </Button>
  );
}

/** An empty list of people to choose from, because the patient of an appointment cannot change. */
export const settled: readonly Person[] = [];

/**
 * The dialog in which a patient moves an appointment to another time of the same doctor or line
 * [APPT-1].
 */
export function MoveDialog({
  appointment,
  ...state
}: OpenState & { appointment: Appointment }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const when = useWhen();
  const after = useAfterChange();
  const { doctor } = appointment;
  const lead = t.moveLead(when(appointment));
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
      doctorId={doctor.id}
      people={settled}
      visitKind={appointment.visitKind}
      title={doctor.service ? t.move : t.moveTitle(doctor.name)}
      lead={doctor.service ? `${isolateBidi(doctor.name)} · ${lead}` : lead}
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
 * Callbacks after an appointment was changed. A refusal also fetches the data again, because it
 * means that the screen showed old data.
 */
export function useAfterChange() {
  const client = useQueryClient();
  const when = useWhen();

  /**
   * `whom` is the name in the message: the doctor's name for a patient, the patient's name for the
   * desk.
   */
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

/** A dialog in which a user chooses a day and a time for an appointment. */
export function SlotDialog({
  open,
  onOpenChange,
  standing,
  doctorId,
  people,
  visitKind = null,
  begin,
  keptText,
  title,
  lead,
  submitLabel,
  busyLabel,
  failedText,
  busy,
  failure,
  extras,
  onSubmit,
}: OpenState & {
  /**
   * Whether the operator of Baari has verified the doctor's hospital. Left out at the desk, which
   * knows its own hospital.
   */
  standing?: HospitalVerification;
  doctorId: string;
  /** The people whom the appointment may be for; empty if the person is already decided. */
  people: readonly Person[];
  /** The kind of a visit that is being moved; the kind stays the same. */
  visitKind?: VisitKind | null;
  begin?: BookAgain;
  /**
   * Returns the label of a time at which some slots are reserved for the desk. Passed only at the
   * desk.
   */
  keptText?: KeptText;
  title: string;
  lead: string;
  submitLabel: string;
  busyLabel: string;
  failedText: string;
  busy: boolean;
  failure: ApiProblem | null;
  extras?: TimesExtras;
  onSubmit: (wish: SlotWish) => void;
}): ReactNode {
  const { appointments: t } = useMessages('appointments');
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
        visitKind={visitKind}
        begin={begin}
        keptText={keptText}
        extras={extras}
        notice={
          failure && (
            <ProblemNotice
              tone="warning"
              problem={failure}
              fallback={failedText}
              action={
                failure.code === 'contact_unproved' && (
                  <TextLink href="/email-verification">{t.confirmEmail}</TextLink>
                )
              }
            />
          )
        }
        onSubmit={onSubmit}
      />
    </FormDialog>
  );
}
