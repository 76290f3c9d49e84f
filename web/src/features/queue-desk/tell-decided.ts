/** That a colleague was quicker: said once, though a press and an open window may both find out [ERR-8]. */
import type { LastChange, StaffEntry } from '@baari/contract/queue/queue.ts';
import { toast } from '../../ui/feedback/toast.ts';

/** The latest change that was told, by entry and time. */
let told = '';

/** Shows what a colleague did to an entry, unless that was shown last. */
export function tellDecided(
  entry: Pick<StaffEntry, 'id'>,
  change: Pick<LastChange, 'at'>,
  { title, message }: { readonly title: string; readonly message: string },
): void {
  const key = `${entry.id} ${change.at}`;
  if (key === told) return;
  told = key;
  toast({ type: 'info', title, message });
}
