import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Content that replaces the page in print while mounted, and that the screen does not show. `paper`
 * is the paper size: a ticket fits A6 and, narrower, an 80 mm roll;
 * a hand-off note takes the printer's own paper.
 */
export function PrintSheet({
  paper,
  children,
}: {
  paper: 'ticket' | 'poster' | 'questions' | 'hand-off';
  children: ReactNode;
}): ReactNode {
  return createPortal(
    <div className={`print-sheet print-${paper}`} aria-hidden="true">
      {children}
    </div>,
    document.body,
  );
}
