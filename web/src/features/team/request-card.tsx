import { maxLength } from '@baari/contract/constants.ts';
import {
  approveApplication,
  type JoinRequest,
  rejectApplication,
} from '@baari/contract/account/team.ts';
import { MailWarning } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useSayGone } from '../../api/problems/use-say-gone.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { TextLink } from '../../ui/link.tsx';
import { PhoneText } from '../../ui/text/phone-text.ts';
import { RelativeTime } from '../../ui/text/time.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { goOnBeside } from '../../ui/dialog/go-on-beside.ts';
import { rightsOf } from './team-rights.ts';
import { useOwnZone, useTeamWrite } from './use-team-write.ts';

/**
 * The card of a request to join the team. The applicant has no rights until the request is approved
 * [JOINH-2].
 */
export function RequestCard({ request }: { request: JoinRequest }): ReactNode {
  const { team: t } = useMessages('team');
  const zone = useOwnZone();
  const nameId = useId();
  const [asking, setAsking] = useState(false);
  const approve = useTeamWrite(approveApplication, () =>
    toast({ type: 'success', title: t.approved(request.name) }),
  );
  useSayGone(asking || approve.isError, request.name);

  return (
    <Card as="li" ref={goOnBeside} aria-labelledby={nameId} className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Avatar name={request.name} />
        <div className="flex min-w-0 flex-1 flex-col">
          <h3 id={nameId} className="font-semibold wrap-anywhere text-ink">
            {request.name}
          </h3>
          <p className="text-sm text-ink-soft">
            {t.requested} <RelativeTime moment={request.requestedAt} zone={zone} />
          </p>
        </div>
      </div>
      <Wish request={request} />
      {approve.isError && <ProblemNotice problem={approve.error} fallback={t.approveFailed} />}
      <div className="mt-auto flex flex-wrap gap-2">
        <Button
          size="small"
          variant="primary"
          className="flex-1"
          aria-describedby={nameId}
          busy={approve.isPending}
          busyLabel={t.approving}
          onClick={() => approve.mutate({ params: { id: request.id } })}
        >
          {t.approve}
        </Button>
        <Button
          size="small"
          className="flex-1"
          aria-describedby={nameId}
          disabled={approve.isPending}
          onClick={() => setAsking(true)}
        >
          {t.reject}
        </Button>
      </div>
      {asking && <RejectQuestion request={request} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Wish({ request }: { request: JoinRequest }): ReactNode {
  const { team: t } = useMessages('team');
  const medicalName = useMedicalName();
  const department = request.department === '' ? '' : medicalName(request.department);
  return (
    <div className="flex flex-col gap-0.5 text-sm">
      <p className="font-medium wrap-anywhere text-ink">
        {t.asks(t.titles[request.role], department)}
      </p>
      <p className="text-ink-soft">{t.gets(t.roles[rightsOf(request.role)])}</p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <TextLink
          href={`mailto:${request.email}`}
          className="inline-flex min-h-11 items-center break-all md:pointer-fine:min-h-6"
        >
          {request.email}
        </TextLink>
        {!request.isEmailVerified && (
          <Badge tone="warning" icon={MailWarning}>
            {t.notVerified}
          </Badge>
        )}
      </p>
      <p>
        <TextLink href={`tel:${request.phone}`} className="tabular-nums">
          <PhoneText number={request.phone} />
        </TextLink>
      </p>
    </div>
  );
}

function RejectQuestion({
  request,
  onClose,
}: {
  request: JoinRequest;
  onClose: () => void;
}): ReactNode {
  const { team: t, common } = useMessages('team');
  const reject = useTeamWrite(rejectApplication, () => {
    toast({ type: 'success', title: t.rejected(request.name) });
    onClose();
  });
  const [reason, setReason] = useState('');

  function confirm(): void {
    reject.mutate({ params: { id: request.id }, body: { reason: reason.trim() } });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.rejectTitle(request.name)}
      description={t.rejectText}
      confirmLabel={t.reject}
      cancelLabel={common.cancel}
      busy={reject.isPending}
      busyLabel={t.rejecting}
      onConfirm={confirm}
    >
      <TextArea
        label={t.rejectReason}
        labelNote={common.optional}
        hint={t.rejectReasonHint}
        value={reason}
        maxLength={maxLength.note}
        onChange={({ target }) => setReason(target.value)}
      />
      {reject.isError && <ProblemNotice problem={reject.error} fallback={t.rejectFailed} />}
    </ConfirmDialog>
  );
}
