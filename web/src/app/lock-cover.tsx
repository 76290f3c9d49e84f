import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMessages } from '../i18n/language.tsx';
import { watchIdle } from '../session/idle-watch.ts';
import { lockSession, useIsLocked } from '../session/session.ts';
import { SessionChecking } from '../session/session-checking.tsx';

/**
 * Counts how long nobody uses the pages of staff, and covers a page whose session ended for want of use, whatever windows are open on it: nothing below can
 * be seen, reached or heard until somebody has signed in. The page stays as it was.
 */
export function LockCover(): ReactNode {
  const isLocked = useIsLocked();
  const [Screen, setScreen] = useState<ComponentType | null>(null);

  useEffect(() => (isLocked ? undefined : watchIdle(lockSession)), [isLocked]);

  useEffect(() => {
    let isWanted = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    async function fetchScreen(): Promise<void> {
      try {
        const { LockScreen } = await import('../features/identity/sign-in/lock-screen.tsx');
        if (isWanted) setScreen(() => LockScreen);
      } catch {
        // The network is away: the page is covered all the same, and this is asked for again.
        again = setTimeout(() => void fetchScreen(), againMs);
      }
    }
    // After what the page needs for itself.
    again = setTimeout(() => void fetchScreen(), isLocked ? 0 : laterMs);
    return () => {
      isWanted = false;
      clearTimeout(again);
    };
  }, [isLocked]);

  return isLocked ? <Cover>{Screen ? <Screen /> : <SessionChecking />}</Cover> : null;
}

const laterMs = 15_000;
const againMs = 5000;

function Cover({ children }: { children: ReactNode }): ReactNode {
  const t = useMessages();
  const cover = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = cover.current;
    if (!dialog) return undefined;
    // In the browser's top layer: above every window of the page, and all else is inert.
    dialog.showModal();
    const stay = (event: Event) => event.preventDefault();
    // The windows below must not close by a key meant for this one.
    const keep = (event: KeyboardEvent) => event.stopPropagation();
    dialog.addEventListener('cancel', stay);
    dialog.addEventListener('keydown', keep);
    return () => {
      dialog.removeEventListener('cancel', stay);
      dialog.removeEventListener('keydown', keep);
      dialog.close();
    };
  }, []);

  // Beside the page, which a window that is open on it keeps from being reached.
  return createPortal(
    <dialog
      ref={cover}
      aria-label={t.common.locked}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto border-0 bg-canvas p-0 text-ink"
    >
      {children}
    </dialog>,
    document.body,
  );
}
