/** The profile as edited, and what is sent [PROF-1]. */
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

/** The preferences in use in this browser. */
export type ShownPreferences = Pick<Preferences, 'language' | 'theme'>;

/** `today` (YYYY-MM-DD in the patient's time zone) is the latest accepted date of birth. */
export function profileForm(today: string) {
  return profileUpdate.extend({
    dateOfBirth: profileUpdate.shape.dateOfBirth.refine((date) => date <= today, {
      error: fieldMessages.date,
    }),
  });
}

/**
 * The initial values of the form. Language and theme are those in use, which switches may have
 * changed since the last save; the notification settings are the stored ones.
 */
export function startingValues(profile: Profile, shown: ShownPreferences): ProfileUpdate {
  const { id: _, email: __, erasureRequestedAt: ___, version: ____, ...update } = profile;
  return { ...update, preferences: { ...update.preferences, ...shown } };
}

/** The fields that are merged on a conflict; preferences have their own switches. */
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

/** Whether a refusal's `param` is a field of the form, so that the error can be shown there. */
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

/** The lines of an address, without empty parts. */
export function addressLines({ line1, city, state, zip, country }: Profile['address']): string[] {
  const place = placeOf([city, [state, zip].filter(Boolean).join(' ')]);
  return [line1, place, country].filter(Boolean);
}
