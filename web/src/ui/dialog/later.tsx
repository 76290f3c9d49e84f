import { type ReactNode, useDeferredValue, useEffect } from 'react';

let isFirstPageDrawn = false;

/**
 * What lies further down the page: on the first one that a visit opens it is drawn a moment after the
 * rest, so that what one came for does not wait for it. It must not move what stands there already.
 */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const isTime = useDeferredValue(true, isFirstPageDrawn);
  useEffect(() => {
    isFirstPageDrawn = true;
  }, []);
  return isTime ? children : null;
}
