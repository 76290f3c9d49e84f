import type { ReactNode } from 'react';
import { contentId } from '../content-id.ts';

/** Nothing around the page: screens on walls and kiosks. */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  return (
    <div id={contentId} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
