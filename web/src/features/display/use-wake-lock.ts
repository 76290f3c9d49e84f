import { useEffect } from 'react';

/** Keeps the screen from going dark while the page is seen, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isGone = false;
    async function hold(): Promise<void> {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      try {
        const held = await navigator.wakeLock.request('screen');
        if (isGone) await held.release();
        else lock = held;
      } catch {
        // A low battery or a setting: the screen goes dark as it always did.
      }
    }
    const again = () => void hold();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}
