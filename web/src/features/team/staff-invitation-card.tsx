import { revokeStaffInvitation, type StaffInvitation } from '@baari/contract/account/team.ts';
import { type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { DateText, RelativeTime } from '../../ui/text/time.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useOwnZone, useTeamWrite } from './use-team-write.ts';

/**
 * The card of a receptionist or an administrator who is invited, or has recently accepted the
 * invitation [ROLE-6].
 */
export function StaffInvitationCard({ invitation }: { invitation: StaffInvitation }): ReactNode {
  const { team: t } = useMessages('team');
  const zone = useOwnZone();
  const nameId = useId();
  const [isAsking, setAsking] = useState(false);
  const { email, role, accepted } = invitation;
  return (
    <Card as="li" ref={goOnBeside} aria-labelledby={nameId} className="flex flex-col gap-3">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 text-sm text-ink-soft">
        <h3 id={nameId} className="text-base font-semibold wrap-anywhere text-ink">
          {email === null ? t.byLink : <bdi>{email}</bdi>}
        </h3>
        <p>{t.roles[role]}</p>
        <p>
          {t.sent} <RelativeTime moment={invitation.sentAt} zone={zone} />
        </p>
        {accepted === null ? (
          <p>
            {t.expires} <DateText moment={invitation.expiresAt} zone={zone} />
          </p>
        ) : (
          <p className="font-semibold text-success-ink">
            {t.acceptedBy(accepted.name, accepted.email ?? '')}{' '}
            <RelativeTime moment={accepted.at} zone={zone} />
          </p>
        )}
      </div>
      {accepted === null && (
        <div className="mt-auto">
          <Button
            size="small"
            variant="quiet"
            aria-describedby={nameId}
            onClick={() => setAsking(true)}
          >
            {t.withdraw}
          </Button>
        </div>
      )}
      {isAsking && <WithdrawQuestion invitation={invitation} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function WithdrawQuestion({
  invitation,
  onClose,
}: {
  invitation: StaffInvitation;
  onClose: () => void;
}): ReactNode {
  const { team: t, common } = useMessages('team');
  const name = invitation.email ?? t.byLink;
  const revoke = useTeamWrite(revokeStaffInvitation, () => {
    toast({ type: 'success', title: t.withdrawn(name) });
    onClose();
  });

  function confirm(): void {
    revoke.mutate({ params: { id: invitation.id } });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.withdrawTitle(name)}
      description={t.withdrawStaffText}
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
