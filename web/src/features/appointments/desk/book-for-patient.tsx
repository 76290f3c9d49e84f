import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DeskWishTarget } from '../../../shared/earlier/desk-wish-dialog.tsx';
import { useOpenings } from '../../../shared/earlier/use-openings.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';

const DeskBookingDialog = fetchedDialog(
  async () => (await import('./desk-booking-dialog.tsx')).DeskBookingDialog,
);

const DeskWishDialog = fetchedDialog(
  async () => (await import('../../../shared/earlier/desk-wish-dialog.tsx')).DeskWishDialog,
);

/** The button that opens the form in which the desk books an appointment for a patient [APPT-1]. */
export function BookForPatient({ doctorId }: { doctorId?: string | undefined }): ReactNode {
  const { deskBookings: t } = useMessages('deskBookings');
  const booking = useOpenings();
  const wish = useOpenings();
  const [target, setTarget] = useState<DeskWishTarget>();
  return (
    <>
      <Button variant="primary" icon={<CalendarPlus aria-hidden="true" />} onClick={booking.start}>
        {t.book}
      </Button>
      {booking.opening > 0 && (
        <DeskBookingDialog
          key={booking.opening}
          doctorId={doctorId}
          open={booking.isOpen}
          onOpenChange={booking.setOpen}
          onWish={(chosen) => {
            booking.setOpen(false);
            setTarget(chosen);
            wish.start();
          }}
        />
      )}
      {target && (
        <DeskWishDialog
          key={`wish ${wish.opening}`}
          target={target}
          open={wish.isOpen}
          onOpenChange={wish.setOpen}
        />
      )}
    </>
  );
}
