import type { ReactNode } from 'react';
import { contentId } from '../content-id.ts';

/** A layout that adds nothing around the page: for displays and kiosks. */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  return (
    <div id={contentId} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
