import { email as emailField, oneTimeCode, phone as phoneField } from '@baari/contract/fields.ts';
import { maxLength } from '@baari/contract/constants.ts';
import { fieldMessages, requiredText } from '@baari/contract/fields.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, Smartphone } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { isSessionProblem } from '../../../api/client.ts';
import { identityCall } from '../../../api/identity.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { type OwnSecurity, securityQuery } from '../../../api/security-query.ts';
import { useFieldText, useProblemText } from '../../../api/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { reloadUser, useUser } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PasswordField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { ProofForm } from './proof-form.tsx';
import { SecuritySection } from './security-section.tsx';
import { TroubleNotice } from '../trouble-notice.tsx';
import { type Trouble, troubleOf } from '../trouble.ts';
import { useSecondsLeft } from '../use-seconds-left.ts';
import { useWaysIn } from '../use-ways-in.ts';

type Kind = 'email' | 'phone';

/** The email and the phone of the account: what they are, adding one, or another in its place. */
export function ContactSection(): ReactNode {
  const t = useMessages('security');
  const security = useQuery(securityQuery());
  return (
    <SecuritySection
      id="contact"
      title={t.security.contact}
      lead={t.security.contactLead}
      query={security}
      skeleton={
        <>
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </>
      }
    >
      {(shown) => <Contacts security={shown} />}
    </SecuritySection>
  );
}

function Contacts({ security }: { security: OwnSecurity }): ReactNode {
  const t = useMessages('security');
  const user = useUser();
  const waysIn = useWaysIn();
  const [changing, setChanging] = useState<Kind>();
  const [isRemoving, setRemoving] = useState(false);
  if (!user) return null;
  const has = { email: user.email !== null, phone: security.phone !== null };
  const isPhoneOffered = waysIn?.phone === true;
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        <ContactLine
          kind="email"
          value={user.email}
          isProved={user.emailVerified}
          onChange={() => setChanging('email')}
        />
        {(isPhoneOffered || has.phone) && (
          <ContactLine
            kind="phone"
            value={security.phone}
            isProved={has.phone}
            onChange={isPhoneOffered ? () => setChanging('phone') : undefined}
            // Without a proved email nothing would sign in.
            onRemove={has.phone && user.emailVerified ? () => setRemoving(true) : undefined}
          />
        )}
      </ul>
      <Dialog
        open={changing !== undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) setChanging(undefined);
        }}
        title={changing === 'phone' ? t.security.phoneTitle : t.security.emailTitle}
        size="small"
      >
        {changing && (
          <Change kind={changing} security={security} onDone={() => setChanging(undefined)} />
        )}
      </Dialog>
      <Dialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={t.security.removePhoneTitle}
        size="small"
      >
        <RemovePhone security={security} email={user.email} onDone={() => setRemoving(false)} />
      </Dialog>
    </>
  );
}

function ContactLine({
  kind,
  value,
  isProved,
  onChange,
  onRemove,
}: {
  kind: Kind;
  value: string | null;
  isProved: boolean;
  onChange: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}): ReactNode {
  const t = useMessages('security');
  const Icon = kind === 'email' ? Mail : Smartphone;
  const name = kind === 'email' ? t.security.email : t.security.phone;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="flex min-w-0 flex-1 basis-40 flex-col text-[0.9375rem]">
        <p className="text-sm text-ink-soft">{name}</p>
        <p className="flex flex-wrap items-center gap-x-2 font-medium break-all text-ink">
          {value ?? t.security.noContact}
          {value !== null && (
            <Badge tone={isProved ? 'success' : 'warning'}>
              {isProved ? t.security.proved : t.security.notProved}
            </Badge>
          )}
        </p>
      </div>
      {onRemove && (
        <Button
          size="small"
          variant="quiet"
          aria-label={t.security.removeNamed(name)}
          onClick={onRemove}
        >
          {t.common.remove}
        </Button>
      )}
      {onChange && (
        <Button
          size="small"
          aria-label={value === null ? t.security.addNamed(name) : t.security.changeNamed(name)}
          onClick={onChange}
        >
          {value === null ? t.security.add : t.security.change}
        </Button>
      )}
    </li>
  );
}

function RemovePhone({
  security,
  email,
  onDone,
}: {
  security: OwnSecurity;
  email: string | null;
  onDone: () => void;
}): ReactNode {
  const t = useMessages('security');
  const queries = useQueryClient();
  const { hasPassword, twoFactor, phone } = security;
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">{t.security.removePhoneLead(phone ?? '', email ?? '')}</p>
      <ProofForm
        asks={{ password: hasPassword, code: twoFactor.isOn }}
        tone="danger"
        submitLabel={t.security.removePhone}
        onProved={async ({ password, code }) => {
          await identityCall('removeOwnPhone', {
            ...(password !== undefined && { password }),
            ...(twoFactor.isOn && { proofCode: code }),
          });
          await reloadQuietly();
          await queries.invalidateQueries();
          toast({ type: 'success', title: t.security.phoneRemoved });
          onDone();
        }}
      />
    </div>
  );
}

/** A code on its way, with what it was asked by, so that another can be sent. */
interface Sent {
  readonly contact: string;
  readonly confirmation: string;
  /** ms since 1970. */
  readonly resendAt: number;
}

interface Proof {
  readonly password?: string;
  readonly proofCode?: string;
}

async function sendCode(kind: Kind, contact: string, proof: Proof): Promise<Sent> {
  const reply =
    kind === 'email'
      ? await identityCall('sendEmailCode', { email: contact, ...proof })
      : await identityCall('sendOwnPhoneCode', { phoneNumber: contact, ...proof });
  const resendAt = Date.now() + reply.resendAfterSeconds * 1000;
  return { contact, confirmation: reply.confirmation, resendAt };
}

function Change({
  kind,
  security,
  onDone,
}: {
  kind: Kind;
  security: OwnSecurity;
  onDone: () => void;
}): ReactNode {
  const [sent, setSent] = useState<Sent>();
  if (sent === undefined) return <NewContact kind={kind} security={security} onSent={setSent} />;
  return (
    <CodeStep kind={kind} sent={sent} onStartOver={() => setSent(undefined)} onDone={onDone} />
  );
}

const absent = z.string();

function formOf(kind: Kind, { hasPassword, twoFactor }: OwnSecurity) {
  return z.object({
    contact: kind === 'email' ? emailField : phoneField,
    password: hasPassword ? z.string().min(1, { error: fieldMessages.required }) : absent,
    proofCode: twoFactor.isOn ? requiredText(maxLength.line) : absent,
  });
}

function NewContact({
  kind,
  security,
  onSent,
}: {
  kind: Kind;
  security: OwnSecurity;
  onSent: (sent: Sent) => void;
}): ReactNode {
  const t = useMessages('security');
  const fieldText = useFieldText();
  const problemText = useProblemText();
  const { hasPassword, twoFactor } = security;
  const form = useForm({
    resolver: zodResolver(formOf(kind, security)),
    defaultValues: { contact: kind === 'phone' ? '+91' : '', password: '', proofCode: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const [trouble, tell] = useState<Trouble>();

  const submit = form.handleSubmit(async ({ contact, password, proofCode }) => {
    tell(undefined);
    const proof = { ...(hasPassword && { password }), ...(twoFactor.isOn && { proofCode }) };
    try {
      onSent(await sendCode(kind, contact, proof));
    } catch (failure) {
      const field = fieldOf(failure);
      const message = problemText(failure);
      if (field === undefined) return tell(troubleOf(failure, message));
      form.setError(field, { message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {kind === 'email' ? (
        <TextField
          {...form.register('contact')}
          label={t.security.newEmail}
          hint={t.security.newEmailHint}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldText(errors.contact?.message)}
        />
      ) : (
        <TextField
          {...form.register('contact')}
          label={t.security.newPhone}
          hint={t.security.newPhoneHint}
          type="tel"
          autoComplete="tel"
          error={fieldText(errors.contact?.message)}
        />
      )}
      {hasPassword && (
        <PasswordField
          {...form.register('password')}
          label={t.security.password}
          autoComplete="current-password"
          error={fieldText(errors.password?.message)}
        />
      )}
      {twoFactor.isOn && (
        <TextField
          {...form.register('proofCode')}
          label={t.security.code}
          hint={t.security.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldText(errors.proofCode?.message)}
        />
      )}
      <TroubleNotice trouble={trouble} />
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isSubmitting}
        busyLabel={t.common.processing}
      >
        {t.security.sendCode}
      </Button>
    </form>
  );
}

function fieldOf(failure: unknown): 'contact' | 'password' | 'proofCode' | undefined {
  if (!(failure instanceof ApiProblem)) return undefined;
  return fields.get(failure.code);
}

const fields: ReadonlyMap<string, 'contact' | 'password' | 'proofCode'> = new Map([
  ['invalid_email', 'contact'],
  ['invalid_phone', 'contact'],
  ['email_already_verified', 'contact'],
  ['wrong_password', 'password'],
  ['invalid_code', 'proofCode'],
]);

const codeForm = z.object({ code: oneTimeCode });

function CodeStep({
  kind,
  sent,
  onStartOver,
  onDone,
}: {
  kind: Kind;
  sent: Sent;
  onStartOver: () => void;
  onDone: () => void;
}): ReactNode {
  const t = useMessages('security');
  const fieldText = useFieldText();
  const problemText = useProblemText();
  const queries = useQueryClient();
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const [trouble, tell] = useState<Trouble>();
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  const submit = form.handleSubmit(async ({ code }) => {
    tell(undefined);
    const { contact, confirmation } = sent;
    try {
      await (kind === 'email'
        ? identityCall('confirmEmail', { email: contact, code, confirmation })
        : identityCall('confirmOwnPhone', { phoneNumber: contact, code, confirmation }));
    } catch (failure) {
      const message = problemText(failure);
      const isCode = failure instanceof ApiProblem && failure.code === 'invalid_code';
      if (!isCode) return tell(troubleOf(failure, message));
      return form.setError('code', { message }, { shouldFocus: true });
    }
    await reloadQuietly();
    await queries.invalidateQueries({ queryKey: securityQuery().queryKey });
    toast({
      type: 'success',
      title: kind === 'email' ? t.security.emailSet : t.security.phoneSet,
    });
    onDone();
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p role="status" className="break-words">
        {t.security.codeSentTo(sent.contact)}
      </p>
      <TextField
        {...form.register('code')}
        label={t.security.sentCode}
        hint={t.security.sentCodeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        error={fieldText(errors.code?.message)}
      />
      <TroubleNotice trouble={trouble} />
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isSubmitting}
        busyLabel={t.common.processing}
      >
        {t.security.confirm}
      </Button>
      <StartOver key={sent.resendAt} at={sent.resendAt} onStartOver={onStartOver} />
    </form>
  );
}

/** Another code is asked for as the first was: by its owner. */
function StartOver({ at, onStartOver }: { at: number; onStartOver: () => void }): ReactNode {
  const t = useMessages('security');
  const seconds = useSecondsLeft(at);
  return (
    <Button variant="quiet" wide disabled={seconds > 0} onClick={onStartOver}>
      {seconds > 0 ? t.security.noCodeIn(seconds) : t.security.noCode}
    </Button>
  );
}

/** The contact is set; a page that could not be told reads it the next time. */
async function reloadQuietly(): Promise<void> {
  try {
    await reloadUser();
  } catch (failure) {
    if (!isSessionProblem(failure)) console.warn('The user could not be read again', failure);
  }
}
