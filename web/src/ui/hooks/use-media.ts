import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches, now and after changes. */
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
