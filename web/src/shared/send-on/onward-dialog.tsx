import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type ReactNode, useState } from 'react';
import { SendOnDialog } from './send-on-dialog.tsx';
import { VisitDialog } from './visit-dialog.tsx';

/**
 * The patient whom staff forward, and the dialog to open: `now` forwards the patient, `later` plans
 * the next steps of the visit.
 */
export interface Onward {
  readonly entry: StaffEntry;
  readonly when: 'now' | 'later';
}

/**
 * The dialog in which staff forward a patient to another line, or view and plan the visit's next
 * steps [LINE-3].
 */
export function OnwardDialog({
  onward: { entry, when },
  onClose,
  onSent,
}: {
  onward: Onward;
  onClose: () => void;
  /** Called after the patient was forwarded, before any data is fetched again. */
  onSent?: (() => void) | undefined;
}): ReactNode {
  const [shown, show] = useState(when);
  return shown === 'now' ? (
    <SendOnDialog entry={entry} onClose={onClose} onSent={onSent} onPlan={() => show('later')} />
  ) : (
    <VisitDialog entry={entry} onClose={onClose} />
  );
}
