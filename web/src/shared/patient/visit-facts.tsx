import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { ClipboardList } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { LateAlertMark } from '../answer-summary/late-answers.tsx';

/** What staff should know of a visit before it begins, wherever they see the patient. */
export function VisitFacts({ entry }: { entry: StaffEntry }): ReactNode {
  return <KindLine kind={entry.visitKind} />;
}

/** The facts of a visit that show in a row of one line, as icons with words for screen readers. */
export function VisitMarks({ entry }: { entry: StaffEntry }): ReactNode {
  return <LateAlertMark visitId={entry.id} />;
}

/** The kind of a visit and who chose it; nothing if unknown [QST-12]. */
function KindLine({ kind: known }: { kind: StaffEntry['visitKind'] }): ReactNode {
  const { visitKind: t } = useMessages('visitKind');
  if (known === null) return null;
  return (
    <p className="flex items-start gap-1.5 text-sm wrap-anywhere text-ink-soft">
      <ClipboardList aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <span className="font-medium text-ink">{t.kinds[known.kind]}</span>
        {` (${t.by[known.by]})`}
      </span>
    </p>
  );
}
