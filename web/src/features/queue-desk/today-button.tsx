import type { StaffEntry } from '@baari/contract/queue.ts';
import { History } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { useTodayAddress } from './use-today.ts';

/** Fetched when it is wanted: most of the day nobody looks back. */
const TodayDialog = lazy(async () => {
  const module = await import('./today-dialog.tsx');
  return { default: module.TodayDialog };
});

/** Opens the list of today's visits: to find one, and to bring one back [DESK-1, DESK-2]. */
export function TodayButton({
  hospitalId,
  doctorId,
  sought,
  onShow,
}: {
  hospitalId: string;
  /** Of this doctor alone. */
  doctorId?: string;
  /** What is sought at first, where the palette has found it. */
  sought: string;
  /** Goes to one who still waits. */
  onShow: (entry: StaffEntry) => void;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const { isOpen, setOpen } = useTodayAddress();
  return (
    <>
      <Button
        icon={<History aria-hidden="true" />}
        aria-keyshortcuts="v"
        onClick={() => setOpen(true)}
      >
        {queueDesk.today}
      </Button>
      {isOpen && (
        <Suspense>
          <TodayDialog
            hospitalId={hospitalId}
            doctorId={doctorId}
            sought={sought}
            onClose={() => setOpen(false)}
            onShow={(entry) => {
              setOpen(false);
              onShow(entry);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
