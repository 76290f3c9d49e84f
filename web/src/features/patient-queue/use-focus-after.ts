import { useLayoutEffect } from 'react';
import { focusHeading } from './focus-heading.ts';

/**
 * Moves the focus to the page heading when a component with the focus disappears. The focus may
 * also be in the component's dialog.
 */
export function useFocusAfter(): void {
  useLayoutEffect(
    () => () => {
      // The element is still in the document here. It is removed immediately afterwards.
      const last = document.activeElement;
      setTimeout(() => {
        if (!last?.isConnected && document.activeElement === document.body) focusHeading();
      });
    },
    [],
  );
}
