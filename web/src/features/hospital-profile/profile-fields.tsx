import type { HospitalUpdate } from '@baari/contract/hospital/hospital.ts';
import { type ReactNode, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useBoundField } from '../../api/forms/use-bound-field.ts';
import {
  BasicHospitalFields,
  HospitalContactFields,
} from '../../shared/hospital/hospital-fields.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { offeredZones, type ProfileInput } from './profile-form.ts';

export type ProfileFormApi = UseFormReturn<ProfileInput, unknown, HospitalUpdate>;

export function BasicFields({ form }: { form: ProfileFormApi }): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const bind = useBoundField(form);
  return (
    <div className={twoColumns}>
      <BasicHospitalFields
        fields={{
          name: bind('name'),
          type: bind('type'),
          address: bind('address'),
          city: bind('city'),
          state: bind('state'),
          zipCode: bind('zip_code'),
        }}
        labels={t}
      />
    </div>
  );
}

export function ContactFields({ form }: { form: ProfileFormApi }): ReactNode {
  const t = useMessages('hospitalProfile').hospitalProfile;
  const bind = useBoundField(form);
  return (
    <div className={twoColumns}>
      <HospitalContactFields
        fields={{ phone: bind('phone'), email: bind('email'), website: bind('website') }}
        labels={t}
      />
    </div>
  );
}

/** The form fields for the hospital's time zone and its position on the map. */
export function PlaceFields({ form }: { form: ProfileFormApi }): ReactNode {
  const { hospitalProfile: t, common } = useMessages('hospitalProfile');
  const bind = useBoundField(form);
  const [zones] = useState(() =>
    offeredZones(Intl.supportedValuesOf('timeZone'), form.getValues('timeZone')),
  );
  return (
    <div className={twoColumns}>
      <TextField
        {...bind('latitude')}
        label={t.latitude}
        labelNote={common.optional}
        hint={t.latitudeHint}
        inputMode="decimal"
        autoComplete="off"
      />
      <TextField
        {...bind('longitude')}
        label={t.longitude}
        labelNote={common.optional}
        hint={t.longitudeHint}
        inputMode="decimal"
        autoComplete="off"
      />
      <Select
        {...bind('timeZone')}
        label={t.timeZone}
        hint={t.timeZoneHint}
        options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      />
    </div>
  );
}

const twoColumns = 'grid items-start gap-4 sm:grid-cols-2';
