import { useState } from 'react';

/**
 * Whether a dialog is open, and how often it was opened. The count gives the dialog a new form each
 * time it opens.
 */
export function useOpenings(isOpenAtFirst = false) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [opening, setOpening] = useState(isOpenAtFirst ? 1 : 0);
  function start(): void {
    setOpening(opening + 1);
    setOpen(true);
  }
  return { isOpen, opening, setOpen, start };
}
