import { useCallback, useSyncExternalStore } from 'react';

/** Whether a CSS media query matches. The value updates when the match changes. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (heard: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', heard);
      return () => list.removeEventListener('change', heard);
    },
    [query],
  );
  const matches = () => matchMedia(query).matches;
  return useSyncExternalStore(watch, matches, matches);
}
