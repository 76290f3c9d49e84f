import {
  cancelBookingLink,
  confirmBookingLink,
  type LinkedAppointment,
  moveBookingLink,
} from '@baari/contract/visit/reminders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { bookingLinkQuery } from '../../../shared/patient/reminder-queries.ts';
import type { ApiProblem } from '../../../api/problems/problem.ts';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useWrite } from '../../../api/use-write.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { useLastDigits } from '../../../shared/patient/use-last-digits.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { settled } from '../slot-dialog.tsx';
import { SlotForm } from '../slot-form.tsx';

interface Answering {
  secret: string;
  appointment: LinkedAppointment;
}

/** A patient's answers to a reminder: coming, another time, or not coming [REM-2]. */
export function BookingAnswers({
  secret,
  appointment,
  onMoved,
}: Answering & { onMoved: () => void }): ReactNode {
  const { bookingLink: t } = useMessages('bookingLink');
  const [asking, setAsking] = useState<'move' | 'cancel'>();
  const confirm = useWrite(confirmBookingLink, useShown(secret));
  const close = () => setAsking(undefined);
  return (
    <>
      {confirm.error && <ProblemNotice title={t.failedAnswer} problem={confirm.error} />}
      <div className="flex flex-col gap-2">
        {!appointment.isConfirmed && (
          <Button
            variant="primary"
            size="large"
            busy={confirm.isPending}
            busyLabel={t.saving}
            onClick={() => confirm.mutate({ body: { secret } })}
          >
            {t.coming}
          </Button>
        )}
        <Button size="large" held={confirm.isPending} onClick={() => setAsking('move')}>
          {t.otherTime}
        </Button>
        <Button size="large" held={confirm.isPending} onClick={() => setAsking('cancel')}>
          {t.notComing}
        </Button>
      </div>
      {asking === 'move' && (
        <MoveByLink secret={secret} appointment={appointment} onClose={close} onMoved={onMoved} />
      )}
      {asking === 'cancel' && (
        <CancelByLink secret={secret} appointment={appointment} onClose={close} />
      )}
    </>
  );
}

/** Shows the server's answer, and reads the appointment again after a refusal. */
function useShown(secret: string) {
  const client = useQueryClient();
  const { queryKey } = bookingLinkQuery(secret);
  return {
    onSuccess: (reply: { appointment: LinkedAppointment }) => client.setQueryData(queryKey, reply),
    // The appointment may have changed in the meantime.
    onError: () => void client.invalidateQueries({ queryKey }),
  };
}

function MoveByLink({
  secret,
  appointment,
  onClose,
  onMoved,
}: Answering & { onClose: () => void; onMoved: () => void }): ReactNode {
  const { bookingLink: t, appointments } = useMessages('bookingLink', 'appointments');
  const format = useFormat();
  const formId = useId();
  const shown = useShown(secret);
  const digits = useDigits(appointment.needsDigits);
  const write = useWrite(moveBookingLink, {
    ...shown,
    onSuccess: (reply) => {
      shown.onSuccess(reply);
      onMoved();
      onClose();
    },
  });
  const { startsAt, timeZone, doctorId, visitKind } = appointment;
  const when = format.dayAndTime(format.longDate(startsAt, timeZone), startsAt, timeZone);
  return (
    <FormDialog
      formId={formId}
      title={t.otherTime}
      description={appointments.moveLead(when)}
      onClose={onClose}
      submitLabel={appointments.confirmMove}
      busy={write.isPending}
      busyLabel={appointments.moving}
    >
      <SlotForm
        doctorId={doctorId}
        formId={formId}
        people={settled}
        visitKind={visitKind}
        notice={
          <>
            {digits.field(write.error)}
            <Refusal problem={write.error} fallback={appointments.moveFailed} />
          </>
        }
        onSubmit={({ date, time }) =>
          digits.use((lastDigits) => write.mutate({ body: { secret, ...lastDigits, date, time } }))
        }
      />
    </FormDialog>
  );
}

function CancelByLink({
  secret,
  appointment,
  onClose,
}: Answering & { onClose: () => void }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const format = useFormat();
  const formId = useId();
  const shown = useShown(secret);
  const digits = useDigits(appointment.needsDigits);
  const write = useWrite(cancelBookingLink, shown);
  const { doctorName, startsAt, timeZone } = appointment;
  const when = format.dayAndTime(format.longDate(startsAt, timeZone), startsAt, timeZone);
  return (
    <FormDialog
      formId={formId}
      title={t.cancelQuestion}
      description={t.cancelConsequence(doctorName, when)}
      onClose={onClose}
      submitLabel={t.cancelConfirm}
      cancelLabel={t.cancelStay}
      busy={write.isPending}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          digits.use((lastDigits) => write.mutate({ body: { secret, ...lastDigits } }));
        }}
      >
        {digits.field(write.error)}
        <Refusal problem={write.error} fallback={t.cancelFailed} />
      </form>
    </FormDialog>
  );
}

/** A refusal other than that of wrong digits, which stands at their field. */
function Refusal({
  problem,
  fallback,
}: {
  problem: ApiProblem | null;
  fallback: string;
}): ReactNode {
  if (problem === null || problem.code === 'booking_not_matched') return null;
  return <ProblemNotice tone="warning" problem={problem} fallback={fallback} />;
}

/** The field for the last digits of the phone, if the appointment has a phone. */
function useDigits(isNeeded: boolean) {
  const { bookingLink: t } = useMessages('bookingLink');
  const digits = useLastDigits(t.digitsHint);

  function use(send: (given: { lastDigits?: string }) => void): void {
    if (isNeeded) digits.use((lastDigits) => send({ lastDigits }));
    else send({});
  }

  function field(problem: ApiProblem | null): ReactNode {
    const isWrong = problem?.code === 'booking_not_matched';
    return isNeeded && digits.field(isWrong ? t.mismatch : undefined);
  }

  return { use, field };
}
