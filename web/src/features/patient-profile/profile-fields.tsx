import { aboutLanguages, languages } from '@baari/contract/languages.gen.ts';
import { genders } from '@baari/contract/patient/person.ts';
import type { ProfileUpdate } from '@baari/contract/patient/profile.ts';
import type { ReactNode, Ref } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { themeChoices } from '../../ui/layout/theme.ts';
import type { ProfileInput } from './profile-form.ts';
import { Section } from './section.tsx';
import { useThemeNames } from './use-theme-names.ts';

export type EditedProfile = UseFormReturn<ProfileInput, unknown, ProfileUpdate>;

interface PartProps {
  form: EditedProfile;
}

/**
 * The form fields for the patient's personal data. `today` is the latest possible date of birth.
 */
export function PersonalFields({
  form,
  email,
  today,
  headingRef,
}: PartProps & {
  email: string | null;
  today: string;
  headingRef: Ref<HTMLHeadingElement>;
}): ReactNode {
  const { profile: t, common } = useMessages('profile');
  const bind = useBoundField(form);
  return (
    <Section title={t.personal} headingRef={headingRef}>
      <TextField {...bind('name')} label={t.name} autoComplete="name" required />
      {email !== null && (
        <TextField label={t.email} hint={t.emailHint} type="email" value={email} readOnly />
      )}
      <TextField
        {...bind('phone')}
        label={t.phone}
        labelNote={common.optional}
        hint={t.phoneHint}
        type="tel"
        autoComplete="tel"
      />
      <div className={pairLook}>
        <TextField
          {...bind('dateOfBirth')}
          label={t.dateOfBirth}
          labelNote={common.optional}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={today}
        />
        <Select
          {...bind('gender')}
          label={t.gender}
          labelNote={common.optional}
          placeholder={t.noGender}
          autoComplete="sex"
          options={genders.map((value) => ({ value, label: t.genders[value] }))}
        />
      </div>
    </Section>
  );
}

export function AddressFields({ form }: PartProps): ReactNode {
  const { profile: t } = useMessages('profile');
  const bind = useBoundField(form);
  return (
    <Section title={t.address}>
      <TextField {...bind('address.line1')} label={t.line1} autoComplete="street-address" />
      <div className={pairLook}>
        <TextField {...bind('address.city')} label={t.city} autoComplete="address-level2" />
        <TextField {...bind('address.state')} label={t.state} autoComplete="address-level1" />
        <TextField {...bind('address.zip')} label={t.zip} autoComplete="postal-code" />
        <TextField {...bind('address.country')} label={t.country} autoComplete="country-name" />
      </div>
    </Section>
  );
}

export function InsuranceFields({ form }: PartProps): ReactNode {
  const { profile: t } = useMessages('profile');
  const bind = useBoundField(form);
  return (
    <Section title={t.insurance}>
      <TextField {...bind('insurance.provider')} label={t.provider} autoComplete="off" />
      <div className={pairLook}>
        <TextField {...bind('insurance.policyNumber')} label={t.policyNumber} autoComplete="off" />
        <TextField {...bind('insurance.groupNumber')} label={t.groupNumber} autoComplete="off" />
      </div>
    </Section>
  );
}

/**
 * The form fields for language and theme. Notification settings are shown elsewhere, with the
 * notification channels.
 */
export function PreferenceFields({ form }: PartProps): ReactNode {
  const { profile: t, common } = useMessages('profile');
  const bind = useBoundField(form);
  const themeNames = useThemeNames();
  return (
    <Section title={t.preferences} lead={t.preferencesLead}>
      <div className={pairLook}>
        <Select
          {...bind('preferences.language')}
          label={common.language}
          options={languages.map((value) => ({ value, label: aboutLanguages[value].ownName }))}
        />
        <Select
          {...bind('preferences.theme')}
          label={common.theme}
          options={themeChoices.map((value) => ({ value, label: themeNames[value] }))}
        />
      </div>
    </Section>
  );
}

const pairLook = 'grid items-start gap-4 sm:grid-cols-2';
