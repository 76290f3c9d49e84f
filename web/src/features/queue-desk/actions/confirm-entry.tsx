import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { AskedActionName } from '@baari/contract/queue/queue-actions.ts';
import type { ReactNode } from 'react';
import { actionTexts, type AnyActionTexts } from '../../../i18n/action-texts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import type { Act } from './use-desk-actions.ts';

type Confirmed = AskedActionName<'confirmation'>;

/**
 * Confirms an action by which a patient loses the place; the answer is applied optimistically
 * [STAFF-4].
 */
export function ConfirmEntry({
  entry,
  action,
  open,
  onOpenChange,
  onConfirm,
}: {
  entry: StaffEntry;
  action: Confirmed;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: Act;
}): ReactNode {
  const t = useMessages('queueDesk');
  const { label, confirm }: AnyActionTexts & Required<Pick<AnyActionTexts, 'confirm'>> =
    actionTexts(t.queueDesk)[action];
  /**
   * Reminds the desk that the place can be kept, before a patient is given up after the first call.
   */
  const reminder = entry.hold === null ? confirm.beforeAnyCall : undefined;

  function agree(): void {
    onOpenChange(false);
    void onConfirm(action, entry);
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={confirm.title(entry.patient.fullName)}
      description={
        reminder === undefined ? (
          confirm.question
        ) : (
          <>
            <p>{confirm.question}</p>
            <p>{reminder}</p>
          </>
        )
      }
      confirmLabel={label}
      cancelLabel={t.common.cancel}
      onConfirm={agree}
    />
  );
}
