/** Secrets that stand in links: told once, kept as a hash, so that who reads the database has none. */
import { createHash, randomBytes } from 'node:crypto';

const bytes = 24;

/** 192 bits, as it stands in an address. */
export function makeLinkSecret(): string {
  return randomBytes(bytes).toString('base64url');
}

/** What of a secret is kept. A secret of this length needs no salt and no slow hash. */
export function hashLinkSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
