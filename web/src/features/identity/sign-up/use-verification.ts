import { useState } from 'react';
import { useProblemText } from '../../../api/problems/use-problem-text.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { type Trouble, troubleOf } from '../trouble.ts';
import { currentSession, findSession, resendVerification } from '../../../session/session.ts';

export type VerificationNews =
  | { readonly kind: 'resent'; readonly email: string }
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'failed'; readonly trouble: Trouble };

export interface VerificationSteps {
  readonly news: VerificationNews | undefined;
  readonly busyWith: 'resend' | 'check' | undefined;
  readonly resend: (email: string) => Promise<void>;
  /** Asks the server whether the email is verified, and updates the session. */
  readonly check: () => Promise<void>;
}

/**
 * The actions of the buttons 'Resend verification email' and "I've verified my email" [VERI-1 …
 * VERI-3].
 */
export function useVerification(callbackURL: string): VerificationSteps {
  const t = useMessages('identity');
  const problemText = useProblemText();
  const [news, setNews] = useState<VerificationNews>();
  const [busyWith, setBusyWith] = useState<VerificationSteps['busyWith']>();

  async function attempt(what: 'resend' | 'check', fallback: string, run: () => Promise<void>) {
    setBusyWith(what);
    setNews(undefined);
    try {
      await run();
    } catch (failure) {
      setNews({ kind: 'failed', trouble: troubleOf(failure, problemText(failure, fallback)) });
    } finally {
      setBusyWith(undefined);
    }
  }

  return {
    news,
    busyWith,
    resend: (email) =>
      attempt('resend', t.identity.resendFailed, async () => {
        await resendVerification(email, callbackURL);
        setNews({ kind: 'resent', email });
      }),
    check: () =>
      attempt('check', t.identity.checkFailed, async () => {
        await findSession();
        const { user } = currentSession();
        if (!user) return setNews({ kind: 'signed-out' });
        if (!user.emailVerified) setNews({ kind: 'not-yet' });
      }),
  };
}
