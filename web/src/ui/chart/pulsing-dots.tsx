import type { ReactNode } from 'react';

/**
 * The animated dots of the logo, as a busy indicator. They are hidden from screen readers, so show
 * text beside them.
 */
export function PulsingDots(): ReactNode {
  return (
    <span aria-hidden="true" className="inline-flex items-center gap-1">
      <span className="size-1.5 animate-pulse-dots rounded-full bg-current" />
      <span className="size-1.5 animate-pulse-dots rounded-full bg-current [animation-delay:0.15s]" />
      <span className="size-1.5 animate-pulse-dots rounded-full bg-current [animation-delay:0.3s]" />
    </span>
  );
}
