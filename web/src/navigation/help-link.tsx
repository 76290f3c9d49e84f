import type { MouseEvent, ReactNode } from 'react';
import { openHelp } from './open-help.ts';

/**
 * A link to a page of help. A press opens it beside the screen, which keeps its state; the middle
 * mouse button opens the page itself.
 */
export function HelpLink({
  address,
  className,
  children,
  label,
  onOpen,
}: {
  address: string;
  className: string;
  children: ReactNode;
  /** Names a link that shows only an icon, for screen readers and as its tooltip. */
  label?: string;
  onOpen?: () => void;
}): ReactNode {
  function press(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    onOpen?.();
    openHelp(address);
  }
  return (
    <a
      href={address}
      className={className}
      {...(label === undefined ? {} : { 'aria-label': label, title: label })}
      onClick={press}
    >
      {children}
    </a>
  );
}
