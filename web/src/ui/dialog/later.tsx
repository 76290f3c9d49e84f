import { type ReactNode, useDeferredValue, useEffect } from 'react';

let isFirstPageRendered = false;

/**
 * Content further down the page: on the first page of a visit it renders shortly after the rest,
 * which it must not delay. It must not shift existing content.
 */
export function Later({ children }: { children: ReactNode }): ReactNode {
  const isTime = useDeferredValue(true, isFirstPageRendered);
  useEffect(() => {
    isFirstPageRendered = true;
  }, []);
  return isTime ? children : null;
}
