import { type Appointment, cancelAppointment, checkIn } from '@baari/contract/visit/appointment.ts';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarClock, CalendarX, MapPinCheck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { useSayGone } from '../../api/problems/use-say-gone.ts';
import { useSubmit } from '../../api/forms/use-submit.ts';
import { HereButton } from '../../shared/arrival/here-button.tsx';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { takeIn } from '../../live/queue-cache.ts';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { focusSoon } from './focus-soon.ts';
import { useWhen } from './use-appointments.ts';

const MoveDialog = fetchedDialog(async () => (await import('./slot-dialog.tsx')).MoveDialog);

/** A patient's actions for an appointment: check in on the day, move it, or cancel it [APPT-1]. */
export function AppointmentActions({ appointment }: { appointment: Appointment }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  return (
    <div className="mt-auto flex flex-col gap-2">
      {appointment.canCheckIn && <Today appointment={appointment} />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={`/patient/visits/${appointment.id}/questions`}>{t.questions}</ButtonLink>
        <Move appointment={appointment} />
        <Cancel appointment={appointment} />
      </div>
    </div>
  );
}

/**
 * The patient's check-in on the day of the appointment. Before check-in is possible, shows the time
 * from which it is possible.
 */
function Today({ appointment }: { appointment: Appointment }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const format = useFormat();
  const now = useNow();
  const { checkInFrom, hospital } = appointment;
  if (now >= Date.parse(checkInFrom)) return <CheckIn appointment={appointment} />;
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      {t.checkInFrom(format.time(checkInFrom, hospital.timeZone))}
    </p>
  );
}

function CheckIn({ appointment }: { appointment: Appointment }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const client = useQueryClient();
  const hintId = useId();
  const write = useSubmit(checkIn, {
    onSuccess: ({ queue }) => {
      takeIn(client, { type: 'queue_joined', data: queue });
      toast({
        type: 'success',
        title: t.checkedInTitle,
        // The usual message says that the doctor knows about the patient. A shared line has no
        // doctor, so only the line's name is shown.
        message: queue.doctor.service ? queue.doctor.name : t.checkedInMessage(queue.doctor.name),
      });
      focusSoon('h1');
    },
    failed: t.checkInFailed,
    fallback: t.checkInFailed,
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentRoot }),
  });
  return (
    <>
      <HereButton
        wide
        variant="primary"
        expected={{ hospital: appointment.hospital, at: appointment.startsAt }}
        icon={<MapPinCheck aria-hidden="true" />}
        aria-describedby={hintId}
        busy={write.isPending}
        busyLabel={t.checkingIn}
        onHere={() => write.mutate({ params: { id: appointment.id } })}
      >
        {t.checkIn}
      </HereButton>
      <p id={hintId} className="text-sm text-ink-soft">
        {t.checkInHint}
      </p>
    </>
  );
}

/** Returns a text that says which visit a button is about: the doctor or line, and the time. */
function useOfVisit(): (appointment: Appointment) => string {
  const { appointments: t } = useMessages('appointments');
  const when = useWhen();
  return (appointment) => {
    const { name, service } = appointment.doctor;
    return service ? `${name} · ${when(appointment)}` : t.ofVisit(name, when(appointment));
  };
}

function Move({ appointment }: { appointment: Appointment }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const ofVisit = useOfVisit();
  const [open, setOpen] = useState(false);
  /**
   * Counts how often the dialog was opened, so that each opening renders a new dialog. While the
   * count is 0, the dialog's code is not loaded.
   */
  const [opening, setOpening] = useState(0);
  useSayGone(open, appointment.doctor.name);
  return (
    <>
      <Button
        size="small"
        icon={<CalendarClock aria-hidden="true" />}
        onClick={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        {t.move}
        <span className="sr-only">{` ${ofVisit(appointment)}`}</span>
      </Button>
      {opening > 0 && (
        <MoveDialog key={opening} appointment={appointment} open={open} onOpenChange={setOpen} />
      )}
    </>
  );
}

function Cancel({ appointment }: { appointment: Appointment }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const when = useWhen();
  const ofVisit = useOfVisit();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const write = useSubmit(cancelAppointment, {
    onSuccess: () => {
      setAsking(false);
      toast({ type: 'info', title: t.cancelledTitle });
      // The pressed button disappears, so the focus moves to the list of appointments.
      focusSoon('#appointments-title');
    },
    failed: t.cancelFailed,
    fallback: t.cancelFailed,
    onError: () => setAsking(false),
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentRoot }),
  });
  const { doctor } = appointment;
  useSayGone(asking, doctor.name);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="text-ink-soft"
        icon={<CalendarX aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t.cancel}
        <span className="sr-only">{` ${ofVisit(appointment)}`}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.cancelQuestion}
        description={t.cancelConsequence(doctor.name, when(appointment))}
        confirmLabel={t.cancelConfirm}
        cancelLabel={t.cancelStay}
        busy={write.isPending}
        onConfirm={() => write.mutate({ params: { id: appointment.id } })}
      />
    </>
  );
}
