/** The patient's profile: who they are, whom to call, how they like to be reached [PROF-1]. */
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
  /** Which ways a patient wants to be told of what happens in the queue. */
  notifications: z.object({ email: z.boolean(), sms: z.boolean(), push: z.boolean() }),
});
export type Preferences = z.infer<typeof preferences>;

/** What a patient may write; the email is the account's and changes there. */
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

/** As they are kept: what was never chosen is null, and each device goes by its own choice. */
const keptPreferences = preferences.extend({
  language: preferences.shape.language.nullable(),
  theme: preferences.shape.theme.nullable(),
});

export const profile = profileUpdate.extend({
  preferences: keptPreferences,
  id: uuid,
  email: z.string().nullable(),
  /** When erasure was asked for; null when it was not. */
  erasureRequestedAt: nullableInstant,
  /** Changes with whatever else is saved here, but for the preferences, which have switches of their own. */
  version: z.string(),
});
export type Profile = z.infer<typeof profile>;

/**
 * The same with what was read before it was written; without `seen` it is saved over whatever is there. The
 * ways of notifying have switches of their own: left out, they stay as they are.
 */
const profileSave = profileUpdate.extend({
  preferences: preferences.partial({ notifications: true }),
  /** `version` as the form was opened with; the save of an older one is refused. */
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
  summary: "Save the caller's own profile, whole, unless it was saved after it was looked at",
  rows: ['PROF-1', 'API-26', 'PAT-14'],
  access: ['patient'],
  body: profileSave,
  reply: z.object({ profile }),
  problems: ['forbidden', 'profile_changed'],
});

/** The language that an account reads in: its messages are in it. */
const ownLanguage = z.object({ language: z.enum(languages, { error: fieldMessages.choice }) });

export const keepOwnLanguage = endpoint({
  method: 'PUT',
  path: '/profile/language',
  summary: 'Keep the language of the page as the account’s own, for messages as well',
  rows: ['PROF-1', 'ENT-9'],
  access: 'signed-in',
  /** `isFirst`: the account has just signed in here; a language chosen before stays. */
  body: ownLanguage.extend({ isFirst: z.boolean().default(false) }),
  /** As it is kept now. */
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
