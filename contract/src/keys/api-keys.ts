/**
 * API keys of a hospital: administrators make, list and revoke them [API-28]. A key is shown once,
 * and its row stays for the record after it was revoked.
 */
import { z } from 'zod';
import { maxLength } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import {
  fieldMessages,
  idParams,
  instant,
  nullableInstant,
  requiredName,
  uuid,
} from '../fields.ts';
import { scopes } from './scopes.ts';

/** How many keys of a hospital may work at the same time. */
export const maxKeys = 50;
/** How many ended keys the list shows, latest first. */
export const endedKeysShown = 50;

/** How long a new key works. */
export const keyLifetimes = ['30 days', '90 days', 'year', 'unlimited'] as const;
export type KeyLifetime = (typeof keyLifetimes)[number];

const person = z.object({ id: uuid, name: z.string() });

/** An API key as administrators see it, without the key itself. */
export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  /** The beginning and the last four characters of the key, to recognise it by. */
  shown: z.string(),
  scopes: z.array(z.enum(scopes)).max(scopes.length),
  madeAt: instant,
  madeBy: person,
  /** The time from which the key is refused; null for a key without an end. */
  expiresAt: nullableInstant,
  /** The last use, exact to a minute, and its network; null for a key that nobody has used. */
  lastUse: z.object({ at: instant, network: z.string() }).nullable(),
  revoked: z.object({ at: instant, by: person }).nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/hospital/keys',
  summary:
    "List the API keys of the caller's hospital: those that work, then the latest ended ones",
  rows: ['API-28'],
  access: ['hospital_admin'],
  reply: z.object({ keys: z.array(apiKey).max(maxKeys + endedKeysShown) }),
  problems: ['forbidden'],
});

export const makeApiKey = endpoint({
  method: 'POST',
  path: '/hospital/keys',
  summary: "Make an API key for a system of the caller's hospital",
  rows: ['API-28'],
  access: ['hospital_admin'],
  status: 201,
  isSecret: true,
  needsProof: true,
  reachesOutside: true,
  body: z.object({
    name: requiredName(maxLength.name),
    scopes: z
      .array(z.enum(scopes, { error: fieldMessages.choice }))
      .min(1, { error: fieldMessages.required })
      .max(scopes.length, { error: fieldMessages.tooMany }),
    lifetime: z.enum(keyLifetimes, { error: fieldMessages.choice }).default('year'),
  }),
  example: { name: 'HIS bridge', scopes: ['queue:read', 'queue:act'], lifetime: 'year' },
  reply: z.object({ apiKey, key: z.string() }),
  problems: ['forbidden', 'not_in_practice', 'too_many_keys'],
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/hospital/keys/:id',
  summary: 'Revoke an API key at once; its row stays for the record',
  rows: ['API-28'],
  access: ['hospital_admin'],
  params: idParams,
  reply: z.object({ apiKey }),
  problems: ['forbidden', 'not_found'],
});
