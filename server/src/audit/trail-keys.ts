/**
 * Derives the keys for the hashes of the audit trail [SEC-19]. The keys come from the environment,
 * never from the database, so that the database's owner cannot compute a valid hash.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secret.ts';

export interface TrailKey {
  /** The id of the key, stored with each hash. The id reveals nothing about the key. */
  readonly id: string;
  readonly key: Buffer;
}

/**
 * The keys of the audit trail. New hashes are made with the first key. The other keys were used
 * earlier and still verify older hashes.
 */
export type TrailKeys = readonly [present: TrailKey, ...former: TrailKey[]];

/**
 * Derives the keys from TRAIL_KEY if it is set, else from SECRET. Hashes made with SECRET before
 * TRAIL_KEY was set can still be verified.
 */
export function trailKeysOf(given: {
  readonly trailKeys: Secrets | undefined;
  readonly secrets: Secrets;
}): TrailKeys {
  const [present, ...former] = [...(given.trailKeys ?? []), ...given.secrets];
  return [trailKeyOf(present ?? given.secrets[0]), ...former.map(trailKeyOf)];
}

function trailKeyOf(secret: string): TrailKey {
  const derived = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, 'baari', purpose, bytes));
  return {
    id: derived('name of the key of the audit trail', 8).toString('hex'),
    key: derived('key of the audit trail', 32),
  };
}

export function findTrailKey(keys: TrailKeys, id: string): TrailKey | undefined {
  return keys.find((key) => key.id === id);
}

/** Computes a keyed hash (HMAC) of these parts. */
export function codeOf({ key }: TrailKey, parts: readonly (string | Uint8Array)[]): Buffer {
  const code = createHmac('sha256', key);
  for (const part of parts) code.update(part);
  return code.digest();
}
