import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type ReactNode, useState } from 'react';
import { SendOnDialog } from './send-on-dialog.tsx';
import { VisitDialog } from './visit-dialog.tsx';

/** The target of a patient: now, another line, or later, planned stops of the visit. */
export interface Onward {
  readonly entry: StaffEntry;
  readonly when: 'now' | 'later';
}

/** The dialog to send a patient on, or to view and plan the visit [LINE-3]. */
export function OnwardDialog({
  onward: { entry, when },
  onClose,
  onSent,
}: {
  onward: Onward;
  onClose: () => void;
  /** Called after sending on, before anything is refetched. */
  onSent?: (() => void) | undefined;
}): ReactNode {
  const [shown, show] = useState(when);
  return shown === 'now' ? (
    <SendOnDialog entry={entry} onClose={onClose} onSent={onSent} onPlan={() => show('later')} />
  ) : (
    <VisitDialog entry={entry} onClose={onClose} />
  );
}
