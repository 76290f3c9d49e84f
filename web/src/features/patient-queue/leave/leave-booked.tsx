import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useTakeBack } from './not-here.tsx';

/**
 * The dialog shown when a patient with an appointment leaves the line. It asks whether to cancel
 * the appointment as well [APPT-1, PAT-11].
 */
export function LeaveBooked({
  title,
  entry,
  booking,
  onClose,
  onGiveUp,
}: {
  title: string;
  entry: PatientEntry;
  booking: NonNullable<PatientEntry['booking']>;
  onClose: () => void;
  onGiveUp: () => void;
}): ReactNode {
  const { checkingIn: t } = useMessages('checkingIn');
  const format = useFormat();
  const takeBack = useTakeBack();
  const time = format.time(booking.startsAt, entry.hospital.timeZone);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={t.leaveQuestionBooked(time)}
      footer={
        <>
          <Button onClick={onClose}>{t.leaveStay}</Button>
          <Button onClick={onGiveUp}>{t.leaveGiveUp}</Button>
          <Button
            variant="primary"
            busy={takeBack.isPending}
            onClick={() => takeBack.mutate({ params: { id: booking.id } }, { onSettled: onClose })}
          >
            {t.leaveKeep}
          </Button>
        </>
      }
    >
      <p className="text-[0.9375rem] text-ink-soft">{t.leaveKeeps}</p>
    </Dialog>
  );
}
