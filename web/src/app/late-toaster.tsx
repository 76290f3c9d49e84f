import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { fetchWindows } from '../ui/dialog/dialog.tsx';
import { onEarlyToast } from '../ui/feedback/toast.ts';

const againMs = 5000;
const touches = ['pointerdown', 'keydown'] as const;

/**
 * Lazily loads toasts and dialogs at the first press of a key or pointer, because a dialog opens
 * only after a press. A page that is only read does not load them. A toast that appears without a
 * press loads them too.
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
        // While the device is offline, loading is retried, and the failure must not crash the page.
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
