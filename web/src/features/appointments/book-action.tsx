import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import type { HomeLine } from '@baari/contract/lines/shared-line.ts';
import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { currentPlace } from '../../navigation/places.ts';
import { useOpenings } from '../../shared/earlier/use-openings.ts';
import { OpenHours } from '../../shared/hospital/open-hours.tsx';
import { asksToBook } from '../../shared/patient/book-again-address.ts';
import { Button } from '../../ui/button.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { NextSlot } from './free-times/next-slot.tsx';
import type { Bookable } from './slot-dialog.tsx';

const WishDialog = fetchedDialog(
  async () => (await import('../../shared/earlier/wish-dialog.tsx')).WishDialog,
);

const BookingDialog = fetchedDialog(async () => (await import('./slot-dialog.tsx')).BookingDialog);

/**
 * The button to book an appointment with a doctor. It is disabled while the doctor is Offline
 * [PAT-8, ROUTE-16].
 */
export function BookAction({ doctor }: { doctor: Doctor }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const wish = useOpenings();
  const isOffline = doctor.status === 'Offline';
  const isAsked = !isOffline && asksToBook(currentPlace().search);
  const dialog = useBooking(doctor, isAsked, wish.start);
  const reasonId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      {isOffline && (
        <p id={reasonId} className="text-sm text-ink-soft">
          {t.bookReason}
        </p>
      )}
      <Button
        wide
        disabled={isOffline}
        aria-describedby={isOffline ? reasonId : undefined}
        icon={<CalendarPlus aria-hidden="true" />}
        onClick={dialog.show}
      >
        {t.book}
        <span className="sr-only">{` ${t.bookOf(doctor.name)}`}</span>
      </Button>
      {dialog.shown}
      {wish.opening > 0 && (
        <WishDialog
          key={`wish ${wish.opening}`}
          target={{ doctor, appointmentId: null }}
          open={wish.isOpen}
          onOpenChange={wish.setOpen}
        />
      )}
    </div>
  );
}

/**
 * The hours in which a shared line takes patients without an appointment, and the button to book.
 * Renders nothing for a line without a timetable [LINE-6].
 */
export function BookLine({ line }: { line: HomeLine }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const isAsked = line.takesBookings && asksToBook(currentPlace().search, line.id);
  const dialog = useBooking({ ...line, isLine: true }, isAsked);
  return (
    <>
      <OpenHours openHours={line.openHours} />
      {line.takesBookings && <NextSlot doctor={line} />}
      {line.takesBookings && (
        <Button wide icon={<CalendarPlus aria-hidden="true" />} onClick={dialog.show}>
          {t.book}
          <span className="sr-only">{` ${line.name}`}</span>
        </Button>
      )}
      {dialog.shown}
    </>
  );
}

/**
 * The dialog to book a doctor or a shared line, and the function that opens the dialog. It is open
 * at first if the address asks for a time. `onWish` opens the dialog to request an earlier time
 * instead.
 */
function useBooking(doctor: Bookable, isAsked: boolean, onWish?: () => void) {
  const booking = useOpenings(isAsked);
  return {
    show: booking.start,
    shown: booking.opening > 0 && (
      <BookingDialog
        key={booking.opening}
        doctor={doctor}
        open={booking.isOpen}
        onOpenChange={booking.setOpen}
        {...(onWish && {
          onWish: () => {
            booking.setOpen(false);
            onWish();
          },
        })}
      />
    ),
  };
}
