import {
  email as emailField,
  fieldMessages,
  oneTimeCode,
  phone as phoneField,
  requiredText,
} from '@baari/contract/fields.ts';
import { maxLength } from '@baari/contract/constants.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { identityCall } from '../../../api/identity.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { type OwnSecurity, securityQuery } from '../../../api/security-query.ts';
import { useBoundField } from '../../../api/use-bound-field.ts';
import { useFieldText, useProblemText } from '../../../api/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { ProofFields } from './proof-fields.tsx';
import { reloadOwnUser } from './reload-own-user.ts';
import { TroubleNotice } from '../trouble-notice.tsx';
import { type Trouble, troubleOf } from '../trouble.ts';
import { useSecondsLeft } from '../use-seconds-left.ts';

export type ContactKind = 'email' | 'phone';

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

async function sendCode(kind: ContactKind, contact: string, proof: Proof): Promise<Sent> {
  const reply =
    kind === 'email'
      ? await identityCall('sendEmailCode', { email: contact, ...proof })
      : await identityCall('sendOwnPhoneCode', { phoneNumber: contact, ...proof });
  const resendAt = Date.now() + reply.resendAfterSeconds * 1000;
  return { contact, confirmation: reply.confirmation, resendAt };
}

/** Changes the email or the phone: the new one with proof of who one is, then the code sent there. */
export function ContactChange({
  kind,
  security,
  onDone,
}: {
  kind: ContactKind;
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

function formOf(kind: ContactKind, { hasPassword, twoFactor }: OwnSecurity) {
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
  kind: ContactKind;
  security: OwnSecurity;
  onSent: (sent: Sent) => void;
}): ReactNode {
  const t = useMessages('security');
  const problemText = useProblemText();
  const { hasPassword, twoFactor } = security;
  const form = useForm({
    resolver: zodResolver(formOf(kind, security)),
    defaultValues: { contact: kind === 'phone' ? '+91' : '', password: '', proofCode: '' },
  });
  const bind = useBoundField(form);
  const { isSubmitting } = form.formState;
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
          {...bind('contact')}
          label={t.security.newEmail}
          hint={t.security.newEmailHint}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <TextField
          {...bind('contact')}
          label={t.security.newPhone}
          hint={t.security.newPhoneHint}
          type="tel"
          autoComplete="tel"
        />
      )}
      <ProofFields
        password={hasPassword && bind('password')}
        code={twoFactor.isOn && bind('proofCode')}
      />
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
  kind: ContactKind;
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
    await reloadOwnUser();
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
