import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import { type DeskCommand, isKeyed, type PageCommand, worksAnywhere } from './desk-keys.ts';
import type { useDeskBoard } from './use-desk-board.ts';

/** Fetched when it is first opened. */
const PaletteDialog = fetchedDialog(
  async () => (await import('./palette-dialog.tsx')).PaletteDialog,
);

/** The palette of a desk's page: what it finds, and what becomes of it [DESK-6]. */
export function DeskPalette({
  palette: { isOpen, onEnded, onFound, ...palette },
  hospitalId,
  doctorId,
  commands,
  onDoctor,
  onShow,
}: {
  palette: ReturnType<typeof useDeskBoard>['palette'];
  hospitalId: string;
  /** Of this doctor alone. */
  doctorId?: string;
  commands: readonly DeskCommand[];
  onDoctor?: (doctorId: string) => void;
  /** Goes to one who is in one of the lists. */
  onShow: (entry: StaffEntry) => void;
}): ReactNode {
  if (!isOpen) return null;
  return (
    <PaletteDialog
      {...palette}
      hospitalId={hospitalId}
      doctorId={doctorId}
      commands={commands.filter(isOfPage)}
      onDoctor={onDoctor}
      onPatient={(entry) => {
        if (entry.endedAt !== null) return onEnded(entry);
        onFound(entry);
        onShow(entry);
      }}
    />
  );
}

/** Walking through a list by name would lead nowhere. */
function isOfPage(command: DeskCommand): command is PageCommand {
  const walks = command === 'next' || command === 'previous';
  return !walks && !isKeyed(command) && !worksAnywhere(command);
}
