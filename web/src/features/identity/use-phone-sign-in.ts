import { useState } from 'react';
import { identityCall } from '../../api/identity.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { type NewPatient, signInWithPhone } from '../../session/session.ts';
import { answerBotCheck } from './bot-check.ts';
import { asksSecondStep } from './account-problem.ts';
import { type Trouble, troubleOf } from './trouble.ts';

/** A code on its way to a phone. */
export interface SentCode {
  readonly phone: string;
  readonly confirmation: string;
  /** When another may be asked for, ms since 1970. */
  readonly resendAt: number;
}

export interface PhoneSignIn {
  readonly sent: SentCode | undefined;
  readonly busyWith: 'bot-check' | 'send' | 'resend' | 'verify' | undefined;
  readonly trouble: Trouble | undefined;
  readonly send: (phone: string) => Promise<void>;
  readonly resend: () => Promise<void>;
  readonly verify: (code: string) => Promise<void>;
  /** Back to the number. */
  readonly changeNumber: () => void;
}

interface PhoneSignInOptions {
  readonly patient: NewPatient | undefined;
  readonly rememberMe: boolean;
  /** The code was right; the account asks for a second step. */
  readonly onSecondStep: () => void;
}

/** Sends a code to a phone behind the bot check, and signs in with it [VERI-4 … VERI-6]. */
export function usePhoneSignIn({
  patient,
  rememberMe,
  onSecondStep,
}: PhoneSignInOptions): PhoneSignIn {
  const t = useMessages('identity');
  const problemText = useProblemText();
  const [sent, setSent] = useState<SentCode>();
  const [busyWith, setBusyWith] = useState<PhoneSignIn['busyWith']>();
  const [trouble, tell] = useState<Trouble>();

  async function attempt(fallback: string, run: () => Promise<void>): Promise<void> {
    tell(undefined);
    try {
      await run();
    } catch (failure) {
      if (asksSecondStep(failure)) return onSecondStep();
      if (!(failure instanceof ApiProblem)) console.warn(fallback, failure);
      tell(troubleOf(failure, problemText(failure, fallback)));
    } finally {
      setBusyWith(undefined);
    }
  }

  async function sendTo(phone: string, what: 'send' | 'resend'): Promise<void> {
    setBusyWith('bot-check');
    const botCheck = await answerBotCheck(await identityCall('getBotCheck'));
    setBusyWith(what);
    const reply = await identityCall('sendPhoneCode', { phoneNumber: phone, botCheck });
    const resendAt = Date.now() + reply.resendAfterSeconds * 1000;
    setSent({ phone, confirmation: reply.confirmation, resendAt });
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
        if (!sent) return tell({ message: t.identity.noConfirmation, retryAt: undefined });
        setBusyWith('verify');
        const { phone, confirmation } = sent;
        await signInWithPhone({ phoneNumber: phone, code, confirmation, rememberMe }, patient);
      }),
    changeNumber: () => {
      setSent(undefined);
      tell(undefined);
    },
  };
}
