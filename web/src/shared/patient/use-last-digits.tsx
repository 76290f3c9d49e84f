import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { type ReactNode, useId, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

const digitCount = 4;

/**
 * The field in which a person with a link enters the last digits of the phone. `use` passes complete
 * digits on; if they are incomplete, it says so at the field.
 */
export function useLastDigits(hint: string) {
  const { earlier: t } = useMessages('earlier');
  const fieldId = useId();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);

  function use(send: (digits: string) => void): void {
    const digits = withPlainDigits(typed).trim();
    const isComplete = digits.length === digitCount && /^\d+$/u.test(digits);
    setMissing(!isComplete);
    if (isComplete) send(digits);
    else document.getElementById(fieldId)?.focus();
  }

  /** `mismatch`: what to say at the field if the server has refused the digits. */
  function field(mismatch: string | undefined): ReactNode {
    return (
      <TextField
        id={fieldId}
        label={t.digits}
        hint={hint}
        error={isMissing ? t.digitsMissing : mismatch}
        inputMode="numeric"
        autoComplete="off"
        maxLength={digitCount}
        className="max-w-60"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    );
  }

  return { use, field };
}
