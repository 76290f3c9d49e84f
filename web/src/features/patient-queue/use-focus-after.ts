import { useLayoutEffect } from 'react';
import { focusHeading } from './focus-heading.ts';

/** Who stood with the keyboard in what has gone by itself, or in its dialog, goes on from the page's heading. */
export function useFocusAfter(): void {
  useLayoutEffect(
    () => () => {
      // Still in the page: it is taken out right after this.
      const last = document.activeElement;
      setTimeout(() => {
        if (!last?.isConnected && document.activeElement === document.body) focusHeading();
      });
    },
    [],
  );
}
