/** The profile as it is edited, and what is sent [PROF-1]. */
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

/** The preferences in force in this browser, whoever chose them. */
export type ShownPreferences = Pick<Preferences, 'language' | 'theme'>;

/** `today` (YYYY-MM-DD, on the patient's own calendar) is the last date of birth that is accepted. */
export function profileForm(today: string) {
  return profileUpdate.extend({
    dateOfBirth: profileUpdate.shape.dateOfBirth.refine((date) => date <= today, {
      error: fieldMessages.date,
    }),
  });
}

/**
 * Fields as the form opens with. Language and appearance are those in force, which the switches of
 * the page may have changed since the last save; the ways of notifying stay as they are stored.
 */
export function startingValues(profile: Profile, shown: ShownPreferences): ProfileUpdate {
  const { id: _, email: __, erasureRequestedAt: ___, version: ____, ...update } = profile;
  return { ...update, preferences: { ...update.preferences, ...shown } };
}

/** What is saved whole; the preferences have switches of their own. */
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

/** Whether a refusal's `param` names a field of the form, so that it can be said beside it. */
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

/** An address as its lines; parts that were not given leave no gap. */
export function addressLines({ line1, city, state, zip, country }: Profile['address']): string[] {
  const place = placeOf([city, [state, zip].filter(Boolean).join(' ')]);
  return [line1, place, country].filter(Boolean);
}
