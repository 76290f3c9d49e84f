/**
 * Shows once that a colleague acted first, although a press and an open dialog may both detect it
 * [ERR-8].
 */
import type { LastChange, StaffEntry } from '@baari/contract/queue/queue.ts';
import { toast } from '../../ui/feedback/toast.ts';

/** The last change shown, by entry and time. */
let announcedText = '';

/** Shows a colleague's change to an entry, unless it was the last one shown. */
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
