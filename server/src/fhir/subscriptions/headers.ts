/** Encrypts the HTTP headers of a subscription, which hold the receiver's secrets [API-42]. */
import { z } from 'zod';
import { seal, unseal } from '../../platform/secrets/seal.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';

const purpose = 'subscription headers';
const kept = z.array(z.tuple([z.string(), z.string()]));
export type Headers = readonly (readonly [string, string])[];

export function sealHeaders(headers: Headers, [present]: Secrets): string | null {
  return headers.length === 0 ? null : seal(JSON.stringify(headers), present, purpose);
}

/** Decrypts stored headers; undefined if none of the installation's secrets encrypted them. */
export function openHeaders(sealed: string | null, secrets: Secrets): Headers | undefined {
  if (sealed === null) return [];
  for (const secret of secrets) {
    const opened = unseal(sealed, secret, purpose);
    if (opened !== undefined) return kept.parse(JSON.parse(opened));
  }
  return undefined;
}

/** Whether stored headers must be encrypted again, because a former SECRET encrypted them. */
export function areSealedBefore(sealed: string, [present]: Secrets): boolean {
  return unseal(sealed, present, purpose) === undefined;
}
