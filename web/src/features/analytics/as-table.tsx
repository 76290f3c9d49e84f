import { type ReactNode, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';

/** The data of a chart as a table, for screen readers and for exact values. */
export function AsTable({ children }: { children: ReactNode }): ReactNode {
  const { administration: t } = useMessages('administration');
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-primary-ink md:pointer-fine:min-h-8 print:hidden">
        {t.analytics.asTable}
      </summary>
      {open && children}
    </details>
  );
}
