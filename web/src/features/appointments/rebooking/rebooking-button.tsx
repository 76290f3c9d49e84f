import { CalendarSync } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';

const RebookingDialog = fetchedDialog(
  async () => (await import('./rebooking-dialog.tsx')).RebookingDialog,
);

/**
 * The button that opens the plan for moving several bookings together, of one doctor or of the
 * whole hospital.
 */
export function RebookingButton({ doctorId }: { doctorId: string | undefined }): ReactNode {
  const { rebooking: t } = useMessages('rebooking');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<CalendarSync aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t.moveTogether}
      </Button>
      {open && <RebookingDialog doctorId={doctorId} onClose={() => setOpen(false)} />}
    </>
  );
}
