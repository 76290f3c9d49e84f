/** The hash chain of the audit trail: each seal includes the one before it [SEC-19]. */
import { createHash } from 'node:crypto';
import { codeOf, type TrailKey } from './trail-keys.ts';

/** A seal over the hospital's previous seal (none for the first row) and the row's content. */
export function sealOf(key: TrailKey, before: Uint8Array | undefined, content: string): Buffer {
  return codeOf(key, [before ?? '', '\n', content]);
}

/** The seal of a row from before keys existed, which anyone could have made. */
export function sealWithoutKey(before: Uint8Array | undefined, content: string): Buffer {
  return createHash('sha256')
    .update(before ?? '')
    .update('\n')
    .update(content)
    .digest();
}
