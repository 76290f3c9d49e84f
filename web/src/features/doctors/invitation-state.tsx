import type { Colleague } from '@baari/contract/doctor/doctor.ts';
import { inviteDoctor } from '@baari/contract/account/team.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MailQuestion, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { teamQuery } from '../../api/queries/team-queries.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useFocusGoesOn } from '../../ui/dialog/use-focus-goes-on.ts';

/**
 * Shows whether a doctor without an account has been invited, and offers to send an invitation
 * [ROLE-8].
 */
export function InvitationState({ doctor }: { doctor: Colleague }): ReactNode {
  const { doctors: t } = useMessages('doctors');
  const { data: team } = useQuery(teamQuery());
  if (doctor.hasAccount || !team) return null;
  if (!team.invitations.some(({ doctorId }) => doctorId === doctor.id)) {
    return <InviteButton doctor={doctor} />;
  }
  return (
    <div id={invitedId(doctor)} tabIndex={-1}>
      <Badge icon={MailQuestion}>{t.invited}</Badge>
    </div>
  );
}

/** Returns the id of the text that replaces the button to invite a doctor. */
function invitedId({ id }: Colleague): string {
  return `invited-${id}`;
}

function InviteButton({ doctor }: { doctor: Colleague }): ReactNode {
  const { doctors: t } = useMessages('doctors');
  const problemText = useProblemText();
  const client = useQueryClient();
  const invite = useWrite(inviteDoctor, {
    onSuccess: () => toast({ type: 'success', title: t.invitationSent(doctor.email) }),
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery().queryKey }),
  });
  useFocusGoesOn(`#${CSS.escape(invitedId(doctor))}`);
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        size="small"
        icon={<Send aria-hidden="true" />}
        busy={invite.isPending}
        busyLabel={t.sendingInvitation}
        onClick={() => invite.mutate({ params: { id: doctor.id } })}
      >
        {t.sendInvitation}
      </Button>
      {invite.isError && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {problemText(invite.error, t.invitationFailed)}
        </p>
      )}
    </div>
  );
}
