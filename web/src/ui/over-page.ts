import { createContext, use, useEffect, useEffectEvent } from 'react';

/**
 * Called with a function that closes the dialog when the dialog opens. The returned function must
 * be called when the dialog has closed.
 */
export type OpenOver = (close: () => void) => () => void;

/**
 * Lets the browser's Back button close a dialog. Undefined on a page that does not handle the
 * browser history itself.
 */
export const OpenOverContext = createContext<OpenOver | undefined>(undefined);

/**
 * While `open` is true, the browser's Back button calls `close` instead of leaving the page. The
 * Escape key does the same.
 */
export function useClosedByBack(open: boolean, close: () => void): void {
  const openOver = use(OpenOverContext);
  const onBack = useEffectEvent(close);
  useEffect(() => (open ? openOver?.(onBack) : undefined), [open, openOver]);
}
