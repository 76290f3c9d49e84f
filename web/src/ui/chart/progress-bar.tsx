import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** A bar that fills from `done` of `of`. Text beside it says the same to screen readers. */
export function ProgressBar({
  done,
  of,
  className,
}: {
  done: number;
  of: number;
  className?: string;
}): ReactNode {
  return (
    <progress
      aria-hidden="true"
      value={done}
      max={of}
      className={classNames(
        'block h-2 w-full appearance-none overflow-hidden rounded-full bg-line accent-primary',
        '[&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line',
        '[&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-primary',
        className,
      )}
    />
  );
}
