import { takeBackCheckIn } from '@baari/contract/visit/appointment.ts';
import { type PatientEntry, undoCheckIn } from '@baari/contract/queue/queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { appointmentRoot } from '../../../api/queries/appointment-queries.ts';
import { useSubmit } from '../../../api/forms/use-submit.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { takeIn } from '../../../live/queue-cache.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { focusHeading } from '../focus-heading.ts';

/**
 * The button to undo a mistaken "I'm here". A patient with an appointment leaves the line but keeps
 * the appointment [APPT-1, ARR-1].
 */
export function NotHere({ entry }: { entry: PatientEntry }): ReactNode {
  const { booking } = entry;
  return booking === null ? (
    <TakeBackWord entry={entry} />
  ) : (
    <TakeBackVisit {...{ entry, booking }} />
  );
}

/**
 * Undoes the check-in at once. The patient keeps the place in line, so no confirmation is needed.
 */
function TakeBackWord({ entry }: { entry: PatientEntry }): ReactNode {
  const { checkingIn: t } = useMessages('checkingIn');
  const client = useQueryClient();
  const undo = useSubmit(undoCheckIn, {
    onSuccess: ({ queue }) => {
      takeIn(client, { type: 'queue_updated', data: queue });
      toast({ type: 'info', title: t.takenBack });
    },
    failed: t.notHereFailed,
    fallback: t.notHereFailed,
  });
  return (
    <Button
      variant="quiet"
      size="small"
      busy={undo.isPending}
      onClick={() => undo.mutate({ params: { id: entry.id } })}
    >
      {t.notHere}
    </Button>
  );
}

function TakeBackVisit({
  entry,
  booking,
}: {
  entry: PatientEntry;
  booking: NonNullable<PatientEntry['booking']>;
}): ReactNode {
  const { checkingIn: t } = useMessages('checkingIn');
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const takeBack = useTakeBack();
  const time = format.time(booking.startsAt, entry.hospital.timeZone);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        busy={takeBack.isPending}
        onClick={() => setAsking(true)}
      >
        {t.notHere}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.notHereQuestion}
        description={t.notHereBooked(time)}
        confirmLabel={t.notHereConfirm}
        cancelLabel={t.notHereStay}
        onConfirm={() => {
          setAsking(false);
          takeBack.mutate({ params: { id: booking.id } });
        }}
      />
    </>
  );
}

/**
 * Undoes the check-in of a patient with an appointment. The patient leaves the line but keeps the
 * appointment.
 */
export function useTakeBack() {
  const { checkingIn: t } = useMessages('checkingIn');
  const format = useFormat();
  const client = useQueryClient();
  return useSubmit(takeBackCheckIn, {
    onSuccess: ({ queue, appointment: { startsAt, hospital } }) => {
      takeIn(client, { type: 'queue_left', data: queue });
      const message = t.takenBackBooked(format.time(startsAt, hospital.timeZone));
      toast({ type: 'info', title: t.takenBack, message });
      focusHeading();
    },
    failed: t.notHereFailed,
    fallback: t.notHereFailed,
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentRoot }),
  });
}
