import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** The logo: a short row of dots, one of them larger and coloured. */
export function LogoMark({ className = 'h-6 w-[46px]' }: { className?: string }): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 46 24" className={className}>
      <circle cx="4" cy="12" r="3.5" className="fill-primary" />
      <circle cx="14.5" cy="12" r="3.5" className="fill-primary" />
      <circle cx="28" cy="12" r="7" className="fill-turn" />
      <circle cx="41.5" cy="12" r="3.5" className="fill-primary" />
    </svg>
  );
}

/**
 * The logo and the name Baari, which is always in lower case. The link around them has the
 * accessible name.
 */
export function Logo({ className }: { className?: string }): ReactNode {
  return (
    <span className={classNames('inline-flex items-center gap-2', className)}>
      <LogoMark className="h-5 w-[38px] sm:h-6 sm:w-[46px]" />
      <span
        aria-hidden="true"
        className="text-lg leading-none sm:text-xl font-bold tracking-tight text-ink"
      >
        {'baari'}
      </span>
    </span>
  );
}
