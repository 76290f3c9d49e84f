import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { useLeave } from './use-leave.ts';

/**
 * The dialog to confirm withdrawing a pending request, which has no place in line yet [PAT-11,
 * QST-7].
 */
export function Withdraw({
  entry,
  onClose,
}: {
  entry: PatientEntry;
  onClose: () => void;
}): ReactNode {
  const { asking: t, patientQueue } = useMessages('asking', 'patientQueue');
  const name = useWhose()(entry.patient);
  const withdraw = useLeave({ left: t.withdrawn, failed: t.withdrawFailed });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={name === undefined ? t.withdrawTitle : t.withdrawTitleOf(name)}
      description={t.withdrawText}
      confirmLabel={patientQueue.withdraw}
      cancelLabel={t.withdrawStay}
      busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ params: { id: entry.id } }, { onSettled: onClose })}
    />
  );
}
