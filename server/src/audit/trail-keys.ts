/**
 * The keys that seal the trail [SEC-19]. They come from the environment, never from the database, so that its
 * owner cannot make a seal.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Secrets } from '../platform/secrets/secret.ts';

export interface TrailKey {
  /** The id of the key, stored with each seal; reveals nothing of the key. */
  readonly id: string;
  readonly key: Buffer;
}

/**
 * The keys of the trail. The first key seals; the others made earlier seals and still verify them.
 */
export type TrailKeys = readonly [present: TrailKey, ...former: TrailKey[]];

/**
 * The keys, derived from TRAIL_KEY if set, else from SECRET. Seals made with SECRET before TRAIL_KEY was set can still
 * be verified.
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

/** A keyed code (HMAC) of these parts. */
export function codeOf({ key }: TrailKey, parts: readonly (string | Uint8Array)[]): Buffer {
  const code = createHmac('sha256', key);
  for (const part of parts) code.update(part);
  return code.digest();
}
