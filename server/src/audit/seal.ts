/** The chain of the audit trail: each seal holds the one before it. */
import { createHash } from 'node:crypto';

/** SHA-256 over the hospital's seal before (none for its first row) and what the row holds. */
export function sealOf(before: Uint8Array | undefined, content: string): Buffer {
  return createHash('sha256')
    .update(before ?? '')
    .update('\n')
    .update(content)
    .digest();
}
