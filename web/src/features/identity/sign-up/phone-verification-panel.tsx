import { fieldMessages, oneTimeCode } from '@baari/contract/fields.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { ShieldCheck } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useFieldText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import {
  countryCodes,
  fullPhone,
  partsOfPhone,
  type TypedPhone,
  typedPhone,
} from './phone-number.ts';
import { PhoneReadBack } from '../phone-read-back.tsx';
import { TroubleNotice } from '../trouble-notice.tsx';
import type { PhoneSignIn, SentCode } from '../sign-in/use-phone-sign-in.ts';
import { useSecondsLeft } from '../use-seconds-left.ts';

/**
 * Asks for the phone number, and then for the code that was sent to the number [VERI-4, VERI-6].
 */
export function PhoneVerificationPanel({
  phone,
  steps,
  extra,
}: {
  /** The phone number from the URL in E.164 form. */
  phone: string | undefined;
  steps: PhoneSignIn;
  /** Further options, shown above the button both for the number and for the code. */
  extra?: ReactNode;
}): ReactNode {
  // The React key is different for each code that is sent, so that the typed text and the countdown
  // are reset.
  if (steps.sent)
    return <CodeStep key={steps.sent.confirmation} sent={steps.sent} steps={steps} extra={extra} />;
  return <NumberStep phone={phone} steps={steps} extra={extra} />;
}

function NumberStep({
  phone,
  steps,
  extra,
}: {
  phone: string | undefined;
  steps: PhoneSignIn;
  extra: ReactNode;
}): ReactNode {
  const t = useMessages('identity');
  const fieldText = useFieldText();
  const [typed, setTyped] = useState<TypedPhone>(() => partsOfPhone(phone ?? ''));
  const [isRefused, setRefused] = useState(false);
  const number = useRef<HTMLInputElement>(null);
  const isBusy = steps.busyWith !== undefined;
  const full = fullPhone(typed);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBusy) return;
    setRefused(full === undefined);
    if (full === undefined) number.current?.focus();
    else void steps.send(full);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[11rem_1fr]">
        <Select
          label={t.identity.countryCode}
          autoComplete="tel-country-code"
          options={countryCodes.map((code) => ({
            value: code,
            label: t.identity.countries[code],
          }))}
          value={typed.countryCode}
          onChange={({ target }) => {
            const code = countryCodes.find((known) => known === target.value);
            if (code) setTyped(typedPhone(typed.digits, code));
          }}
        />
        <TextField
          ref={number}
          label={t.identity.phoneNumber}
          type="tel"
          autoComplete="tel-national"
          value={typed.digits}
          onChange={({ target }) => setTyped(typedPhone(target.value, typed.countryCode))}
          hint={t.identity.tenDigits}
          error={isRefused && full === undefined ? fieldText(fieldMessages.phone) : undefined}
        />
      </div>
      <PhoneReadBack number={full} />
      <BotCheckNote isChecking={steps.busyWith === 'bot-check'} />
      {extra}
      <TroubleNotice trouble={steps.trouble} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={isBusy}
        busyLabel={t.identity.sendingCode}
      >
        {t.identity.sendCode}
      </Button>
    </form>
  );
}

const codeForm = z.object({ code: oneTimeCode });

function CodeStep({
  sent,
  steps,
  extra,
}: {
  sent: SentCode;
  steps: PhoneSignIn;
  extra: ReactNode;
}): ReactNode {
  const t = useMessages('identity');
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { code: '' } });
  const bind = useBoundField(form);
  const isExpired = useSecondsLeft(sent.expiresAt) === 0;
  const isResending = steps.busyWith === 'resend' || steps.busyWith === 'bot-check';
  const submit = form.handleSubmit(async ({ code }) => {
    if (steps.busyWith === undefined) await steps.verify(code);
  });
  const { setFocus } = form;
  const { confirmation } = sent;
  useEffect(() => {
    if (confirmation !== '') setFocus('code');
  }, [confirmation, setFocus]);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status">{t.identity.codeSentTo(sent.phone)}</p>
        <Button variant="quiet" onClick={steps.changeNumber}>
          {t.identity.changeNumber}
        </Button>
      </div>
      <TextField
        {...bind('code')}
        label={t.identity.code}
        hint={t.identity.codeLasts}
        disabled={isExpired}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
      />
      {extra}
      <TroubleNotice trouble={steps.trouble} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        disabled={isExpired}
        busy={steps.busyWith === 'verify'}
        busyLabel={t.identity.verifyingCode}
      >
        {t.identity.verifyCode}
      </Button>
      {isExpired && <Notice tone="warning">{t.identity.codeExpired}</Notice>}
      <ResendButton
        key={sent.resendAt}
        at={sent.resendAt}
        steps={steps}
        isBusy={isResending}
        isWanted={isExpired}
      />
      {isResending && <BotCheckNote isChecking={steps.busyWith === 'bot-check'} />}
    </form>
  );
}

function ResendButton({
  at,
  steps,
  isBusy,
  isWanted,
}: {
  at: number;
  steps: PhoneSignIn;
  isBusy: boolean;
  /**
   * Whether the button to send another code is the primary button, because the code has expired.
   */
  isWanted: boolean;
}): ReactNode {
  const t = useMessages('identity');
  const secondsLeft = useSecondsLeft(at);
  return (
    <Button
      wide
      variant={isWanted ? 'primary' : 'secondary'}
      disabled={secondsLeft > 0}
      busy={isBusy}
      busyLabel={t.identity.sendingCode}
      onClick={() => void steps.resend()}
    >
      {secondsLeft > 0 ? t.identity.resendCodeIn(secondsLeft) : t.identity.resendCode}
    </Button>
  );
}

/** Says that a bot check is running. The person need not do anything. */
function BotCheckNote({ isChecking }: { isChecking: boolean }): ReactNode {
  const t = useMessages('identity');
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-ink-soft">
      <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-primary-ink" />
      {isChecking ? t.identity.botChecking : t.identity.botCheck}
    </p>
  );
}
