import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { ClipboardList } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';

/** The kind of a visit and who chose it, for staff; nothing if unknown [QST-12]. */
export function VisitKindLine({ entry }: { entry: StaffEntry }): ReactNode {
  const { visitKind: t } = useMessages('visitKind');
  const { visitKind } = entry;
  if (visitKind === null) return null;
  return (
    <p className="flex items-start gap-1.5 text-sm wrap-anywhere text-ink-soft">
      <ClipboardList aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="font-medium text-ink">{t.kinds[visitKind.kind]}</span>
        {` (${t.by[visitKind.by]})`}
      </span>
    </p>
  );
}
