import { createHash } from 'node:crypto';

/** A short text that changes with what a form saves whole: who saves says by it what was looked at [decision 085]. */
export function versionOf(whole: object): string {
  return createHash('sha256').update(JSON.stringify(whole)).digest('base64url').slice(0, 22);
}
