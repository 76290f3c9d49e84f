import type { StaffEntry } from '@baari/contract/queue.ts';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { ConfirmEntry } from './confirm-entry.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NotesDialog } from './notes-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { UrgencyDialog } from './urgency-dialog.tsx';
import { type DeskActions, useDeskActions } from './use-desk-actions.ts';

/** What is asked before it is done. */
export type DeskQuestion = 'reject' | 'notes' | 'urgency' | 'remove' | 'noShow' | 'move';

export interface Desk extends DeskActions {
  /** Opens the dialog that asks for the rest. */
  readonly ask: (question: DeskQuestion, entry: StaffEntry, place?: number) => void;
}

interface Asked {
  readonly question: DeskQuestion;
  readonly entry: StaffEntry;
  /** Where a move is to lead, when that is known already. */
  readonly place: number | undefined;
  /** Counts the questions, so that each starts with an empty form. */
  readonly turn: number;
}

const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = use(DeskContext);
  if (!desk) throw new Error('useDesk needs a DeskProvider above it');
  return desk;
}

/** The actions of the desk and the dialogs they open, for everything inside. */
export function DeskProvider({ children }: { children: ReactNode }): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [open, setOpen] = useState(false);
  const ask = useCallback((question: DeskQuestion, entry: StaffEntry, place?: number) => {
    setAsked((before) => ({ question, entry, place, turn: (before?.turn ?? 0) + 1 }));
    setOpen(true);
  }, []);
  const askReason = useCallback(
    (entry: StaffEntry, place: number) => ask('move', entry, place),
    [ask],
  );
  const actions = useDeskActions(askReason);
  const desk = useMemo(() => ({ ...actions, ask }), [actions, ask]);

  function dialog(): ReactNode {
    if (!asked) return null;
    const { entry, question, place, turn } = asked;
    const props = { entry, open, onOpenChange: setOpen };
    switch (question) {
      case 'reject':
        return <RejectDialog key={turn} {...props} onReject={actions.reject} />;
      case 'notes':
        return <NotesDialog key={turn} {...props} onAdd={actions.note} />;
      case 'urgency':
        return <UrgencyDialog key={turn} {...props} onJudge={actions.judge} />;
      case 'move':
        return <MoveDialog key={turn} {...props} place={place} onMove={actions.moveTo} />;
      case 'remove':
        return <ConfirmEntry key={turn} {...props} kind="remove" onConfirm={actions.remove} />;
      case 'noShow':
        return <ConfirmEntry key={turn} {...props} kind="noShow" onConfirm={actions.noShow} />;
    }
  }

  return (
    <DeskContext value={desk}>
      {children}
      {dialog()}
    </DeskContext>
  );
}
