import { type ReactNode, useDeferredValue, useEffect } from 'react';

let isFirstPageRendered = false;

/**
 * Renders content that is further down the page. After the first page load it renders with a short
 * delay, so that the content above is shown sooner.
 */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const isTime = useDeferredValue(true, isFirstPageRendered);
  useEffect(() => {
    isFirstPageRendered = true;
  }, []);
  return isTime ? children : null;
}
