/**
 * Decides whose sign-in a hospital's own OpenID provider may confirm. It may confirm verified
 * addresses of its own email domains, and only for staff of that hospital. A confirmation grants no
 * role and opens no other person's account.
 */
import { ok, type Result, refuse } from '../platform/result.ts';

const prefix = 'hospital-';

/** The error code in the redirect with which the identity library returns to the page. */
export const notStaff = 'not_hospital_staff';

/**
 * The name that the identity library uses for a hospital's provider. It is also the end of the
 * provider's callback address.
 */
export function providerIdOf(hospitalId: string): string {
  return `${prefix}${hospitalId}`;
}

/**
 * The id of the hospital to which the provider belongs. Undefined for a provider that belongs to no
 * hospital.
 */
export function hospitalOfProvider(providerId: string): string | undefined {
  return providerId.startsWith(prefix) ? providerId.slice(prefix.length) : undefined;
}

/** How the account is related to the hospital whose provider confirms the sign-in. */
export type Standing = 'works-there' | 'invited' | 'stranger';

export interface Vouching {
  /**
   * What the sign-in would do. 'create-user' makes a new account, 'link-account' opens an existing
   * account by this provider for the first time, and 'sign-in' opens it again.
   */
  readonly action: 'create-user' | 'link-account' | 'sign-in';
  /** The email address that the provider states at this sign-in. */
  readonly email: string;
  readonly isVerified: boolean;
  /** The email address of the account; undefined for a new account. */
  readonly accountEmail: string | undefined;
  readonly standing: Standing;
}

/**
 * Decides whether the provider may confirm a sign-in. Refuses: not_hospital_staff. An invitation is
 * enough for a new account, and for an account that the provider opened before. For any other
 * account the owner must already work at the hospital, because a person can be invited without
 * consenting.
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
