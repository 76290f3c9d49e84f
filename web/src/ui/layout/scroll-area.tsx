import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** What scrolls within itself where there is much of it; the keyboard reaches it too. `className` gives its height. */
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
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- or no key could scroll it
      tabIndex={0}
      className={classNames('overflow-y-auto', className)}
    >
      {children}
    </div>
  );
}
