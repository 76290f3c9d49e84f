import { defaultOperatingHours } from '@baari/contract/constants.ts';
import { departments } from '@baari/contract/hospital/specialties.ts';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { usePasswordMin } from '../../api/forms/use-password-min.ts';
import {
  BasicHospitalFields,
  HospitalContactFields,
} from '../../shared/hospital/hospital-fields.tsx';
import { useClock } from '../../shared/hospital/use-clock.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useMedicalName } from '../../i18n/use-medical-name.ts';
import { Checkbox } from '../../ui/form/choice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField, TextField } from '../../ui/form/text-field.tsx';
import type { CreationInput, CreationOutput } from './creation-form.ts';

export type CreationForm = UseFormReturn<CreationInput, unknown, CreationOutput>;

/** Step 1 of the hospital creation wizard: data about the hospital. */
export function HospitalFields({ form }: { form: CreationForm }): ReactNode {
  const t = useMessages('hospitalCreation').hospitalCreation;
  const bind = useBoundField(form);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <BasicHospitalFields
        fields={{
          name: bind('hospitalName'),
          type: bind('hospitalType'),
          address: bind('address'),
          city: bind('city'),
          state: bind('state'),
          zipCode: bind('zipCode'),
        }}
        labels={{ ...t, name: t.hospitalName, type: t.hospitalType }}
      />
      <HospitalContactFields
        fields={{ phone: bind('phone'), email: bind('email'), website: bind('website') }}
        labels={t}
      />
    </div>
  );
}

/**
 * Step 2 of the wizard: data about the administrator. A signed-in person enters no password and
 * cannot change the email address.
 */
export function AdminFields({
  form,
  isSignedIn,
}: {
  form: CreationForm;
  isSignedIn: boolean;
}): ReactNode {
  const t = useMessages('hospitalCreation').hospitalCreation;
  const { common } = useMessages();
  const least = usePasswordMin();
  const bind = useBoundField(form);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <p className="text-[0.9375rem] text-ink-soft sm:col-span-2">{t.adminLead}</p>
      <TextField {...bind('adminFirstName')} label={t.adminFirstName} autoComplete="given-name" />
      <TextField {...bind('adminLastName')} label={t.adminLastName} autoComplete="family-name" />
      <TextField
        {...bind('adminEmail')}
        label={t.adminEmail}
        hint={isSignedIn ? t.adminEmailSignedIn : t.adminEmailHint}
        readOnly={isSignedIn}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <TextField
        {...bind('adminPhone')}
        label={t.adminPhone}
        labelNote={common.optional}
        type="tel"
        autoComplete="tel"
      />
      {!isSignedIn && (
        <>
          <PasswordField
            {...bind('password')}
            label={t.password}
            hint={t.passwordHint(least)}
            autoComplete="new-password"
          />
          <PasswordField
            {...bind('confirmPassword')}
            label={t.confirmPassword}
            autoComplete="new-password"
          />
        </>
      )}
    </div>
  );
}

/** Step 3 of the wizard: the hospital's departments, in a scrolling grid [WIZ-8]. */
export function CustomizeFields({ form }: { form: CreationForm }): ReactNode {
  const t = useMessages('hospitalCreation').hospitalCreation;
  const { common } = useMessages();
  const medicalName = useMedicalName();
  const clock = useClock();
  const chosen = form.watch('departments')?.length ?? 0;
  const { monday: week, saturday } = defaultOperatingHours;
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
        {/* The height cuts a row in two on a phone, which shows that the grid scrolls. */}
        <div className="mt-1 grid max-h-74 gap-x-4 overflow-y-auto rounded-control border border-line p-3 sm:grid-cols-2 lg:grid-cols-3">
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
      <Notice title={t.hoursTitle}>
        {t.hoursNote(
          clock(week.open),
          clock(week.close),
          clock(saturday.open),
          clock(saturday.close),
        )}
      </Notice>
    </div>
  );
}
