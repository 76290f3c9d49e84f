import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';

const DeskBookingDialog = fetchedDialog(
  async () => (await import('./desk-booking-dialog.tsx')).DeskBookingDialog,
);

/** Opens the form in which the desk books for a patient [APPT-1]. */
export function BookForPatient({ doctorId }: { doctorId?: string | undefined }): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  const [open, setOpen] = useState(false);
  /** Counts the openings, so that each has a new dialog; 0 loads no dialog code yet. */
  const [opening, setOpening] = useState(0);
  return (
    <>
      <Button
        variant="primary"
        icon={<CalendarPlus aria-hidden="true" />}
        onClick={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        {t.book}
      </Button>
      {opening > 0 && (
        <DeskBookingDialog key={opening} doctorId={doctorId} open={open} onOpenChange={setOpen} />
      )}
    </>
  );
}
