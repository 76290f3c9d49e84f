import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import { type DeskCommand, isKeyed, type PageCommand, worksAnywhere } from './desk-keys.ts';
import type { useDeskBoard } from './use-desk-board.ts';

/** Lazily loaded when it is first opened. */
const PaletteDialog = fetchedDialog(
  async () => (await import('./palette-dialog.tsx')).PaletteDialog,
);

/** The desk's command palette and the effect of its results [DESK-6]. */
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
  /** Limits the results to this doctor. */
  doctorId?: string;
  commands: readonly DeskCommand[];
  onDoctor?: (doctorId: string) => void;
  /** Goes to an entry of one of the lists. */
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

/** Excludes next and previous, which make no sense in a palette. */
function isOfPage(command: DeskCommand): command is PageCommand {
  const walks = command === 'next' || command === 'previous';
  return !walks && !isKeyed(command) && !worksAnywhere(command);
}
