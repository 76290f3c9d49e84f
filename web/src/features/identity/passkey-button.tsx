import { Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { signInWithPasskey } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { askForPasskey, hasPasskeys, isDeclined } from './passkeys.ts';
import { type Trouble, troubleOf } from './trouble.ts';
import { TroubleNotice } from './trouble-notice.tsx';

/** 'Continue with a passkey', where the browser has them; the session itself says when it has worked. */
export function PasskeyButton({ rememberMe }: { rememberMe: boolean }): ReactNode {
  const t = useMessages('identity');
  const problemText = useProblemText();
  const [isBusy, setBusy] = useState(false);
  const [trouble, tell] = useState<Trouble>();
  if (!hasPasskeys()) return null;

  async function start(): Promise<void> {
    setBusy(true);
    tell(undefined);
    try {
      await signInWithPasskey(await askForPasskey(), rememberMe);
    } catch (failure) {
      const message = isDeclined(failure)
        ? t.identity.passkeyDeclined
        : problemText(failure, t.identity.somethingWrong);
      tell(troubleOf(failure, message));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        wide
        busy={isBusy}
        busyLabel={t.identity.signingIn}
        icon={<Fingerprint aria-hidden="true" />}
        onClick={() => void start()}
      >
        {t.identity.continueWithPasskey}
      </Button>
      <TroubleNotice trouble={trouble} />
    </>
  );
}
