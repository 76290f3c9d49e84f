import { useLayoutEffect } from 'react';

/**
 * Moves the focus when the part of the page that contains it disappears. The focus moves to the
 * element of `selector`, or else to the page heading.
 */
export function useFocusGoesOn(selector: string): void {
  useLayoutEffect(
    () => () => {
      // The focused element is still in the document, but is removed right after this.
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
