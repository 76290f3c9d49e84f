import { useLayoutEffect } from 'react';

/**
 * Moves the focus when a part that contains it disappears: to the element of `selector`, else to
 * the page heading.
 */
export function useFocusGoesOn(selector: string): void {
  useLayoutEffect(
    () => () => {
      // The element is still in the document and is removed right after this.
      const last = document.activeElement;
      setTimeout(() => {
        if (last?.isConnected || document.activeElement !== document.body) return;
        const target =
          document.querySelector<HTMLElement>(selector) ?? document.querySelector('h1');
        target?.focus({ preventScroll: true });
      });
    },
    [selector],
  );
}
