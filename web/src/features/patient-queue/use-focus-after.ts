import { useLayoutEffect } from 'react';
import { focusHeading } from './focus-heading.ts';

/** Moves the focus to the page heading when a part with the focus, or its dialog, disappears. */
export function useFocusAfter(): void {
  useLayoutEffect(
    () => () => {
      // The element is still in the document and is removed right after this.
      const last = document.activeElement;
      setTimeout(() => {
        if (!last?.isConnected && document.activeElement === document.body) focusHeading();
      });
    },
    [],
  );
}
