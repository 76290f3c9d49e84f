import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { ClipboardList, Languages, MessageSquareOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LateAlertMark } from '../answer-summary/late-answers.tsx';

/**
 * What staff should know about a patient before the visit begins. Every screen that shows the
 * patient uses this component.
 */
export function VisitFacts({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk: t } = useMessages('queueDesk');
  return (
    <>
      {entry.needsInterpreter && (
        <Badge tone="info" icon={Languages}>
          {t.needsInterpreter}
        </Badge>
      )}
      {entry.notReachedAt !== null && (
        <Badge tone="warning" icon={MessageSquareOff}>
          {t.notReached}
        </Badge>
      )}
      <KindLine kind={entry.visitKind} />
    </>
  );
}

/**
 * What staff should know about a patient before the visit, as icons for a compact list item. Screen
 * readers get words.
 */
export function VisitMarks({ entry }: { entry: StaffEntry }): ReactNode {
  const { queueDesk: t } = useMessages('queueDesk');
  return (
    <>
      {entry.needsInterpreter && (
        <span title={t.needsInterpreter} className="shrink-0 text-info-ink">
          <Languages aria-hidden="true" className="size-4" />
          <span className="sr-only">{t.needsInterpreter}</span>
        </span>
      )}
      {entry.notReachedAt !== null && (
        <span title={t.notReached} className="shrink-0 text-warning-ink">
          <MessageSquareOff aria-hidden="true" className="size-4" />
          <span className="sr-only">{t.notReached}</span>
        </span>
      )}
      <LateAlertMark visitId={entry.id} />
    </>
  );
}

/**
 * The kind of a visit, new or follow-up, and who chose it. Renders nothing if the kind is unknown
 * [QST-12].
 */
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
