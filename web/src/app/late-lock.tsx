import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useUser } from '../session/session.ts';

const againMs = 5000;

/** The lock of staff's pages, fetched for staff alone. */
export function LateLock(): ReactNode {
  const isStaff = (useUser()?.role ?? 'patient') !== 'patient';
  const [Lock, setLock] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (!isStaff) return undefined;
    let isWanted = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    async function fetchLock(): Promise<void> {
      try {
        const { LockCover } = await import('./lock-cover.tsx');
        if (isWanted) setLock(() => LockCover);
      } catch {
        // The network is away; the server ends the session by itself, and this is asked for again.
        again = setTimeout(() => void fetchLock(), againMs);
      }
    }
    void fetchLock();
    return () => {
      isWanted = false;
      clearTimeout(again);
    };
  }, [isStaff]);

  return isStaff && Lock ? <Lock /> : null;
}
