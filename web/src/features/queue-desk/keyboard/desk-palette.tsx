import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import { type DeskCommand, isKeyed, type PageCommand, worksAnywhere } from './desk-keys.ts';
import type { useDeskBoard } from './use-desk-board.ts';

/** Lazily loaded when the command palette is first opened. */
const PaletteDialog = fetchedDialog(
  async () => (await import('./palette-dialog.tsx')).PaletteDialog,
);

/** The desk's command palette, and what happens when a user chooses one of its results [DESK-6]. */
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
  /** If given, the results contain only entries of this doctor. */
  doctorId?: string;
  commands: readonly DeskCommand[];
  onDoctor?: (doctorId: string) => void;
  /** Selects a queue entry in its line and shows the entry. */
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

/**
 * Whether a command belongs in the command palette. The commands "next" and "previous" make no
 * sense in a palette.
 */
function isOfPage(command: DeskCommand): command is PageCommand {
  const walks = command === 'next' || command === 'previous';
  return !walks && !isKeyed(command) && !worksAnywhere(command);
}
