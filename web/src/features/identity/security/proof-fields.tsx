import type { ReactNode } from 'react';
import type { BoundField } from '../../../api/forms/use-bound-field.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx';

/** What proves that the owner asks: the password, the app's code, or both; left out where not asked for. */
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
