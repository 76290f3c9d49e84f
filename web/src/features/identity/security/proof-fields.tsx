import type { ReactNode } from 'react';
import type { BoundField } from '../../../api/forms/use-bound-field.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx';

/**
 * The form fields with which the account's owner proves their identity again: the password, the
 * authenticator app's code, or both.
 */
export function ProofFields({
  password,
  code,
}: {
  password: BoundField | false;
  code: BoundField | false;
}): ReactNode {
  const t = useMessages('security');
  return (
    <>
      {password && (
        <PasswordField {...password} label={t.security.password} autoComplete="current-password" />
      )}
      {code && (
        <TextField
          {...code}
          label={t.security.code}
          hint={t.security.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </>
  );
}
