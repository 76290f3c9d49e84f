import { languages as languageCodes } from '@baari/contract/languages.ts';
import { genders } from '@baari/contract/person.ts';
import type { ProfileUpdate } from '@baari/contract/profile.ts';
import type { ReactNode, Ref } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useFieldText } from '../../api/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { languages } from '../../i18n/languages.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { themeChoices } from '../../ui/theme.ts';
import type { ProfileInput } from './profile-form.ts';
import { Section } from './section.tsx';
import { useThemeNames } from './use-theme-names.ts';

export type EditedProfile = UseFormReturn<ProfileInput, unknown, ProfileUpdate>;

interface PartProps {
  form: EditedProfile;
}

/** Who the patient is; `today` is the last date of birth that can be chosen. */
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
  const fieldText = useFieldText();
  const { errors } = form.formState;
  return (
    <Section title={t.personal} headingRef={headingRef}>
      <TextField
        {...form.register('name')}
        label={t.name}
        autoComplete="name"
        required
        error={fieldText(errors.name?.message)}
      />
      {email !== null && (
        <TextField label={t.email} hint={t.emailHint} type="email" value={email} readOnly />
      )}
      <TextField
        {...form.register('phone')}
        label={t.phone}
        labelNote={common.optional}
        hint={t.phoneHint}
        type="tel"
        autoComplete="tel"
        error={fieldText(errors.phone?.message)}
      />
      <div className={pairLook}>
        <TextField
          {...form.register('dateOfBirth')}
          label={t.dateOfBirth}
          labelNote={common.optional}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={today}
          error={fieldText(errors.dateOfBirth?.message)}
        />
        <Select
          {...form.register('gender')}
          label={t.gender}
          labelNote={common.optional}
          placeholder={t.noGender}
          autoComplete="sex"
          options={genders.map((value) => ({ value, label: t.genders[value] }))}
          error={fieldText(errors.gender?.message)}
        />
      </div>
    </Section>
  );
}

export function AddressFields({ form }: PartProps): ReactNode {
  const { profile: t } = useMessages('profile');
  const fieldText = useFieldText();
  const errors = form.formState.errors.address;
  return (
    <Section title={t.address}>
      <TextField
        {...form.register('address.line1')}
        label={t.line1}
        autoComplete="street-address"
        error={fieldText(errors?.line1?.message)}
      />
      <div className={pairLook}>
        <TextField
          {...form.register('address.city')}
          label={t.city}
          autoComplete="address-level2"
          error={fieldText(errors?.city?.message)}
        />
        <TextField
          {...form.register('address.state')}
          label={t.state}
          autoComplete="address-level1"
          error={fieldText(errors?.state?.message)}
        />
        <TextField
          {...form.register('address.zip')}
          label={t.zip}
          autoComplete="postal-code"
          error={fieldText(errors?.zip?.message)}
        />
        <TextField
          {...form.register('address.country')}
          label={t.country}
          autoComplete="country-name"
          error={fieldText(errors?.country?.message)}
        />
      </div>
    </Section>
  );
}

export function InsuranceFields({ form }: PartProps): ReactNode {
  const { profile: t } = useMessages('profile');
  const fieldText = useFieldText();
  const errors = form.formState.errors.insurance;
  return (
    <Section title={t.insurance}>
      <TextField
        {...form.register('insurance.provider')}
        label={t.provider}
        autoComplete="off"
        error={fieldText(errors?.provider?.message)}
      />
      <div className={pairLook}>
        <TextField
          {...form.register('insurance.policyNumber')}
          label={t.policyNumber}
          autoComplete="off"
          error={fieldText(errors?.policyNumber?.message)}
        />
        <TextField
          {...form.register('insurance.groupNumber')}
          label={t.groupNumber}
          autoComplete="off"
          error={fieldText(errors?.groupNumber?.message)}
        />
      </div>
    </Section>
  );
}

/** Language and appearance; ways of notifying come with the channels that use them. */
export function PreferenceFields({ form }: PartProps): ReactNode {
  const { profile: t, common } = useMessages('profile');
  const fieldText = useFieldText();
  const themeNames = useThemeNames();
  const errors = form.formState.errors.preferences;
  return (
    <Section title={t.preferences} lead={t.preferencesLead}>
      <div className={pairLook}>
        <Select
          {...form.register('preferences.language')}
          label={common.language}
          options={languageCodes.map((value) => ({ value, label: languages[value].ownName }))}
          error={fieldText(errors?.language?.message)}
        />
        <Select
          {...form.register('preferences.theme')}
          label={common.theme}
          options={themeChoices.map((value) => ({ value, label: themeNames[value] }))}
          error={fieldText(errors?.theme?.message)}
        />
      </div>
    </Section>
  );
}

const pairLook = 'grid items-start gap-4 sm:grid-cols-2';
