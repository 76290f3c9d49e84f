import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import type { ViewChoices } from './view-dialog.tsx';

/** Lazily loaded, because it is rarely used. */
const ViewDialog = fetchedDialog(async () => (await import('./view-dialog.tsx')).ViewDialog);

/**
 * The button that opens the dialog with the user's view and sound settings of the desk [DESK-3].
 */
export function ViewButton(choices: ViewChoices): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<SlidersHorizontal aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {queueDesk.view}
      </Button>
      {isWanted && <ViewDialog open={isOpen} onOpenChange={setOpen} {...choices} />}
    </>
  );
}
