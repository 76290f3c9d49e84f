import { createContext, use, useEffect, useEffectEvent } from 'react';

/**
 * Called when a dialog opens, with its close function; the returned function is called when it has
 * closed.
 */
export type OpenOver = (close: () => void) => () => void;

/** Lets the browser's Back close a dialog; undefined on a page without its own history handling. */
export const OpenOverContext = createContext<OpenOver | undefined>(undefined);

/** While `open`, the browser's Back calls `close`, as Escape does, instead of leaving the page. */
export function useClosedByBack(open: boolean, close: () => void): void {
  const openOver = use(OpenOverContext);
  const onBack = useEffectEvent(close);
  useEffect(() => (open ? openOver?.(onBack) : undefined), [open, openOver]);
}
