import { createHash } from 'node:crypto';

/** A hash of the values that a form saves together, for optimistic concurrency [decision 028]. */
export function versionOf(whole: object): string {
  return createHash('sha256').update(JSON.stringify(whole)).digest('base64url').slice(0, 22);
}
