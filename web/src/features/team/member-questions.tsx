import type { PatientsAnswer } from '@baari/contract/doctor/doctor.ts';
import { changeMemberRole, removeMember, type TeamMember } from '@baari/contract/account/team.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { colleaguesQuery } from '../../api/queries/queries.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { AnswerFields } from '../../shared/doctor/answer-fields.tsx';
import { reloadUser, useUser } from '../../session/session.ts';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useTeamWrite } from './use-team-write.ts';

interface QuestionProps {
  member: TeamMember;
  onClose: () => void;
}

/**
 * Asks to confirm a change of role. A refusal is shown in the dialog, for example if this is the
 * last administrator.
 */
export function RoleQuestion({
  member,
  role,
  onClose,
}: QuestionProps & { role: 'receptionist' | 'hospital_admin' }): ReactNode {
  const { team: t, common } = useMessages('team');
  const reloadIfOwn = useReloadIfOwn(member);
  const change = useTeamWrite(changeMemberRole, () => {
    toast({ type: 'success', title: t.changed(member.name, t.roles[role]) });
    onClose();
    reloadIfOwn();
  });
  const toAdmin = role === 'hospital_admin';

  function confirm(): void {
    change.mutate({ params: { id: member.userId }, body: { role } });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={toAdmin ? t.makeAdminTitle(member.name) : t.makeReceptionistTitle(member.name)}
      description={toAdmin ? t.makeAdminText : t.makeReceptionistText}
      tone="primary"
      confirmLabel={t.change}
      cancelLabel={common.cancel}
      busy={change.isPending}
      busyLabel={t.changing}
      onConfirm={confirm}
    >
      {change.isError && <ProblemNotice problem={change.error} fallback={t.changeFailed} />}
    </ConfirmDialog>
  );
}

/**
 * Asks to confirm the removal of a member and, for a doctor, what happens to the waiting patients.
 * A refusal is shown in the dialog [JOINH-2, DAY-2].
 */
export function RemoveQuestion({ member, onClose }: QuestionProps): ReactNode {
  const { team: t, common } = useMessages('team');
  const reloadIfOwn = useReloadIfOwn(member);
  const remove = useTeamWrite(removeMember, () => {
    toast({ type: 'success', title: t.removed(member.name) });
    onClose();
    reloadIfOwn();
  });
  const patients = usePatientsAnswer(member);

  function confirm(): void {
    remove.mutate({
      params: { id: member.userId },
      body: member.doctorId === null ? {} : { patients: patients.answer },
    });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.removeTitle(member.name)}
      description={t.removeText}
      confirmLabel={t.remove}
      cancelLabel={common.cancel}
      busy={remove.isPending}
      busyLabel={t.removing}
      onConfirm={confirm}
    >
      {(member.doctorId !== null || remove.isError) && (
        <div className="flex flex-col gap-4">
          {member.doctorId !== null && (
            <>
              <p className="text-[0.9375rem] text-ink-soft">{t.removeDoctorText}</p>
              <AnswerFields
                doctorId={member.doctorId}
                answer={patients.answer}
                onAnswer={patients.onAnswer}
                mayKeep
                keptMeans={t.removeKept}
              />
            </>
          )}
          {remove.isError && <ProblemNotice problem={remove.error} fallback={t.removeFailed} />}
        </div>
      )}
    </ConfirmDialog>
  );
}

/**
 * The administrator's choice for the patients who wait for a removed doctor. By default these
 * patients are moved, because the doctor leaves for good.
 */
function usePatientsAnswer({ doctorId }: TeamMember) {
  const { data: colleagues } = useQuery({ ...colleaguesQuery(), enabled: doctorId !== null });
  const [chosen, onAnswer] = useState<PatientsAnswer>();
  const waiting = colleagues?.find(({ id }) => id === doctorId)?.currentQueue ?? 0;
  const answer: PatientsAnswer = chosen ?? { what: waiting > 0 ? 'move' : 'keep' };
  return { answer, onAnswer };
}

/**
 * Returns a function that reloads the session when users change their own membership. The route
 * guards then redirect users who have lost their rights.
 */
function useReloadIfOwn({ userId }: TeamMember): () => void {
  const user = useUser();
  return () => {
    if (user?.id !== userId) return;
    reloadUser().catch((failure: unknown) => {
      console.warn('The user could not be read again', failure);
    });
  };
}
