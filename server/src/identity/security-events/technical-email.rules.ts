/**
 * The identity library wants an email of every account. One that signs in by phone gets an address
 * that cannot exist; it is never shown and nothing is mailed to it.
 */

/** Top-level domain reserved for names that never resolve (RFC 2606); matched in identity.store.ts too. */
export const technicalDomain = 'phone.invalid';

export function technicalEmail(unique: string): string {
  return `${unique}@${technicalDomain}`;
}

export function isTechnicalEmail(email: string): boolean {
  return email.endsWith(`@${technicalDomain}`);
}

/** The address as people may see it: null for a technical one. */
export function shownEmail(email: string): string | null {
  return isTechnicalEmail(email) ? null : email;
}

/** An answer of the library whose user, if there is one, shows no technical address. */
export function withoutTechnicalEmail(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('user' in body)) return body;
  const { user } = body;
  if (typeof user !== 'object' || user === null || !('email' in user)) return body;
  if (typeof user.email !== 'string' || !isTechnicalEmail(user.email)) return body;
  return { ...body, user: { ...user, email: null } };
}
