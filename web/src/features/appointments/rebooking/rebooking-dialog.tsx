import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { maxLength } from '@baari/contract/constants.ts';
import {
  type planRebooking,
  type RebookingDoctors,
  type Rebooked,
  rebook,
  rebookingDoctors,
} from '@baari/contract/visit/rebooking.ts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { TryAgain } from '../../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../../api/problems/problem-notice.tsx';
import { appointmentRoot } from '../../../api/queries/appointment-queries.ts';
import { rebookingPlanQuery } from './rebooking-queries.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { LeftAsTheyAre } from './left-as-they-are.tsx';
import { PlannedRow } from './planned-row.tsx';
import { asRequest, type Changes, countsOf, type Decision, decisionOf } from './rebooking-draft.ts';

/**
 * Plans new times for bookings that no longer fit the doctors' hours. The desk can change each
 * proposal; then all bookings are moved together [APPT-1, DOC-1].
 */
export function RebookingDialog({
  doctorId,
  onClose,
}: {
  /**
   * The doctor whose bookings are planned. If undefined, the bookings of all doctors are planned.
   */
  doctorId: string | undefined;
  onClose: () => void;
}): ReactNode {
  const { rebooking: t, common } = useMessages('rebooking');
  const formId = useId();
  const [doctors, setDoctors] = useState<RebookingDoctors>('same_doctor');
  const [changes, setChanges] = useState<Changes>({});
  const [message, setMessage] = useState('');
  const [left, setLeft] = useState<readonly Rebooked[]>([]);
  const plan = useQuery(rebookingPlanQuery(doctorId, doctors));
  const write = useRebook((refused) => {
    setChanges({});
    setLeft(refused);
    if (refused.length === 0) onClose();
  });
  const moves = plan.data?.moves ?? [];
  const bookings = asRequest(moves, changes);
  return (
    <FormDialog
      formId={formId}
      size="large"
      title={t.title}
      description={t.lead}
      onClose={onClose}
      submitLabel={useConfirmLabel(countsOf(bookings))}
      busy={write.isPending}
      busyLabel={t.confirming}
      disabled={bookings.length === 0 || plan.isFetching}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (bookings.length > 0) write.mutate({ body: { bookings, message: message.trim() } });
        }}
      >
        {left.length > 0 && <LeftAsTheyAre left={left} />}
        <RadioGroup
          label={t.doctors}
          layout="row"
          options={rebookingDoctors.map((value) => ({ value, label: t.doctorsChoices[value] }))}
          name="doctors"
          value={doctors}
          onChange={({ target }) => {
            const chosen = rebookingDoctors.find((each) => each === target.value);
            setDoctors(chosen ?? 'same_doctor');
            setChanges({});
          }}
        />
        <Plan
          plan={plan}
          changes={changes}
          withDoctor={doctorId === undefined}
          onDecision={(id, decision) => setChanges((before) => ({ ...before, [id]: decision }))}
        />
        {moves.length > 0 && (
          <TextField
            label={t.message}
            labelNote={common.optional}
            hint={t.messageHint}
            value={message}
            maxLength={maxLength.line}
            onChange={({ target }) => setMessage(target.value)}
          />
        )}
        {write.error && <ProblemNotice problem={write.error} fallback={t.notSaved} />}
      </form>
    </FormDialog>
  );
}

/** The list of bookings in the plan, with a loading and an error state. */
function Plan({
  plan,
  changes,
  withDoctor,
  onDecision,
}: {
  plan: UseQueryResult<ReplyOf<typeof planRebooking>>;
  changes: Changes;
  withDoctor: boolean;
  onDecision: (id: string, decision: Decision) => void;
}): ReactNode {
  const { rebooking: t } = useMessages('rebooking');
  if (plan.isPending) return <PlanSkeleton />;
  if (!plan.data) {
    return (
      <ProblemNotice
        title={t.failed}
        problem={plan.error}
        fallback={t.failed}
        action={<TryAgain query={plan} part />}
      />
    );
  }
  const { moves, hasMore } = plan.data;
  if (moves.length === 0) return <p className="text-ink-soft">{t.none}</p>;
  return (
    <>
      {hasMore && <Notice tone="info">{t.more(moves.length)}</Notice>}
      <ul className="divide-y divide-line border-y border-line">
        {moves.map((move) => (
          <PlannedRow
            key={move.appointment.id}
            move={move}
            decision={decisionOf(move, changes)}
            withDoctor={withDoctor}
            onDecision={(decision) => onDecision(move.appointment.id, decision)}
          />
        ))}
      </ul>
    </>
  );
}

function useConfirmLabel({ moves, cancels }: { moves: number; cancels: number }): string {
  const { rebooking: t } = useMessages('rebooking');
  if (moves > 0 && cancels > 0) return t.confirmBoth(moves, cancels);
  if (moves > 0) return t.confirmMoves(moves);
  return cancels > 0 ? t.confirmCancels(cancels) : t.confirmNone;
}

/**
 * Sends the desk's decisions about the bookings of a plan. `onDone` receives the bookings that the
 * server did not change.
 */
function useRebook(onDone: (left: readonly Rebooked[]) => void) {
  const { rebooking: t } = useMessages('rebooking');
  const format = useFormat();
  const client = useQueryClient();
  return useWrite(rebook, {
    onSuccess: ({ bookings }) => {
      void client.invalidateQueries({ queryKey: appointmentRoot });
      const done = bookings.filter(({ refusal }) => refusal === null);
      const cancels = done.filter(({ appointment }) => appointment.status === 'cancelled').length;
      const moves = done.length - cancels;
      if (done.length > 0) {
        const said = [
          ...(moves > 0 ? [t.moved(moves)] : []),
          ...(cancels > 0 ? [t.cancelled(cancels)] : []),
        ];
        toast({ type: 'success', title: format.beside(said) });
      }
      onDone(bookings.filter(({ refusal }) => refusal !== null));
    },
    onError: () => void client.invalidateQueries({ queryKey: appointmentRoot }),
  });
}

function PlanSkeleton(): ReactNode {
  const { rebooking: t } = useMessages('rebooking');
  return (
    <LoadingRegion label={t.loading} className="flex flex-col gap-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-20" />
      ))}
    </LoadingRegion>
  );
}
