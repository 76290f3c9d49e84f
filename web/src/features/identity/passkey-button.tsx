import { Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useProblemText } from '../../api/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { signInWithPasskey } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { askForPasskey, hasPasskeys, isDeclined } from './passkeys.ts';

/** 'Continue with a passkey', where the browser has them; the session itself says when it has worked. */
export function PasskeyButton(): ReactNode {
  const t = useMessages('identity');
  const problemText = useProblemText();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!hasPasskeys()) return null;

  async function start(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await signInWithPasskey(await askForPasskey());
    } catch (failure) {
      setProblem(
        isDeclined(failure)
          ? t.identity.passkeyDeclined
          : problemText(failure, t.identity.somethingWrong),
      );
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
      {problem && <Notice tone="danger">{problem}</Notice>}
    </>
  );
}
