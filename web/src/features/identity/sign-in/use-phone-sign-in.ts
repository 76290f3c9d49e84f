import { useState } from 'react';
import { answerBotCheck } from '../../../api/demands/bot-check.ts';
import { serverNow } from '../../../clock/clock.ts';
import { identityCall } from '../../../api/identity.ts';
import { ApiProblem } from '../../../api/problems/problem.ts';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { type NewPatient, signInWithPhone } from '../../../session/session.ts';
import { draftPlaces, forgetDraft, keepDraft, readDraft, textsOf } from '../../../device/draft.ts';
import { useRoleFailed } from '../use-role-failed.ts';
import { asksSecondStep } from '../account-problem.ts';
import { type Trouble, troubleOf } from '../trouble.ts';

/** A sign-in code that was sent to a phone. */
export interface SentCode {
  readonly phone: string;
  readonly confirmation: string;
  /** When the user can request another code, in ms since 1970. */
  readonly resendAt: number;
  /** When the code expires, ms since 1970. */
  readonly expiresAt: number;
}

export interface PhoneSignIn {
  readonly sent: SentCode | undefined;
  readonly busyWith: 'bot-check' | 'send' | 'resend' | 'verify' | undefined;
  readonly trouble: Trouble | undefined;
  readonly send: (phone: string) => Promise<void>;
  readonly resend: () => Promise<void>;
  readonly verify: (code: string) => Promise<void>;
  /** Returns to the form field for the phone number. */
  readonly changeNumber: () => void;
}

interface PhoneSignInOptions {
  /** The phone number from the URL. A code that was sent to another number is ignored. */
  readonly phone: string | undefined;
  readonly patient: NewPatient | undefined;
  readonly rememberMe: boolean;
  /** Called when the code was right but the account needs a second factor. */
  readonly onSecondStep: () => void;
}

/**
 * Sends a sign-in code to a phone after a bot check, and signs in with the code [VERI-4 … VERI-6].
 */
export function usePhoneSignIn({
  phone: wanted,
  patient,
  rememberMe,
  onSecondStep,
}: PhoneSignInOptions): PhoneSignIn {
  const t = useMessages('identity');
  const problemText = useProblemText();
  const showRoleFailed = useRoleFailed();
  const [sent, setSent] = useState<SentCode | undefined>(() => readSent(wanted));
  const [busyWith, setBusyWith] = useState<PhoneSignIn['busyWith']>();
  const [trouble, setTrouble] = useState<Trouble>();

  async function attempt(fallback: string, run: () => Promise<void>): Promise<void> {
    setTrouble(undefined);
    try {
      await run();
    } catch (failure) {
      if (asksSecondStep(failure)) return onSecondStep();
      if (!(failure instanceof ApiProblem)) console.warn(fallback, failure);
      setTrouble(troubleOf(failure, problemText(failure, fallback)));
    } finally {
      setBusyWith(undefined);
    }
  }

  async function sendTo(phone: string, what: 'send' | 'resend'): Promise<void> {
    setBusyWith('bot-check');
    const botCheck = await answerBotCheck(await identityCall('getBotCheck'));
    setBusyWith(what);
    const reply = await identityCall('sendPhoneCode', { phoneNumber: phone, botCheck });
    const next = {
      phone,
      confirmation: reply.confirmation,
      resendAt: serverNow() + reply.resendAfterSeconds * 1000,
      expiresAt: serverNow() + reply.expiresInSeconds * 1000,
    };
    keepDraft(draftPlaces.phoneCode, next);
    setSent(next);
  }

  return {
    sent,
    busyWith,
    trouble,
    send: (phone) => attempt(t.identity.sendCodeFailed, () => sendTo(phone, 'send')),
    resend: () =>
      attempt(t.identity.resendCodeFailed, async () => {
        if (sent) await sendTo(sent.phone, 'resend');
      }),
    verify: (code) =>
      attempt(t.identity.invalidCode, async () => {
        if (!sent) return setTrouble({ message: t.identity.noConfirmation, retryAt: undefined });
        setBusyWith('verify');
        const { phone, confirmation } = sent;
        const given = { phoneNumber: phone, code, confirmation, rememberMe };
        const { isRoleSet } = await signInWithPhone(given, patient);
        forgetDraft(draftPlaces.phoneCode);
        if (!isRoleSet) showRoleFailed();
      }),
    changeNumber: () => {
      forgetDraft(draftPlaces.phoneCode);
      setSent(undefined);
      setTrouble(undefined);
    },
  };
}

/**
 * Returns the code that was requested before the page was reloaded, because its SMS may still
 * arrive.
 */
function readSent(wanted: string | undefined): SentCode | undefined {
  const kept = readDraft(draftPlaces.phoneCode);
  const { phone, confirmation } = textsOf(kept, ['phone', 'confirmation']);
  const resendAt = kept?.['resendAt'];
  const expiresAt = kept?.['expiresAt'];
  if (phone === undefined || confirmation === undefined) return undefined;
  if (wanted !== undefined && wanted !== phone) return undefined;
  if (typeof resendAt !== 'number' || typeof expiresAt !== 'number') return undefined;
  return { phone, confirmation, resendAt, expiresAt };
}
