/**
 * For whom a hospital's own OpenID provider may vouch: verified addresses of its own domains, and only that
 * hospital's staff. It grants no role and opens nobody else's account.
 */
import { ok, type Result, refuse } from '../platform/result.ts';

const prefix = 'hospital-';

/** The error code in the library's redirect to the page. */
export const notStaff = 'not_hospital_staff';

/** The library's name for a hospital's provider; the end of its callback address. */
export function providerIdOf(hospitalId: string): string {
  return `${prefix}${hospitalId}`;
}

/** Undefined for a provider that belongs to no hospital. */
export function hospitalOfProvider(providerId: string): string | undefined {
  return providerId.startsWith(prefix) ? providerId.slice(prefix.length) : undefined;
}

/** The relation between the account and the hospital whose provider vouches. */
export type Standing = 'works-there' | 'invited' | 'stranger';

export interface Vouching {
  /** A new account, one that this provider opens for the first time, or one that it opened before. */
  readonly action: 'create-user' | 'link-account' | 'sign-in';
  /** The address that the provider states now. */
  readonly email: string;
  readonly isVerified: boolean;
  /** The account's address; undefined for a new account. */
  readonly accountEmail: string | undefined;
  readonly standing: Standing;
}

/**
 * Refuses: not_hospital_staff. An invitation allows a new account, or one that the provider made. Other
 * existing accounts are opened only for the hospital's staff, because anyone can be invited without consent.
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
