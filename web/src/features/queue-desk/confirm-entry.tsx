import type { QueueEntry } from '@baari/contract/queue.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';

/** Asks before someone loses the place [STAFF-4]; the answer shows at once. */
export function ConfirmEntry({
  entry,
  kind,
  open,
  onOpenChange,
  onConfirm,
}: {
  entry: QueueEntry;
  kind: 'remove' | 'noShow';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: (entry: QueueEntry) => Promise<boolean>;
}): ReactNode {
  const t = useMessages('queueDesk');
  const { fullName } = entry.patient;
  const isRemoval = kind === 'remove';

  function confirm(): void {
    onOpenChange(false);
    void onConfirm(entry);
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isRemoval ? t.queueDesk.removeTitle(fullName) : t.queueDesk.noShowTitle(fullName)}
      description={isRemoval ? t.queueDesk.removeQuestion : t.queueDesk.noShowQuestion}
      confirmLabel={isRemoval ? t.queueDesk.remove : t.queueDesk.noShow}
      cancelLabel={t.common.cancel}
      onConfirm={confirm}
    />
  );
}
