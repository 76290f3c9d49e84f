/** Secrets that stand in links: told once, kept as a hash, so that who reads the database has none. */
import { createHash, randomBytes } from 'node:crypto';

const bytes = 24;

/** 192 bits, as it stands in an address. */
export function makeLinkSecret(): string {
  return randomBytes(bytes).toString('base64url');
}

/** What of the secret in a scanned address of that path is kept; undefined for any other text. */
export function hashOfScanned(path: string, text: string): string | undefined {
  const at = text.lastIndexOf(path);
  const secret =
    at === -1 ? undefined : /^[\w-]{16,64}(?=$|[?#])/u.exec(text.slice(at + path.length))?.[0];
  return secret === undefined ? undefined : hashLinkSecret(secret);
}

/** What of a secret is kept. A secret of this length needs no salt and no slow hash. */
export function hashLinkSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
