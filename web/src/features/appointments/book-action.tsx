import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';

const BookingDialog = fetchedDialog(async () => (await import('./slot-dialog.tsx')).BookingDialog);

/** The button to book a doctor; disabled while the doctor is Offline [PAT-8, ROUTE-16]. */
export function BookAction({ doctor }: { doctor: Doctor }): ReactNode {
  const { appointments: t } = useMessages('appointments');
  const [open, setOpen] = useState(false);
  /** Counts the openings, so that each has a new dialog; 0 loads no dialog code yet. */
  const [opening, setOpening] = useState(0);
  const reasonId = useId();
  const isOffline = doctor.status === 'Offline';
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
        onClick={() => {
          setOpening(opening + 1);
          setOpen(true);
        }}
      >
        {t.book}
        <span className="sr-only">{` ${t.bookOf(doctor.name)}`}</span>
      </Button>
      {opening > 0 && (
        <BookingDialog key={opening} doctor={doctor} open={open} onOpenChange={setOpen} />
      )}
    </div>
  );
}
