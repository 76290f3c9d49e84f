/**
 * Accounts that sign in by phone get an email address that cannot exist, because the identity library
 * requires one. It is never shown and gets no mail.
 */

/**
 * A top-level domain that never resolves (RFC 2606). The SQL in identity.store.ts matches the same
 * domain.
 */
export const technicalDomain = 'phone.invalid';

export function technicalEmail(unique: string): string {
  return `${unique}@${technicalDomain}`;
}

export function isTechnicalEmail(email: string): boolean {
  return email.endsWith(`@${technicalDomain}`);
}

/**
 * The email address to show to people: null if the address is a technical one that cannot exist.
 */
export function shownEmail(email: string): string | null {
  return isTechnicalEmail(email) ? null : email;
}

/** Removes the user's technical email address from a response of the identity library. */
export function withoutTechnicalEmail(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('user' in body)) return body;
  const { user } = body;
  if (typeof user !== 'object' || user === null || !('email' in user)) return body;
  if (typeof user.email !== 'string' || !isTechnicalEmail(user.email)) return body;
  return { ...body, user: { ...user, email: null } };
}
