import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { fetchWindows } from '../ui/dialog/dialog.tsx';
import { onEarlyToast } from '../ui/feedback/toast.ts';

const againMs = 5000;
const touches = ['pointerdown', 'keydown'] as const;

/**
 * Toasts and windows are fetched at the first touch, before anything can have caused one, so that a
 * page that is only read does without them; a toast that comes by itself fetches them too.
 */
export function LateToaster(): ReactNode {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    let isWanted = false;
    function want(): void {
      if (isWanted) return;
      isWanted = true;
      void arrive();
    }
    async function arrive(): Promise<void> {
      try {
        const [{ Toaster: arrived }] = await Promise.all([
          import('../ui/feedback/toaster.tsx'),
          fetchWindows(),
        ]);
        setToaster(() => arrived);
      } catch {
        // The network is away: toasts can wait for it, and the page must not fall with them.
        again = setTimeout(() => void arrive(), againMs);
      }
    }
    for (const touch of touches) addEventListener(touch, want, { capture: true, once: true });
    const unlisten = onEarlyToast(want);
    return () => {
      clearTimeout(again);
      for (const touch of touches) removeEventListener(touch, want, { capture: true });
      unlisten();
    };
  }, []);
  return Toaster && <Toaster />;
}
