import { useCallback, useSyncExternalStore } from 'react';

/** Whether the screen is as a media query says, now and when it changes. */
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
