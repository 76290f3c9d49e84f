import type { StaffEntry } from '@baari/contract/queue.ts';
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
  entry: StaffEntry;
  kind: 'remove' | 'noShow';
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: (entry: StaffEntry) => Promise<boolean>;
}): ReactNode {
  const t = useMessages('queueDesk');
  const { fullName } = entry.patient;
  const isRemoval = kind === 'remove';

  function confirm(): void {
    onOpenChange(false);
    void onConfirm(entry);
  }
  /** Nobody is given up at the first call without being reminded that the place can be kept. */
  function noShowText(): ReactNode {
    if (entry.hold !== null) return t.queueDesk.noShowQuestion;
    return (
      <>
        <p>{t.queueDesk.noShowQuestion}</p>
        <p>{t.queueDesk.noShowFirst}</p>
      </>
    );
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isRemoval ? t.queueDesk.removeTitle(fullName) : t.queueDesk.noShowTitle(fullName)}
      description={isRemoval ? t.queueDesk.removeQuestion : noShowText()}
      confirmLabel={isRemoval ? t.queueDesk.remove : t.queueDesk.noShow}
      cancelLabel={t.common.cancel}
      onConfirm={confirm}
    />
  );
}
