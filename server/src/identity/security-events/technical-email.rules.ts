/**
 * Accounts that sign in by phone get an email address that cannot exist, because the identity library
 * requires one. It is never shown and gets no mail.
 */

/** A top-level domain that never resolves (RFC 2606); identity.store.ts matches it too. */
export const technicalDomain = 'phone.invalid';

export function technicalEmail(unique: string): string {
  return `${unique}@${technicalDomain}`;
}

export function isTechnicalEmail(email: string): boolean {
  return email.endsWith(`@${technicalDomain}`);
}

/** The address for display: null for a technical one. */
export function shownEmail(email: string): string | null {
  return isTechnicalEmail(email) ? null : email;
}

/** An answer of the library without the user's technical address. */
export function withoutTechnicalEmail(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('user' in body)) return body;
  const { user } = body;
  if (typeof user !== 'object' || user === null || !('email' in user)) return body;
  if (typeof user.email !== 'string' || !isTechnicalEmail(user.email)) return body;
  return { ...body, user: { ...user, email: null } };
}
