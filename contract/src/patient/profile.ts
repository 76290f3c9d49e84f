/** The patient's profile: personal data, emergency contacts and preferences [PROF-1]. */
import { z } from 'zod';
import { maxLength } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  dateOfBirth,
  fieldMessages,
  instant,
  nameText,
  nullableInstant,
  phone,
  requiredName,
  text,
  uuid,
} from '../fields.ts';
import { languages } from '../languages.gen.ts';
import { gender } from './person.ts';

export const themes = ['light', 'dark', 'system'] as const;

export const maxEmergencyContacts = 5;

const line = text(maxLength.line).default('');

const address = z.object({ line1: line, city: line, state: line, zip: line, country: line });

const emergencyContact = z.object({
  name: requiredName(maxLength.name),
  phone,
  relation: nameText(maxLength.name).default(''),
});

const insurance = z.object({ provider: line, policyNumber: line, groupNumber: line });

export const preferences = z.object({
  language: z.enum(languages, { error: fieldMessages.choice }),
  theme: z.enum(themes, { error: fieldMessages.choice }),
  /** The channels on which a patient wants notifications. */
  notifications: z.object({ email: z.boolean(), sms: z.boolean(), push: z.boolean() }),
});
export type Preferences = z.infer<typeof preferences>;

/**
 * The fields of the profile that a patient may edit. The email is not among them, because it is
 * changed with the account.
 */
export const profileUpdate = z.object({
  name: requiredName(maxLength.name),
  phone: z.union([phone, z.literal('')]).default(''),
  dateOfBirth: z.union([dateOfBirth, z.literal('')]).default(''),
  gender,
  address: address.prefault({}),
  emergencyContacts: z
    .array(emergencyContact)
    .max(maxEmergencyContacts, { error: fieldMessages.tooMany })
    .default([]),
  insurance: insurance.prefault({}),
  preferences,
});
export type ProfileUpdate = z.infer<typeof profileUpdate>;

/**
 * The stored preferences of a patient. A channel that the patient never chose is null. Push is
 * chosen on each device.
 */
const keptPreferences = preferences.extend({
  language: preferences.shape.language.nullable(),
  theme: preferences.shape.theme.nullable(),
});

export const profile = profileUpdate.extend({
  preferences: keptPreferences,
  id: uuid,
  email: z.string().nullable(),
  /** When erasure was requested; null without a request. */
  erasureRequestedAt: nullableInstant,
  /**
   * The version of the profile. It changes with each save of the profile, but not when the patient
   * switches a notification channel.
   */
  version: z.string(),
});
export type Profile = z.infer<typeof profile>;

/**
 * The update of a profile. `seen` is the version that was read before the edit; without `seen`, the
 * save overwrites other changes. Channels have their own switches and stay unchanged if left out.
 */
const profileSave = profileUpdate.extend({
  preferences: preferences.partial({ notifications: true }),
  /**
   * The profile's `version` when the form was opened. A save based on an older version is refused.
   */
  seen: z.string().max(64).optional(),
});
export type ProfileSave = z.infer<typeof profileSave>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/profile',
  summary: "Get the caller's own profile",
  rows: ['PROF-1', 'API-26', 'PAT-14'],
  access: ['patient'],
  reply: z.object({ profile }),
  problems: ['forbidden'],
});

export const saveProfile = endpoint({
  method: 'PUT',
  path: '/profile',
  summary: "Save the caller's own profile as a whole; refused if it changed after it was opened",
  rows: ['PROF-1', 'API-26', 'PAT-14'],
  access: ['patient'],
  body: profileSave,
  reply: z.object({ profile }),
  problems: ['forbidden', 'profile_changed'],
});

/** The language of the account, used for its messages. */
const ownLanguage = z.object({ language: z.enum(languages, { error: fieldMessages.choice }) });

export const keepOwnLanguage = endpoint({
  method: 'PUT',
  path: '/profile/language',
  summary: "Store the page's language for the account and its messages",
  rows: ['PROF-1', 'ENT-9'],
  access: 'signed-in',
  /**
   * `isFirst`: whether the account has just signed in on this device. If so, a language that the
   * account chose earlier stays.
   */
  body: ownLanguage.extend({ isFirst: z.boolean().default(false) }),
  /** The language that is now stored for the account. */
  reply: ownLanguage,
  problems: [],
});

export const exportOwnData = endpoint({
  method: 'GET',
  path: '/profile/export',
  summary: 'Export everything held about the caller, as one JSON document',
  rows: ['PROF-1', 'API-26'],
  access: ['patient'],
  reply: z.object({ exportedAt: instant, data: z.record(z.string(), z.unknown()) }),
  problems: ['forbidden'],
});
