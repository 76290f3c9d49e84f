import type { ReactNode } from 'react';

/** The dots of the mark, breathing: work is under way. Silent; say it in words beside. */
export function PulsingDots(): ReactNode {
  return (
    <span aria-hidden="true" className="inline-flex items-center gap-1">
      <span className="size-1.5 animate-pulse-dots rounded-full bg-current" />
      <span className="size-1.5 animate-pulse-dots rounded-full bg-current [animation-delay:0.15s]" />
      <span className="size-1.5 animate-pulse-dots rounded-full bg-current [animation-delay:0.3s]" />
    </span>
  );
}
