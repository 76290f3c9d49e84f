import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { signInWithPasskey } from '../../../session/session.ts';
import { PasskeyPress } from './passkey-press.tsx';
import { hasPasskeys } from './passkeys.ts';

/**
 * The button 'Continue with a passkey', shown if the browser supports passkeys. After success the
 * session's state changes.
 */
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
