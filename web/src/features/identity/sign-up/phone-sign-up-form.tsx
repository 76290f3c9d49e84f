import { maxLength } from '@baari/contract/constants.ts';
import { phone, text } from '@baari/contract/fields.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { useBoundField } from '../../../api/forms/use-bound-field.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { countryCodes } from './phone-number.ts';
import { PhoneReadBack } from '../phone-read-back.tsx';

const account = z.object({ fullName: text(maxLength.name), phone });

/**
 * The form for patient sign-up by phone [SIGN-2, SIGN-4, VAL-2]. The next page verifies the phone
 * number.
 */
export function PhoneSignUpForm({
  onDone,
}: {
  onDone: (account: { fullName: string; phone: string }) => void;
}): ReactNode {
  const t = useMessages('identity');
  const form = useForm({
    resolver: zodResolver(account),
    defaultValues: { fullName: '', phone: countryCodes[0] },
  });
  const bind = useBoundField(form);
  const meant = phone.safeParse(useWatch({ control: form.control, name: 'phone' })).data;
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(onDone)(event)}
      className="flex flex-col gap-4"
    >
      <TextField
        {...bind('fullName')}
        label={t.identity.fullName}
        labelNote={t.common.optional}
        hint={t.identity.fullNameHint}
        autoComplete="name"
      />
      <TextField
        {...bind('phone')}
        label={t.identity.phoneNumber}
        hint={t.identity.phoneHint}
        type="tel"
        autoComplete="tel"
      />
      <PhoneReadBack number={meant} />
      <Button type="submit" variant="primary" size="large" wide>
        {t.identity.goOnWithPhone}
      </Button>
    </form>
  );
}
