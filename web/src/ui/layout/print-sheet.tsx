import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Replaces the page in print while mounted, and is hidden on the screen. `paper` is its size: a
 * ticket fits A6 and, narrower, an 80 mm roll.
 */
export function PrintSheet({
  paper,
  children,
}: {
  paper: 'ticket' | 'poster' | 'questions';
  children: ReactNode;
}): ReactNode {
  return createPortal(
    <div className={`print-sheet print-${paper}`} aria-hidden="true">
      {children}
    </div>,
    document.body,
  );
}
