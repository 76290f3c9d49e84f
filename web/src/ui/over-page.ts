import { createContext, use, useEffect, useEffectEvent } from 'react';

/** Called when a window opens, with what closes it; the answer is called when it has closed. */
export type OpenOver = (close: () => void) => () => void;

/** Has the browser's Back close a window; undefined where a page has no history of its own. */
export const OpenOverContext = createContext<OpenOver | undefined>(undefined);

/** While `open`, the browser's Back calls `close`, as Escape does, instead of leaving the page. */
export function useClosedByBack(open: boolean, close: () => void): void {
  const openOver = use(OpenOverContext);
  const onBack = useEffectEvent(close);
  useEffect(() => (open ? openOver?.(onBack) : undefined), [open, openOver]);
}
