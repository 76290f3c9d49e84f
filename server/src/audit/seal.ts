/** The chain of the audit trail: each seal holds the one before it [SEC-19]. */
import { createHash } from 'node:crypto';
import { codeOf, type TrailKey } from './trail-keys.ts';

/** Of the hospital's seal before (none for its first row) and of what the row holds. */
export function sealOf(key: TrailKey, before: Uint8Array | undefined, content: string): Buffer {
  return codeOf(key, [before ?? '', '\n', content]);
}

/** As rows were sealed before there were keys: anyone can make it. */
export function sealWithoutKey(before: Uint8Array | undefined, content: string): Buffer {
  return createHash('sha256')
    .update(before ?? '')
    .update('\n')
    .update(content)
    .digest();
}
