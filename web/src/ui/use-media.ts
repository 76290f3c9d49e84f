import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Whether the screen is as a media query says, now and when it changes. */
export function useMedia(query: string): boolean {
  // Asked for once: it is looked at with every drawing.
  const list = useMemo(() => matchMedia(query), [query]);
  const watch = useCallback(
    (heard: () => void) => {
      list.addEventListener('change', heard);
      return () => list.removeEventListener('change', heard);
    },
    [list],
  );
  const matches = () => list.matches;
  return useSyncExternalStore(watch, matches, matches);
}
