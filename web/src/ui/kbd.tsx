import type { ReactNode } from 'react';

/** Shows a key of the keyboard, such as F9. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded-[5px] border border-b-2 border-control-line/50 bg-surface px-1.5 py-0.5 font-sans text-xs font-semibold text-ink-soft">
      {children}
    </kbd>
  );
}
