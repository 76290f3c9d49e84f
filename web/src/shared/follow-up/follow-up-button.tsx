import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';

const FollowUpDialog = fetchedDialog(
  async () => (await import('./follow-up-dialog.tsx')).FollowUpDialog,
);

/** The button that opens the dialog of a visit's follow-up. */
export function FollowUpButton({
  entry,
  label,
}: {
  entry: StaffEntry;
  /** The button's text; by default "Follow-up". */
  label?: string;
}): ReactNode {
  const { followUp: t } = useMessages('followUp');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        icon={<CalendarClock aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {label ?? t.title}
        <span className="sr-only">{` · ${entry.patient.fullName}`}</span>
      </Button>
      {isOpen && <FollowUpDialog entry={entry} onClose={() => setOpen(false)} />}
    </>
  );
}
