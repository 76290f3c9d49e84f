/** The hash chain of the audit trail: each row's hash includes the hash before it [SEC-19]. */
import { createHash } from 'node:crypto';
import { codeOf, type TrailKey } from './trail-keys.ts';

/**
 * The keyed hash (HMAC) over the hospital's previous hash (none for the first row) and the row's
 * content.
 */
export function sealOf(key: TrailKey, before: Uint8Array | undefined, content: string): Buffer {
  return codeOf(key, [before ?? '', '\n', content]);
}

/**
 * The hash of an audit row without a key. Rows were hashed in this way before keys were introduced.
 * Anyone could have computed such a hash.
 */
export function sealWithoutKey(before: Uint8Array | undefined, content: string): Buffer {
  return createHash('sha256')
    .update(before ?? '')
    .update('\n')
    .update(content)
    .digest();
}
