import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { AskedActionName } from '@baari/contract/queue/queue-actions.ts';
import type { ReactNode } from 'react';
import { actionTexts, type AnyActionTexts } from '../../../i18n/action-texts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import type { Act } from './use-desk-actions.ts';

type Confirmed = AskedActionName<'confirmation'>;

/**
 * The dialog to confirm an action by which a patient loses the place in line. The result is shown
 * at once (optimistic update) [STAFF-4].
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
   * A reminder that the patient can keep the place in line. It is shown before the desk removes a
   * patient who has not missed a call yet.
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
