import type { DoctorStatus } from '@baari/contract/constants.ts';
import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { type BeyondReason, beyondReasons } from '@baari/contract/lines/requests-taken.ts';
import { type StaffEntry, transferLine } from '@baari/contract/queue/queue.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useMedicalName, useSpecialty } from '../../../i18n/use-medical-name.ts';
import { BeyondField } from '../../../shared/limits/beyond-field.tsx';
import { DoctorStatusBadge } from '../../../ui/badge.tsx';
import { Checkbox, RadioGroup } from '../../../ui/form/choice.tsx';
import { Facts } from '../../../ui/text/facts.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useWhen } from '../../../ui/text/use-when.ts';
import { useUnderway } from './desk-changes.store.ts';
import { useColleagues, useRefresh } from '../lists/use-queues.ts';

/** The order of doctors: those who can see a patient soonest first. */
const ranks: Record<DoctorStatus, number> = { Available: 0, Busy: 1, Offline: 2 };

/** `doctorId` left out: the first free doctor; `beyond`: why beyond a limit of that line. */
export interface TransferWish {
  readonly doctorId?: string;
  readonly beyond?: BeyondReason;
}

/**
 * Moves a patient to another doctor, optionally with the others who wait for the same one [DAY-3].
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
  const problemText = useProblemText();
  const nameOf = useMedicalName();
  const formId = useId();
  const { doctors } = useColleagues();
  const [to, setTo] = useState<string>();
  const [isAll, setAll] = useState(false);
  const [beyond, setBeyond] = useState<BeyondReason>();
  const [isRefused, setRefused] = useState(false);
  const isMoving = useUnderway(entry.id) === 'transfer';
  const moveAll = useMoveAll(() => onOpenChange(false));
  const { doctor } = entry;
  const others = (doctors ?? [])
    .filter(({ id }) => id !== doctor.id)
    .toSorted((one, other) => ranks[one.status] - ranks[other.status]);
  const hasFree =
    doctor.service !== null ||
    others.some(
      ({ department, status }) => department === doctor.department && status === 'Available',
    );
  // Without a free doctor the server would refuse this option.
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
          <Notice tone="danger">{problemText(moveAll.error, t.actions.transfer.failed)}</Notice>
        )}
        <RadioGroup
          label={t.transferTo}
          layout="boxes"
          value={chosen ?? ''}
          options={[
            {
              value: '',
              label: t.transferFirstFree(nameOf(doctor.department)),
              ...(!hasFree && { disabled: true, description: t.transferNoFree }),
            },
            ...others.map((other) => ({
              value: other.id,
              label: <bdi>{other.name}</bdi>,
              description: <DoctorFacts doctor={other} />,
              disabled: other.status === 'Offline',
            })),
          ]}
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

/** Moves the whole line to another doctor. */
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

/** What the desk compares: status, specialty and wait of the doctor. */
function DoctorFacts({ doctor }: { doctor: Colleague }): ReactNode {
  const { queueDesk: t } = useMessages('queueDesk');
  const specialtyOf = useSpecialty();
  const when = useWhen();
  const wait = when(doctor.waitIfJoinedNow, doctor.timeZone);
  return (
    <Facts className="tabular-nums">
      <DoctorStatusBadge
        status={doctor.status}
        breakUntil={doctor.breakUntil}
        timeZone={doctor.timeZone}
      />
      {specialtyOf(doctor)}
      {t.inQueue(doctor.currentQueue)}
      {wait !== undefined && doctor.status === 'Available' && t.waitNow(wait)}
      {!doctor.hasAccount && (
        <span className="font-semibold text-warning-ink">{t.transferNewcomer}</span>
      )}
    </Facts>
  );
}
