/** Secrets in links: shown once and stored as a hash, so that a database reader cannot use them. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { keyFor } from './seal.ts';

const bytes = 24;

/** A new secret: 192 random bits in base64url. */
export function makeLinkSecret(): string {
  return randomBytes(bytes).toString('base64url');
}

/**
 * The secret of the link with this id: 256 bits that only a holder of the installation's SECRET can
 * compute. A retried request thus gets the same link, although only its hash is stored.
 */
export function linkSecretOf(id: string, secret: string, purpose: string): string {
  return createHmac('sha256', keyFor(secret, purpose)).update(id).digest('base64url');
}

/**
 * The hash of the secret in a scanned address that contains the given path; undefined for any other
 * text.
 */
export function hashOfScanned(path: string, text: string): string | undefined {
  const at = text.lastIndexOf(path);
  const secret =
    at === -1 ? undefined : /^[\w-]{16,64}(?=$|[?#])/u.exec(text.slice(at + path.length))?.[0];
  return secret === undefined ? undefined : hashLinkSecret(secret);
}

/**
 * The form in which a link's secret is stored. A random secret of this length needs no salt and no
 * slow hash.
 */
export function hashLinkSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
