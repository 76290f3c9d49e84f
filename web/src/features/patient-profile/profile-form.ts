/** The patient's profile as edited in the form, and the request body made from it [PROF-1]. */
import { placeOf } from '@baari/contract/text/commas.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import {
  type Preferences,
  type Profile,
  profileUpdate,
  type ProfileUpdate,
} from '@baari/contract/patient/profile.ts';
import type { FieldPath } from 'react-hook-form';
import type { z } from 'zod';

export type ProfileInput = z.input<typeof profileUpdate>;
export type ProfileField = FieldPath<ProfileInput>;

/** The language and theme that this browser currently uses. */
export type ShownPreferences = Pick<Preferences, 'language' | 'theme'>;

/**
 * Returns the schema of the profile form. `today` (YYYY-MM-DD in the patient's time zone) is the
 * latest accepted date of birth.
 */
export function profileForm(today: string) {
  return profileUpdate.extend({
    dateOfBirth: profileUpdate.shape.dateOfBirth.refine((date) => date <= today, {
      error: fieldMessages.date,
    }),
  });
}

/**
 * Returns the initial values of the form. Language and theme are those that the browser uses now;
 * the notification settings are the stored ones.
 */
export function startingValues(profile: Profile, shown: ShownPreferences): ProfileUpdate {
  const { id: _, email: __, erasureRequestedAt: ___, version: ____, ...update } = profile;
  return { ...update, preferences: { ...update.preferences, ...shown } };
}

/**
 * The form fields that are merged if somebody else saved at the same time. Language and theme are
 * not merged, because they have their own switches.
 */
export const mergedFields = [
  'name',
  'phone',
  'dateOfBirth',
  'gender',
  'address',
  'emergencyContacts',
  'insurance',
] as const satisfies readonly (keyof ProfileUpdate)[];
export type MergedField = (typeof mergedFields)[number];

/**
 * Whether the `param` of a refusal is a field of the form. The error can then be shown at that
 * field.
 */
export function isProfileField(param: string): param is ProfileField {
  return fields.has(param) || /^emergencyContacts\.\d+\.(?:name|phone|relation)$/u.test(param);
}

const fields: ReadonlySet<string> = new Set([
  'name',
  'phone',
  'dateOfBirth',
  'gender',
  'address.line1',
  'address.city',
  'address.state',
  'address.zip',
  'address.country',
  'insurance.provider',
  'insurance.policyNumber',
  'insurance.groupNumber',
  'preferences.language',
  'preferences.theme',
]);

/** Returns the text lines of a postal address, without empty parts. */
export function addressLines({ line1, city, state, zip, country }: Profile['address']): string[] {
  const place = placeOf([city, [state, zip].filter(Boolean).join(' ')]);
  return [line1, place, country].filter(Boolean);
}
