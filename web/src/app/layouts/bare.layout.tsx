import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { contentId } from '../content-id.ts';

/** Nothing around the page: screens on walls and kiosks. */
export function Layout(): ReactNode {
  return (
    <div id={contentId} tabIndex={-1} className="outline-none">
      <Outlet />
    </div>
  );
}
