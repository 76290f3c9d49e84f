/**
 * Shows a message once that a colleague acted first, even if both a button press and an open dialog
 * detect the colleague's action [ERR-8].
 */
import type { LastChange, StaffEntry } from '@baari/contract/queue/queue.ts';
import { toast } from '../../ui/feedback/toast.ts';

/** The colleague's change that was shown last, as a text made from entry and time. */
let announcedText = '';

/** Shows a colleague's change to a queue entry, unless this change was the last one shown. */
export function announceDecision(
  entry: Pick<StaffEntry, 'id'>,
  change: Pick<LastChange, 'at'>,
  { title, message }: { readonly title: string; readonly message: string },
): void {
  const key = `${entry.id} ${change.at}`;
  if (key === announcedText) return;
  announcedText = key;
  toast({ type: 'info', title, message });
}
