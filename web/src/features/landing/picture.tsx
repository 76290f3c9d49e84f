import type { ReactNode } from 'react';

/**
 * An illustration made of the product's own components. It cannot be used and is hidden from screen
 * readers; the caption describes it.
 */
export function Picture({
  caption,
  children,
}: {
  caption: string;
  children: ReactNode;
}): ReactNode {
  return (
    <figure className="relative min-w-0 rounded-card border border-line bg-sunken p-4 sm:p-8">
      <div inert className="mx-auto flex max-w-md flex-col gap-3 select-none">
        {children}
      </div>
      <figcaption className="sr-only">{caption}</figcaption>
    </figure>
  );
}
