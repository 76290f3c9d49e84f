import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { initialsOf } from './text/initials.ts';

/**
 * A person's photo or, without a photo, the initials. It is hidden from screen readers, because the
 * name is beside it.
 */
export function Avatar({
  name,
  image = null,
  size = 'medium',
}: {
  name: string;
  image?: string | null;
  size?: 'small' | 'medium' | 'large';
}): ReactNode {
  const [failed, setFailed] = useState<string>();
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-primary-soft font-semibold text-primary-ink uppercase select-none',
        sizes[size],
      )}
    >
      {image === null || image === failed ? (
        initialsOf(name)
      ) : (
        <img
          src={image}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setFailed(image)}
        />
      )}
    </span>
  );
}

const sizes = { small: 'size-8 text-xs', medium: 'size-10 text-sm', large: 'size-16 text-xl' };
