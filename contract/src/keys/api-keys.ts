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

/** How many public keys the system of a key may have. */
export const maxPublicKeys = 5;
/** The longest text of public keys. */
export const maxPublicKeyText = 8000;

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
  /**
   * What the system needs to get access tokens; null if it has no public keys. The keys are either
   * stored, or read from an address.
   */
  client: z
    .object({
      id: z.string(),
      url: z.string().nullable(),
      keyIds: z.array(z.string()).max(maxPublicKeys),
    })
    .nullable(),
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

export const setKeyClient = endpoint({
  method: 'PUT',
  path: '/hospital/keys/:id/client',
  summary:
    'Set the public keys with which the system of an API key proves itself for access tokens',
  rows: ['API-36'],
  access: ['hospital_admin'],
  needsProof: true,
  reachesOutside: true,
  params: idParams,
  body: z.object({
    /** A key or a set of keys as JSON, or the https address of a set; empty to remove them. */
    publicKeys: z
      .string({ error: fieldMessages.required })
      .trim()
      .max(maxPublicKeyText, { error: fieldMessages.tooLong }),
  }),
  example: { publicKeys: 'https://his.example.org/jwks.json' },
  reply: z.object({ apiKey }),
  problems: [
    'forbidden',
    'not_in_practice',
    'not_found',
    'public_key_refused',
    'webhook_address_refused',
  ],
});
