import type { ReactNode } from 'react';
import type { BoundField } from '../../api/forms/use-bound-field.ts';
import { useMessages } from '../../i18n/language.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

/**
 * The form fields for a doctor's name, email and phone, used for adding and editing [VAL-3, ADM-2].
 */
export function DoctorContactFields({
  name,
  email,
  phone,
}: Record<'name' | 'email' | 'phone', BoundField>): ReactNode {
  const { doctors: t } = useMessages('doctors');
  return (
    <>
      <TextField {...name} label={t.name} autoComplete="off" required />
      <TextField
        {...email}
        label={t.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        required
      />
      <TextField
        {...phone}
        label={t.phone}
        type="tel"
        autoComplete="off"
        required
        hint={t.phoneHint}
      />
    </>
  );
}
