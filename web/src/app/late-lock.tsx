import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useUser } from '../session/session.ts';

const againMs = 5000;

/**
 * Lazily loads the idle lock, which covers a staff page after inactivity. It is loaded for staff
 * only.
 */
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
        // While the device is offline, the server ends the session by itself, and loading the lock
        // is retried.
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
