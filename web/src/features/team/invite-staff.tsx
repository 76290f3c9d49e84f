import type { ReplyOf } from '@baari/contract/endpoint.ts';
import {
  type InvitedRole,
  invitedRoles,
  inviteStaff,
  makeStaffLink,
  maxInvitedAtOnce,
} from '@baari/contract/account/team.ts';
import { Copy, UserPlus } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import { addressesIn } from './addresses.ts';
import { useTeamWrite } from './use-team-write.ts';

type Results = ReplyOf<typeof inviteStaff>['results'];
type Made = { readonly url: string } | { readonly results: Results };

/** Opens the dialog to invite receptionists and administrators, by mail or by a link [ROLE-6]. */
export function InviteStaff(): ReactNode {
  const { team: t } = useMessages('team');
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Made>();
  function close(): void {
    setOpen(false);
    setMade(undefined);
  }
  return (
    <div>
      <Button icon={<UserPlus aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t.inviteStaff}
      </Button>
      {isOpen && made === undefined && <Ask onMade={setMade} onClose={close} />}
      {made !== undefined && <Outcome made={made} onClose={close} />}
    </div>
  );
}

function Ask({
  onMade,
  onClose,
}: {
  onMade: (made: Made) => void;
  onClose: () => void;
}): ReactNode {
  const { team: t } = useMessages('team');
  const [role, setRole] = useState<InvitedRole>('receptionist');
  const [way, setWay] = useState<'mail' | 'link'>('mail');
  const [text, setText] = useState('');
  const mail = useTeamWrite(inviteStaff, ({ results }) => onMade({ results }));
  const link = useTeamWrite(makeStaffLink, ({ url }) => onMade({ url }));
  const formId = useId();
  const emails = addressesIn(text);
  const isTooMany = emails.length > maxInvitedAtOnce;
  const busy = mail.isPending || link.isPending;
  const isReady = way === 'link' || (emails.length > 0 && !isTooMany);
  const problem = mail.error ?? link.error;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || busy) return;
    if (way === 'link') link.mutate({ body: { role } });
    else mail.mutate({ body: { role, emails } });
  }

  return (
    <FormDialog
      formId={formId}
      title={t.inviteStaff}
      description={t.inviteLead}
      onClose={onClose}
      submitLabel={way === 'link' ? t.makeLink : t.sendInvitations}
      busy={busy}
      busyLabel={t.resending}
      disabled={!isReady}
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {problem !== null && <ProblemNotice problem={problem} fallback={t.inviteFailed} />}
        <RadioGroup
          label={t.inviteRole}
          name="role"
          value={role}
          options={invitedRoles.map((value) => ({ value, label: t.roles[value] }))}
          onChange={({ target }) =>
            setRole(target.value === 'hospital_admin' ? 'hospital_admin' : 'receptionist')
          }
        />
        <RadioGroup
          label={t.inviteWay}
          name="way"
          value={way}
          options={[
            { value: 'mail', label: t.wayMail, description: t.wayMailHint },
            { value: 'link', label: t.wayLink, description: t.wayLinkHint },
          ]}
          onChange={({ target }) => setWay(target.value === 'link' ? 'link' : 'mail')}
        />
        {way === 'mail' && (
          <TextArea
            label={t.inviteEmails}
            hint={t.inviteEmailsHint(maxInvitedAtOnce)}
            error={isTooMany ? t.tooManyEmails(maxInvitedAtOnce) : undefined}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </form>
    </FormDialog>
  );
}

function Outcome({ made, onClose }: { made: Made; onClose: () => void }): ReactNode {
  const { team: t, common } = useMessages('team');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={'url' in made ? t.linkTitle : t.inviteResults}
      description={'url' in made ? t.linkLead : t.inviteLead}
      footer={
        <Button variant="primary" onClick={onClose}>
          {common.close}
        </Button>
      }
    >
      {'url' in made ? <TheLink url={made.url} /> : <TheResults results={made.results} />}
    </Dialog>
  );
}

function TheResults({ results }: { results: Results }): ReactNode {
  const { team: t } = useMessages('team');
  return (
    <ul className="flex flex-col gap-2">
      {results.map(({ email, problem }) => (
        <li key={email} className="flex flex-wrap justify-between gap-x-4">
          <bdi className="break-all">{email}</bdi>
          <span className={problem === null ? 'text-success-ink' : 'font-semibold text-danger-ink'}>
            {t.inviteResult[problem ?? 'sent']}
          </span>
        </li>
      ))}
    </ul>
  );
}

function TheLink({ url }: { url: string }): ReactNode {
  const { team: t } = useMessages('team');
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // Without clipboard permission, copying fails silently, because the user can select the link
      // by hand.
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <QrPicture text={url} label={t.linkTitle} />
      <p className="rounded-control bg-sunken p-3 font-mono text-sm break-all text-ink select-all">
        {url}
      </p>
      <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
        {isCopied ? t.copied : t.copyLink}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? t.copied : ''}
      </span>
    </div>
  );
}
