import { useLayoutEffect } from 'react';

/**
 * Whoever stood with the keyboard in what has gone goes on where `selector` leads: to what took its place, else to the
 * heading of the page.
 */
export function useFocusGoesOn(selector: string): void {
  useLayoutEffect(
    () => () => {
      // Still in the page: it is taken out right after this.
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
