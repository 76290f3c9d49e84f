import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { useUser } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import { useTodayAddress } from './use-today.ts';

/** Lazily loaded, because it is rarely opened. */
const TodayDialog = fetchedDialog(async () => (await import('./today-dialog.tsx')).TodayDialog);

/** Lazily loaded, because it is opened once a day. */
const CloseDayDialog = fetchedDialog(
  async () => (await import('./close-day-dialog.tsx')).CloseDayDialog,
);

/**
 * The button that opens today's visits. There the desk can find or restore a visit, and close the
 * day [DESK-1, DESK-2, DAY-1].
 */
export function TodayButton({
  hospitalId,
  doctorId,
  sought,
  onShow,
}: {
  hospitalId: string;
  /** If given, the list shows only visits of this doctor. */
  doctorId?: string;
  /** The initial search text, taken from the command palette. */
  sought: string;
  onShow: (entry: StaffEntry) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { isOpen, setOpen } = useTodayAddress();
  const [isClosing, setClosing] = useState(false);
  const role = useUser()?.role;
  const runsDesk = role === 'receptionist' || role === 'hospital_admin';
  return (
    <>
      <Button
        icon={<History aria-hidden="true" />}
        aria-keyshortcuts="v"
        title={queueDesk.todayHint}
        onClick={() => setOpen(true)}
      >
        {queueDesk.today}
      </Button>
      {isOpen && (
        <TodayDialog
          hospitalId={hospitalId}
          doctorId={doctorId}
          sought={sought}
          onClose={() => setOpen(false)}
          {...(runsDesk && {
            onCloseDay: () => {
              setOpen(false);
              setClosing(true);
            },
          })}
          onShow={(entry) => {
            setOpen(false);
            onShow(entry);
          }}
        />
      )}
      {isClosing && (
        <CloseDayDialog mayConsult={role === 'hospital_admin'} onClose={() => setClosing(false)} />
      )}
    </>
  );
}
