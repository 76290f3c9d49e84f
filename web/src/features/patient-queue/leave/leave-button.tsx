import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import { useLeave } from './use-leave.ts';

/** Lazily loaded, because patients rarely leave a line with an appointment or a pending request. */
const LeaveOtherwise = fetchedDialog(
  async () => (await import('./leave-otherwise.tsx')).LeaveOtherwise,
);

/**
 * The button with which a patient withdraws a request or leaves the line, after a confirmation
 * [PAT-11, QST-7].
 */
export function LeaveButton({ entry }: { entry: PatientEntry }): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const [asking, setAsking] = useState(false);
  const leave = useLeave({ left: t.leftTitle, failed: t.leaveFailed });
  const isPending = entry.status === 'pending_approval';
  const name = useWhose()(entry.patient);
  const question = name === undefined ? t.leaveQuestion : t.leaveQuestionOf(name);
  const isOtherwise = isPending || entry.booking !== null;
  function giveUp(): void {
    setAsking(false);
    leave.mutate({ params: { id: entry.id } });
  }
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={<LogOut aria-hidden="true" />}
        className="text-ink-soft"
        busy={leave.isPending}
        busyLabel={t.leaving}
        onClick={() => setAsking(true)}
      >
        {isPending ? t.withdraw : t.leave}
        {name !== undefined && <span className="sr-only">{` ${people.forPerson(name)}`}</span>}
      </Button>
      {isOtherwise && asking && (
        <LeaveOtherwise
          title={question}
          entry={entry}
          onClose={() => setAsking(false)}
          onGiveUp={giveUp}
        />
      )}
      <ConfirmDialog
        open={asking && !isOtherwise}
        onOpenChange={setAsking}
        title={question}
        description={t.leaveConsequence}
        confirmLabel={t.leaveConfirm}
        cancelLabel={t.leaveStay}
        onConfirm={giveUp}
      />
    </>
  );
}
