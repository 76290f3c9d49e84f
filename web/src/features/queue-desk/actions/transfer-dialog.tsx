import { type BeyondReason, beyondReasons } from '@baari/contract/lines/requests-taken.ts';
import { type StaffEntry, transferLine } from '@baari/contract/queue/queue.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { BeyondField } from '../../../shared/limits/beyond-field.tsx';
import { Checkbox, RadioGroup } from '../../../ui/form/choice.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useUnderway } from './desk-changes.store.ts';
import { useRefresh } from '../lists/use-queues.ts';
import { useOtherDoctors } from './other-doctors.tsx';

/**
 * The target of a transfer. Without `doctorId`, it is the first free doctor. `beyond` is the reason
 * for exceeding a limit of the target line.
 */
export interface TransferWish {
  readonly doctorId?: string;
  readonly beyond?: BeyondReason;
}

/**
 * The dialog to move a patient to another doctor, optionally together with all others who wait for
 * the same doctor [DAY-3].
 */
export function TransferDialog({
  entry,
  open,
  onOpenChange,
  onTransfer,
}: {
  entry: StaffEntry;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onTransfer: (entry: StaffEntry, wish: TransferWish) => Promise<boolean>;
}): ReactNode {
  const { queueDesk: t } = useMessages('queueDesk');
  const formId = useId();
  const [to, setTo] = useState<string>();
  const [isAll, setAll] = useState(false);
  const [beyond, setBeyond] = useState<BeyondReason>();
  const [isRefused, setRefused] = useState(false);
  const isMoving = useUnderway(entry.id) === 'transfer';
  const moveAll = useMoveAll(() => onOpenChange(false));
  const { doctor } = entry;
  const { options, hasFree } = useOtherDoctors(doctor, doctor.service !== null);
  // "First free doctor" is preselected only if a doctor is free, because otherwise the server would
  // refuse the transfer.
  const chosen = to ?? (hasFree ? '' : undefined);

  async function move(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (chosen === undefined) return;
    const doctorId = chosen === '' ? undefined : chosen;
    if (isAll) {
      moveAll.mutate({ params: { id: doctor.id }, body: { ...(doctorId && { doctorId }) } });
    } else {
      const wish = { ...(doctorId && { doctorId }), ...(beyond && { beyond }) };
      const isMoved = await onTransfer(entry, wish);
      setRefused(!isMoved);
      if (isMoved) onOpenChange(false);
    }
  }
  return (
    <FormDialog
      formId={formId}
      open={open}
      title={t.transferTitle(entry.patient.fullName)}
      description={t.transferLead}
      onClose={() => onOpenChange(false)}
      submitLabel={t.transferConfirm}
      busy={isMoving || moveAll.isPending}
      busyLabel={t.transferring}
      disabled={chosen === undefined}
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={(event) => void move(event)}>
        {moveAll.isError && (
          <ProblemNotice problem={moveAll.error} fallback={t.actions.transfer.failed} />
        )}
        <RadioGroup
          label={t.transferTo}
          layout="boxes"
          value={chosen ?? ''}
          options={options}
          onChange={({ target }) => setTo(target.value)}
        />
        {!isAll && (
          <BeyondField
            lineId={to === '' ? undefined : to}
            isFull={isRefused && chosen === ''}
            value={beyond ?? ''}
            onChange={({ target }) =>
              setBeyond(beyondReasons.find((reason) => reason === target.value))
            }
          />
        )}
        <Checkbox
          label={t.transferAll(doctor.name)}
          checked={isAll}
          onChange={({ target }) => setAll(target.checked)}
        />
      </form>
    </FormDialog>
  );
}

/** Moves all patients of the line to another doctor. */
function useMoveAll(onMoved: () => void) {
  const { queueDesk: t } = useMessages('queueDesk');
  const { refresh } = useRefresh();
  return useWrite(transferLine, {
    onSuccess: ({ moved, to: { name } }) => {
      toast({ type: 'success', title: t.transferredAll(moved, name) });
      refresh();
      onMoved();
    },
  });
}
