import type { ReactNode } from 'react';

/** One fact of a list, such as a phone number, with its icon. */
export function FactLine({ icon, children }: { icon: ReactNode; children: ReactNode }): ReactNode {
  return (
    <li className="flex items-start gap-2">
      <span aria-hidden="true" className="mt-0.5 text-ink-soft">
        {icon}
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
