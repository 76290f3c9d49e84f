import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * What is printed instead of the page while it is mounted; on the screen it is not there. `paper`
 * is its size: a ticket fits A6 and, narrower, a roll of 80 mm.
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
