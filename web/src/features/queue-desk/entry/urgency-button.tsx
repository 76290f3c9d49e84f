import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { UrgencyBadge } from '../../../ui/urgency-badge.tsx';
import { useDesk } from '../desk.tsx';
import { useUnderway } from '../actions/desk-changes.store.ts';
import { isMove } from '../actions/desk-changes.ts';

/** The urgency of a waiting patient, with a button to change it [INV-12]. */
export function UrgencyButton({
  entry,
  describedBy,
}: {
  entry: StaffEntry;
  /** The id of the element with the patient's name, which describes the button. */
  describedBy: string;
}): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  const desk = useDesk();
  const underway = useUnderway(entry.id);
  return (
    <button
      type="button"
      title={queueDesk.actions.urgency.label}
      aria-describedby={describedBy}
      disabled={underway !== undefined && !isMove(underway)}
      // The negative margin makes the button tall enough to tap without making the list item
      // taller.
      className="-my-2.5 flex group min-h-11 shrink-0 items-center rounded-full text-ink-soft hover:text-ink disabled:opacity-55 md:pointer-fine:-my-1 md:pointer-fine:min-h-8"
      onClick={() => desk.ask('urgency', entry)}
    >
      {/* A border and a pencil distinguish it from a badge without an action. */}
      <span className="flex items-center gap-1.5 rounded-full border border-control-line/60 pe-2 group-hover:border-control-line print:border-0 print:pe-0">
        <UrgencyBadge urgency={entry.urgency} />
        <Pencil aria-hidden="true" className="size-3.5 shrink-0 print:hidden" />
      </span>
      <span className="sr-only">{queueDesk.actions.urgency.label}</span>
    </button>
  );
}
