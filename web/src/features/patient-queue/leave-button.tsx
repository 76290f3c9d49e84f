import { leaveQueue, type PatientEntry } from '@baari/contract/queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { openEntriesQuery } from '../../api/queries.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useWhose } from '../../people/use-whose.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { takeIn } from '../../live/queue-cache.ts';
import { toast } from '../../ui/toast.ts';
import { focusHeading } from './focus-heading.ts';

const LeaveBooked = lazy(async () => ({
  default: (await import('./leave-booked.tsx')).LeaveBooked,
}));

/** Gives up the request or the place, after asking [PAT-11, QST-7]. */
export function LeaveButton({ entry }: { entry: PatientEntry }): ReactNode {
  const { patientQueue: t, people } = useMessages('patientQueue', 'people');
  const [asking, setAsking] = useState(false);
  const leave = useLeave();
  const isPending = entry.status === 'pending_approval';
  const name = useWhose()(entry.patient);
  const question = name === undefined ? t.leaveQuestion : t.leaveQuestionOf(name);
  const { booking } = entry;
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
      {booking !== null && asking && (
        <Suspense fallback={null}>
          <LeaveBooked
            title={question}
            entry={entry}
            booking={booking}
            onClose={() => setAsking(false)}
            onGiveUp={giveUp}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={asking && booking === null}
        onOpenChange={setAsking}
        title={question}
        description={isPending ? t.withdrawConsequence : t.leaveConsequence}
        confirmLabel={t.leaveConfirm}
        cancelLabel={t.leaveStay}
        onConfirm={giveUp}
      />
    </>
  );
}

/** The place stays on screen until it has been left: without a network nothing happened, and that is said. */
function useLeave() {
  const { patientQueue: t } = useMessages('patientQueue');
  const client = useQueryClient();
  const open = openEntriesQuery().queryKey;
  return useSubmit(leaveQueue, {
    networkMode: 'always',
    onSuccess: ({ queue }) => {
      takeIn(client, { type: 'queue_left', data: queue });
      toast({ type: 'info', title: t.leftTitle });
      focusHeading();
    },
    failed: t.leaveFailed,
    fallback: t.leaveFailed,
    onError: () => void client.invalidateQueries({ queryKey: open }),
  });
}
