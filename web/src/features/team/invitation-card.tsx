import {
  inviteDoctor,
  type OpenInvitation,
  revokeInvitation,
} from '@baari/contract/account/team.ts';
import { type ReactNode, useId, useState } from 'react';
import { useSayGone } from '../../api/problems/use-say-gone.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { TextLink } from '../../ui/link.tsx';
import { DateText, RelativeTime } from '../../ui/text/time.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { useOwnZone, useTeamWrite } from './use-team-write.ts';

/** A doctor who has not accepted the invitation yet [ROLE-8]. */
export function InvitationCard({ invitation }: { invitation: OpenInvitation }): ReactNode {
  const { team: t } = useMessages('team');
  const zone = useOwnZone();
  const nameId = useId();
  const [asking, setAsking] = useState(false);
  const invite = useTeamWrite(inviteDoctor, () => {
    const title = t.resent(invitation.doctorName);
    toast({ type: 'success', title, message: t.resentNote });
  });
  useSayGone(asking || invite.isError, invitation.doctorName);

  function sendAgain(): void {
    invite.mutate({ params: { id: invitation.doctorId } });
  }

  return (
    <Card as="li" ref={goOnBeside} aria-labelledby={nameId} className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Avatar name={invitation.doctorName} />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5 text-sm text-ink-soft">
          <h3 id={nameId} className="text-base font-semibold wrap-anywhere text-ink">
            {invitation.doctorName}
          </h3>
          <TextLink
            href={`mailto:${invitation.email}`}
            className="inline-flex min-h-11 w-fit items-center break-all md:pointer-fine:min-h-6"
          >
            {invitation.email}
          </TextLink>
          <p>
            {t.sent} <RelativeTime moment={invitation.sentAt} zone={zone} />
          </p>
          <p>
            {t.expires} <DateText moment={invitation.expiresAt} zone={zone} />
          </p>
        </div>
      </div>
      {invite.isError && <ProblemNotice problem={invite.error} fallback={t.resendFailed} />}
      <div className="mt-auto flex flex-wrap gap-2">
        <Button
          size="small"
          aria-describedby={nameId}
          busy={invite.isPending}
          busyLabel={t.resending}
          onClick={sendAgain}
        >
          {t.resend}
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-describedby={nameId}
          disabled={invite.isPending}
          onClick={() => setAsking(true)}
        >
          {t.withdraw}
        </Button>
      </div>
      {asking && <WithdrawQuestion invitation={invitation} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function WithdrawQuestion({
  invitation,
  onClose,
}: {
  invitation: OpenInvitation;
  onClose: () => void;
}): ReactNode {
  const { team: t, common } = useMessages('team');
  const revoke = useTeamWrite(revokeInvitation, () => {
    toast({ type: 'success', title: t.withdrawn(invitation.doctorName) });
    onClose();
  });

  function confirm(): void {
    revoke.mutate({ params: { id: invitation.doctorId } });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.withdrawTitle(invitation.doctorName)}
      description={t.withdrawText}
      confirmLabel={t.withdraw}
      cancelLabel={common.cancel}
      busy={revoke.isPending}
      busyLabel={t.withdrawing}
      onConfirm={confirm}
    >
      {revoke.isError && <ProblemNotice problem={revoke.error} fallback={t.withdrawFailed} />}
    </ConfirmDialog>
  );
}
