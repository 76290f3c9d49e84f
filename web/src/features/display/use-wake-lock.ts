import { useEffect } from 'react';

/** Holds a wake lock while the page is visible, where the browser supports it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isGone = false;
    async function requestLock(): Promise<void> {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      try {
        const held = await navigator.wakeLock.request('screen');
        if (isGone) await held.release();
        else lock = held;
      } catch {
        // A low battery or a setting can prevent the lock, and the screen may then turn off.
      }
    }
    const again = () => void requestLock();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}
