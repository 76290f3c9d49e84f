import { type StaffEntry, transferLine } from '@baari/contract/queue.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { announce } from './announcements.store.ts';
import { useUnderway } from './desk-changes.store.ts';
import { useColleagues, useRefresh } from './use-queues.ts';

/** To which doctor, and whether the others who wait for the same one go too [DAY-3]. */
export function TransferDialog({
  entry,
  open,
  onOpenChange,
  onTransfer,
}: {
  entry: StaffEntry;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `doctorId` undefined: the first free one. */
  onTransfer: (entry: StaffEntry, doctorId?: string) => Promise<boolean>;
}): ReactNode {
  const { queueDesk: t } = useMessages('queueDesk');
  const problemText = useProblemText();
  const nameOf = useMedicalName();
  const formId = useId();
  const { doctors } = useColleagues();
  const { refresh } = useRefresh();
  const [to, setTo] = useState('');
  const [isAll, setAll] = useState(false);
  const isMoving = useUnderway(entry.id) === 'transfer';
  const moveAll = useWrite(transferLine, {
    onSuccess: ({ moved, to: { name } }) => {
      announce(t.transferredAll(moved, name));
      refresh();
      onOpenChange(false);
    },
  });
  const { doctor } = entry;
  const others = (doctors ?? []).filter(
    ({ id, status }) => id !== doctor.id && status !== 'Offline',
  );

  async function move(event: FormEvent): Promise<void> {
    event.preventDefault();
    const doctorId = to === '' ? undefined : to;
    if (isAll) {
      moveAll.mutate({ params: { id: doctor.id }, body: { ...(doctorId && { doctorId }) } });
    } else if (await onTransfer(entry, doctorId)) onOpenChange(false);
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
    >
      <form id={formId} className="flex flex-col gap-4" onSubmit={(event) => void move(event)}>
        {moveAll.isError && (
          <Notice tone="danger">{problemText(moveAll.error, t.actions.transfer.failed)}</Notice>
        )}
        <Select
          label={t.transferTo}
          value={to}
          options={[
            { value: '', label: t.transferFirstFree(nameOf(doctor.department)) },
            ...others.map(({ id, name, currentQueue }) => ({
              value: id,
              label: t.transferDoctor(name, t.inQueue(currentQueue)),
            })),
          ]}
          onChange={({ target }) => setTo(target.value)}
        />
        <Checkbox
          label={t.transferAll(doctor.name)}
          checked={isAll}
          onChange={({ target }) => setAll(target.checked)}
        />
      </form>
    </FormDialog>
  );
}
