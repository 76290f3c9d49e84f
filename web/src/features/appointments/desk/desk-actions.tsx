import { type Appointment, checkInForPatient } from '@baari/contract/visit/appointment.ts';
import { confirmForPatient } from '@baari/contract/visit/reminders.ts';
import { useQueryClient } from '@tanstack/react-query';
import {
  BellPlus,
  CalendarClock,
  CalendarX,
  ClipboardPen,
  MapPinCheck,
  PhoneCall,
} from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { appointmentRoot } from '../../../api/queries/appointment-queries.ts';
import { useSayGone } from '../../../api/problems/use-say-gone.ts';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { focusSoon } from '../focus-soon.ts';
import type { OpenState } from '../slot-dialog.tsx';
import { useWhen } from '../use-appointments.ts';

type DeskDialog = ComponentType<OpenState & { appointment: Appointment }>;

const MoveDialog = fetchedDialog(async () => (await import('./desk-dialogs.tsx')).DeskMoveDialog);
const CancelDialog = fetchedDialog(
  async () => (await import('./desk-dialogs.tsx')).DeskCancelDialog,
);
const EarlierDialog = fetchedDialog(
  async () => (await import('./desk-dialogs.tsx')).DeskEarlierDialog,
);

/** The desk's actions for an open appointment: check in, move, cancel [APPT-1]. */
export function DeskActions({ appointment }: { appointment: Appointment }): ReactNode {
  const { deskBookings: t, earlierDesk } = useMessages('deskBookings', 'earlierDesk');
  if (appointment.status !== 'booked') return null;
  return (
    <div className="flex flex-wrap gap-2">
      {appointment.canCheckIn && <CheckIn appointment={appointment} />}
      {appointment.confirmation === 'asked' && <Confirm appointment={appointment} />}
      <DialogButton
        appointment={appointment}
        dialog={MoveDialog}
        icon={<CalendarClock aria-hidden="true" />}
        label={t.move}
      />
      <DialogButton
        appointment={appointment}
        dialog={CancelDialog}
        icon={<CalendarX aria-hidden="true" />}
        label={t.cancel}
      />
      {!appointment.doctor.service && (
        <DialogButton
          appointment={appointment}
          dialog={EarlierDialog}
          icon={<BellPlus aria-hidden="true" />}
          label={earlierDesk.wish}
        />
      )}
      <QuestionsLink appointment={appointment} />
    </div>
  );
}

/**
 * The link to the questions before a visit. Staff can print the questions or enter the patient's
 * answers [ASSESS-4].
 */
function QuestionsLink({ appointment }: { appointment: Appointment }): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  return (
    <ButtonLink
      variant="quiet"
      size="small"
      icon={<ClipboardPen aria-hidden="true" />}
      href={`/staff/visits/${appointment.id}/questions`}
    >
      {t.questions}
      <span className="sr-only">{` ${appointment.patient.name}`}</span>
    </ButtonLink>
  );
}

/** Records that the patient confirmed the appointment by phone [REM-2]. */
function Confirm({ appointment }: { appointment: Appointment }): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  const client = useQueryClient();
  const write = useSubmit(confirmForPatient, {
    failed: t.confirmFailed,
    fallback: t.confirmFailed,
    onSuccess: () => focusSoon('h1'),
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentRoot }),
  });
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<PhoneCall aria-hidden="true" />}
      busy={write.isPending}
      busyLabel={t.confirming}
      onClick={() => write.mutate({ params: { id: appointment.id } })}
    >
      {t.confirm}
      <span className="sr-only">{` ${appointment.patient.name}`}</span>
    </Button>
  );
}

function CheckIn({ appointment }: { appointment: Appointment }): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  const client = useQueryClient();
  const write = useSubmit(checkInForPatient, {
    onSuccess: ({ queue }) => {
      takeIn(client, { type: 'queue_joined', data: queue });
      toast({
        type: 'success',
        title: t.isInLine(queue.patient.fullName),
        ...(queue.token === null ? {} : { message: t.tokenOf(queue.token) }),
      });
      focusSoon('h1');
    },
    failed: t.checkInFailed,
    fallback: t.checkInFailed,
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentRoot }),
  });
  return (
    <Button
      size="small"
      icon={<MapPinCheck aria-hidden="true" />}
      busy={write.isPending}
      busyLabel={t.checkingIn}
      onClick={() => write.mutate({ params: { id: appointment.id } })}
    >
      {t.here}
      <span className="sr-only">{` ${appointment.patient.name}`}</span>
    </Button>
  );
}

/** A button that opens a dialog whose code is loaded lazily. */
function DialogButton({
  appointment,
  dialog: Dialog,
  icon,
  label,
}: {
  appointment: Appointment;
  dialog: DeskDialog;
  icon: ReactNode;
  label: string;
}): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  const when = useWhen();
  const [open, setOpen] = useState(false);
  /**
   * Counts how often the dialog was opened, so that each opening renders a new dialog. The count is
   * 0 before the first opening.
   */
  const [opening, setOpening] = useState(0);
  useSayGone(open, appointment.patient.name);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={icon}
        onClick={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        {label}
        <span className="sr-only">{` ${t.ofVisit(appointment.patient.name, when(appointment))}`}</span>
      </Button>
      {opening > 0 && (
        <Dialog key={opening} appointment={appointment} open={open} onOpenChange={setOpen} />
      )}
    </>
  );
}
