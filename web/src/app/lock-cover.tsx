import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useMessages } from '../i18n/language.tsx';
import { watchIdle } from '../session/idle-watch.ts';
import { lockSession, useIsLocked } from '../session/session.ts';
import { SessionChecking } from '../session/session-checking.tsx';

/**
 * Counts the idle time of staff pages, and covers a page whose session expired for inactivity,
 * including its open dialogs. Nothing below the cover is visible, focusable or read out until
 * someone signs in. The page keeps its state.
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
        // While the device is offline, the page is covered without the sign-in form, and loading
        // the form is retried.
        again = setTimeout(() => void fetchScreen(), againMs);
      }
    }
    // Loading the sign-in form is delayed, so that the page's own requests come first.
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
    // Opens the cover in the browser's top layer, above every dialog of the page, which becomes
    // inert.
    dialog.showModal();
    const stay = (event: Event) => event.preventDefault();
    // Dialogs below the cover must not close by a key that was pressed on the cover.
    const keep = (event: KeyboardEvent) => event.stopPropagation();
    dialog.addEventListener('cancel', stay);
    dialog.addEventListener('keydown', keep);
    return () => {
      dialog.removeEventListener('cancel', stay);
      dialog.removeEventListener('keydown', keep);
      dialog.close();
    };
  }, []);

  // The cover is rendered in a portal beside the page root, because an open dialog makes the page
  // inert.
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
