import { Undo2 } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { actionTexts, type AnyActionTexts } from '../../../i18n/action-texts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { pauseUndo, resumeUndo, useLastEnded } from './undo.store.ts';

/**
 * A bar that offers to undo the latest action that ended a queue entry. It is shown for ten seconds
 * [DESK-1].
 */
export function UndoBar({ onUndo }: { onUndo: () => void }): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const ended = useLastEnded();
  // Restarts the timer on unmount, because no pointerleave event comes if the bar disappears under
  // the pointer.
  useEffect(() => resumeUndo, []);
  if (ended === undefined) return null;
  const { action, entry } = ended;
  const texts: AnyActionTexts = actionTexts(queueDesk)[action];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pauses the timer while it is read
    <section
      aria-label={queueDesk.undoLabel}
      onPointerEnter={pauseUndo}
      onPointerLeave={resumeUndo}
      onFocus={pauseUndo}
      onBlur={resumeUndo}
      className="fixed inset-x-3 bottom-[calc(max(0.75rem,env(safe-area-inset-bottom))+var(--action-bar,0px))] z-40 mx-auto flex w-fit max-w-full items-center gap-3 rounded-card border border-line bg-surface py-2 pe-2 ps-4 shadow-lg print:hidden"
    >
      <p className="min-w-0 text-[0.9375rem] wrap-anywhere text-ink">
        {texts.done(entry.patient.fullName, entry.position)}
      </p>
      <Button
        size="small"
        icon={<Undo2 aria-hidden="true" />}
        iconAfter={
          <span className="hidden md:pointer-fine:inline">
            <Kbd>z</Kbd>
          </span>
        }
        aria-keyshortcuts="z"
        onClick={onUndo}
      >
        {queueDesk.undo}
      </Button>
    </section>
  );
}
