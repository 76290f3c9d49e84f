/**
 * A hospital's own OpenID provider: for whom it may speak. It vouches for proved addresses of its own
 * domains and for that hospital's people; it grants no role and opens nobody else's account.
 */
import { ok, type Result, refuse } from '../platform/result.ts';

const prefix = 'hospital-';

/** The library carries it to the page as the error of the redirect. */
export const notStaff = 'not_hospital_staff';

/** What the identity library calls the provider of a hospital; the end of its callback address. */
export function providerIdOf(hospitalId: string): string {
  return `${prefix}${hospitalId}`;
}

/** undefined for a provider that is no hospital's. */
export function hospitalOfProvider(providerId: string): string | undefined {
  return providerId.startsWith(prefix) ? providerId.slice(prefix.length) : undefined;
}

/** What the account that would be signed in is to the hospital whose provider speaks. */
export type Standing = 'works-there' | 'invited' | 'stranger';

export interface Vouching {
  /** An account made now, one opened by this provider for the first time, or one it opened before. */
  readonly action: 'create-user' | 'link-account' | 'sign-in';
  /** As the provider says it now. */
  readonly email: string;
  readonly isVerified: boolean;
  /** Of the account; undefined for one made now. */
  readonly accountEmail: string | undefined;
  readonly standing: Standing;
}

/**
 * Refuses: not_hospital_staff. An invitation makes a new account, or opens again one that the provider
 * made; an account somebody had before is opened for people who work at the hospital only, as anyone
 * can be invited without being asked.
 */
export function mayVouch(emailDomains: readonly string[], vouching: Vouching): Result<void> {
  const { action, email, isVerified, accountEmail, standing } = vouching;
  const refused = refuse('not_hospital_staff');
  if (!isVerified || !emailDomains.includes(domainOf(email))) return refused;
  if (action === 'create-user') return standing === 'invited' ? ok(undefined) : refused;
  if (accountEmail?.toLowerCase() !== email.toLowerCase()) return refused;
  if (standing === 'works-there') return ok(undefined);
  return action === 'sign-in' && standing === 'invited' ? ok(undefined) : refused;
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}
