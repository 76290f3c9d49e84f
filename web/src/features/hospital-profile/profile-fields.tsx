import { hospitalTypes } from '@baari/contract/constants.ts';
import type { HospitalUpdate } from '@baari/contract/hospital.ts';
import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useFieldText } from '../../api/use-problem-text.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { offeredZones, type ProfileField, type ProfileInput } from './profile-form.ts';

export type ProfileFormApi = UseFormReturn<ProfileInput, unknown, HospitalUpdate>;

export function BasicFields({ form }: { form: ProfileFormApi }): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const error = useFieldError(form);
  return (
    <div className={twoColumns}>
      <TextField
        {...form.register('name')}
        label={t.name}
        autoComplete="organization"
        error={error('name')}
      />
      <Select
        {...form.register('type')}
        label={t.type}
        placeholder={t.chooseType}
        options={hospitalTypes.map((value) => ({ value, label: t.types[value] }))}
        error={error('type')}
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
        {...form.register('zip_code')}
        label={t.zipCode}
        autoComplete="postal-code"
        error={error('zip_code')}
      />
    </div>
  );
}

export function ContactFields({ form }: { form: ProfileFormApi }): ReactNode {
  const { hospitalProfile: t, common } = useMessages('hospitalProfile');
  const error = useFieldError(form);
  return (
    <div className={twoColumns}>
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
        {...form.register('phone')}
        label={t.phone}
        hint={t.phoneHint}
        type="tel"
        autoComplete="tel"
        error={error('phone')}
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

/** Where it is: by the clock and on the map. */
export function PlaceFields({ form }: { form: ProfileFormApi }): ReactNode {
  const { hospitalProfile: t, common } = useMessages('hospitalProfile');
  const error = useFieldError(form);
  const [zones] = useState(() =>
    offeredZones(Intl.supportedValuesOf('timeZone'), form.getValues('timeZone')),
  );
  return (
    <div className={twoColumns}>
      <TextField
        {...form.register('latitude')}
        label={t.latitude}
        labelNote={common.optional}
        hint={t.latitudeHint}
        inputMode="decimal"
        autoComplete="off"
        error={error('latitude')}
      />
      <TextField
        {...form.register('longitude')}
        label={t.longitude}
        labelNote={common.optional}
        hint={t.longitudeHint}
        inputMode="decimal"
        autoComplete="off"
        error={error('longitude')}
      />
      <Select
        {...form.register('timeZone')}
        label={t.timeZone}
        hint={t.timeZoneHint}
        options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        error={error('timeZone')}
      />
    </div>
  );
}

function useFieldError(form: ProfileFormApi): (field: ProfileField) => string | undefined {
  const fieldText = useFieldText();
  const { errors } = form.formState;
  return (field) => fieldText(errors[field]?.message);
}

const twoColumns = 'grid items-start gap-4 sm:grid-cols-2';
