import type { ReactNode } from 'react';

/**
 * The link that gets the focus on the first press of Tab. It leads past the navigation to the
 * content.
 */
export function SkipLink({ targetId, label }: { targetId: string; label: string }): ReactNode {
  return (
    <a
      href={`#${targetId}`}
      className="fixed top-2 inset-s-2 z-50 -translate-y-20 rounded-control bg-primary px-4 py-3 font-semibold text-on-primary focus:translate-y-0 print:hidden"
    >
      {label}
    </a>
  );
}
