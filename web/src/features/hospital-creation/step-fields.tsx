import { departments, hospitalTypes } from '@baari/contract/constants.ts';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useFieldText } from '../../api/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import type { CreationField, CreationInput, CreationOutput } from './creation-form.ts';

export type CreationForm = UseFormReturn<CreationInput, unknown, CreationOutput>;

/** Step 1: the hospital. */
export function HospitalFields({ form }: { form: CreationForm }): ReactNode {
  const t = useMessages('hospitalCreation').hospitalCreation;
  const { common } = useMessages();
  const error = useFieldError(form);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...form.register('hospitalName')}
        label={t.hospitalName}
        autoComplete="organization"
        error={error('hospitalName')}
      />
      <Select
        {...form.register('hospitalType')}
        label={t.hospitalType}
        placeholder={t.chooseType}
        options={hospitalTypes.map((value) => ({ value, label: t.types[value] }))}
        error={error('hospitalType')}
      />
      <TextField
        {...form.register('address')}
        label={t.address}
        autoComplete="street-address"
        className="sm:col-span-2"
        error={error('address')}
      />
      <TextField
        {...form.register('city')}
        label={t.city}
        autoComplete="address-level2"
        error={error('city')}
      />
      <TextField
        {...form.register('state')}
        label={t.state}
        autoComplete="address-level1"
        error={error('state')}
      />
      <TextField
        {...form.register('zipCode')}
        label={t.zipCode}
        autoComplete="postal-code"
        error={error('zipCode')}
      />
      <TextField
        {...form.register('phone')}
        label={t.phone}
        hint={t.phoneHint}
        type="tel"
        autoComplete="tel"
        error={error('phone')}
      />
      <TextField
        {...form.register('email')}
        label={t.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        error={error('email')}
      />
      <TextField
        {...form.register('website')}
        label={t.website}
        labelNote={common.optional}
        hint={t.websiteHint}
        type="url"
        inputMode="url"
        autoComplete="url"
        error={error('website')}
      />
    </div>
  );
}

/** Step 2: who runs it. Someone signed in needs no password, and no other address. */
export function AdminFields({
  form,
  isSignedIn,
}: {
  form: CreationForm;
  isSignedIn: boolean;
}): ReactNode {
  const t = useMessages('hospitalCreation').hospitalCreation;
  const { common } = useMessages();
  const error = useFieldError(form);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <p className="text-[0.9375rem] text-ink-soft sm:col-span-2">{t.adminLead}</p>
      <TextField
        {...form.register('adminFirstName')}
        label={t.adminFirstName}
        autoComplete="given-name"
        error={error('adminFirstName')}
      />
      <TextField
        {...form.register('adminLastName')}
        label={t.adminLastName}
        autoComplete="family-name"
        error={error('adminLastName')}
      />
      <TextField
        {...form.register('adminEmail')}
        label={t.adminEmail}
        hint={isSignedIn ? t.adminEmailSignedIn : t.adminEmailHint}
        readOnly={isSignedIn}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        error={error('adminEmail')}
      />
      <TextField
        {...form.register('adminPhone')}
        label={t.adminPhone}
        labelNote={common.optional}
        type="tel"
        autoComplete="tel"
        error={error('adminPhone')}
      />
      {!isSignedIn && (
        <>
          <PasswordField
            {...form.register('password')}
            label={t.password}
            hint={t.passwordHint}
            autoComplete="new-password"
            error={error('password')}
          />
          <PasswordField
            {...form.register('confirmPassword')}
            label={t.confirmPassword}
            autoComplete="new-password"
            error={error('confirmPassword')}
          />
        </>
      )}
    </div>
  );
}

/** Step 3: the departments, in a grid that scrolls [WIZ-8]. */
export function CustomizeFields({ form }: { form: CreationForm }): ReactNode {
  const t = useMessages('hospitalCreation').hospitalCreation;
  const { common } = useMessages();
  const medicalName = useMedicalName();
  const chosen = form.watch('departments')?.length ?? 0;
  return (
    <div className="flex flex-col gap-5">
      <fieldset className="flex min-w-0 flex-col gap-1.5">
        <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 text-sm">
          <span className="font-semibold text-ink">
            {t.departments}
            <span className="font-normal text-ink-soft"> ({common.optional})</span>
          </span>
          <span aria-live="polite" className="text-ink-soft tabular-nums">
            {t.departmentsChosen(chosen)}
          </span>
        </legend>
        <p className="text-sm text-ink-soft">{t.departmentsHint}</p>
        <div className="mt-1 grid max-h-72 gap-x-4 overflow-y-auto rounded-control border border-line p-3 sm:grid-cols-2 lg:grid-cols-3">
          {departments.map((department) => (
            <Checkbox
              key={department}
              {...form.register('departments')}
              value={department}
              label={medicalName(department)}
            />
          ))}
        </div>
      </fieldset>
      <Notice title={t.hoursTitle}>{t.hoursNote}</Notice>
    </div>
  );
}

function useFieldError(form: CreationForm): (field: CreationField) => string | undefined {
  const fieldText = useFieldText();
  const { errors } = form.formState;
  return (field) => fieldText(errors[field]?.message);
}
