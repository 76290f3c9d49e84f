import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns the focus to the button that opened an editor. While the editor was open, this button was
 * unmounted.
 */
export function useFocusBack(isAway: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) button.current?.focus();
    wasAway.current = isAway;
  }, [isAway]);
  return button;
}
