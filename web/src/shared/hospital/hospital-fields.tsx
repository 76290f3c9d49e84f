/**
 * Form fields for a hospital, used both to create a hospital and to edit its profile [WIZ-1,
 * HPROF-1].
 */
import { type HospitalType, hospitalTypes } from '@baari/contract/constants.ts';
import type { ReactNode } from 'react';
import type { BoundField } from '../../api/forms/use-bound-field.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

/**
 * The form fields for the hospital's kind and location. Each page passes its own labels, because
 * the specification gives each page different labels.
 */
export function BasicHospitalFields({
  fields,
  labels,
}: {
  fields: Record<'name' | 'type' | 'address' | 'city' | 'state' | 'zipCode', BoundField>;
  labels: Record<keyof typeof fields | 'chooseType', string> & {
    readonly types: Record<HospitalType, string>;
  };
}): ReactNode {
  return (
    <>
      <TextField {...fields.name} label={labels.name} autoComplete="organization" />
      <Select
        {...fields.type}
        label={labels.type}
        placeholder={labels.chooseType}
        options={hospitalTypes.map((value) => ({ value, label: labels.types[value] }))}
      />
      <TextField
        {...fields.address}
        label={labels.address}
        autoComplete="street-address"
        className="sm:col-span-2"
      />
      <TextField {...fields.city} label={labels.city} autoComplete="address-level2" />
      <TextField {...fields.state} label={labels.state} autoComplete="address-level1" />
      <TextField {...fields.zipCode} label={labels.zipCode} autoComplete="postal-code" />
    </>
  );
}

/** The form fields for a hospital's contact data. */
export function HospitalContactFields({
  fields,
  labels,
}: {
  fields: Record<'email' | 'phone' | 'website', BoundField>;
  labels: Record<keyof typeof fields | 'phoneHint' | 'websiteHint', string>;
}): ReactNode {
  const { common } = useMessages();
  return (
    <>
      <TextField
        {...fields.phone}
        label={labels.phone}
        hint={labels.phoneHint}
        type="tel"
        autoComplete="tel"
      />
      <TextField
        {...fields.email}
        label={labels.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      <TextField
        {...fields.website}
        label={labels.website}
        labelNote={common.optional}
        hint={labels.websiteHint}
        type="url"
        inputMode="url"
        autoComplete="url"
      />
    </>
  );
}
