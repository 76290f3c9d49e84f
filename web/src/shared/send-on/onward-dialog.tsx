import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type ReactNode, useState } from 'react';
import { SendOnDialog } from './send-on-dialog.tsx';
import { VisitDialog } from './visit-dialog.tsx';

/** Where somebody is to go: now, to another line, or later, as planned stops of the visit. */
export interface Onward {
  readonly entry: StaffEntry;
  readonly when: 'now' | 'later';
}

/** The window in which somebody is sent on, or the visit is looked at and planned [LINE-3]. */
export function OnwardDialog({
  onward: { entry, when },
  onClose,
  onSent,
}: {
  onward: Onward;
  onClose: () => void;
  /** Once somebody is sent on, before anything is read again. */
  onSent?: (() => void) | undefined;
}): ReactNode {
  const [shown, show] = useState(when);
  return shown === 'now' ? (
    <SendOnDialog entry={entry} onClose={onClose} onSent={onSent} onPlan={() => show('later')} />
  ) : (
    <VisitDialog entry={entry} onClose={onClose} />
  );
}
