import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { signInWithPasskey } from '../../../session/session.ts';
import { PasskeyPress } from './passkey-press.tsx';
import { hasPasskeys } from './passkeys.ts';

/** 'Continue with a passkey', where the browser supports it; the session reports the success. */
export function PasskeyButton({ rememberMe }: { rememberMe: boolean }): ReactNode {
  const t = useMessages('identity');
  if (!hasPasskeys()) return null;
  return (
    <PasskeyPress
      label={t.identity.continueWithPasskey}
      busyLabel={t.identity.signingIn}
      declined={t.identity.passkeyDeclined}
      failed={t.identity.somethingWrong}
      onAnswer={(answer) => signInWithPasskey(answer, rememberMe)}
    />
  );
}
