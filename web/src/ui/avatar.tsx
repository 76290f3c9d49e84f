import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { initialsOf } from './initials.ts';

/** A person as initials; silent, because the name stands beside it. */
export function Avatar({
  name,
  size = 'medium',
}: {
  name: string;
  size?: 'small' | 'medium' | 'large';
}): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center rounded-full bg-primary-soft font-semibold text-primary-ink uppercase select-none',
        sizes[size],
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

const sizes = { small: 'size-8 text-xs', medium: 'size-10 text-sm', large: 'size-16 text-xl' };
