import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** A scrollable area that also scrolls by keyboard. `className` sets the height of the area. */
export function ScrollArea({
  label,
  className,
  children,
}: {
  label: string;
  className: string;
  children: ReactNode;
}): ReactNode {
  return (
    <div
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- needed to scroll by keyboard
      tabIndex={0}
      className={classNames('overflow-y-auto', className)}
    >
      {children}
    </div>
  );
}
