import { Moon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';

/** Fetched when it is opened: once a day. */
const CloseDayDialog = lazy(async () => {
  const module = await import('./close-day-dialog.tsx');
  return { default: module.CloseDayDialog };
});

/** Shows what of the day is still open and closes it; for those who run the desk [DAY-1]. */
export function CloseDayButton(): ReactNode {
  const { dayEnd } = useMessages('dayEnd');
  const role = useUser()?.role;
  const [isOpen, setOpen] = useState(false);
  if (role !== 'receptionist' && role !== 'hospital_admin') return null;
  return (
    <>
      <Button icon={<Moon aria-hidden="true" />} onClick={() => setOpen(true)}>
        {dayEnd.button}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CloseDayDialog mayConsult={role === 'hospital_admin'} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
