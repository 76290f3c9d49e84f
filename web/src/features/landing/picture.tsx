import type { ReactNode } from 'react';

/**
 * A picture of the product made of its own components: seen, but neither pressed nor read out; the
 * caption says what it shows.
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
