/** The ways in which an account's owner can prove their identity [guarantees, security 17]. */
import type { ProofKind } from '@baari/contract/account/identity.ts';

/** What protects an account. */
export interface Protection {
  readonly hasPassword: boolean;
  readonly hasTwoFactor: boolean;
  readonly passkeys: number;
}

/**
 * Only the strongest ways that the account has. With a second factor a password alone is not enough; a code
 * to the verified contact is for accounts with nothing else.
 */
export function waysToProve({ hasPassword, hasTwoFactor, passkeys }: Protection): ProofKind[] {
  const byPasskey: ProofKind[] = passkeys > 0 ? ['passkey'] : [];
  if (hasTwoFactor) return ['second_factor', ...byPasskey];
  if (hasPassword) return ['password', ...byPasskey];
  return byPasskey.length > 0 ? byPasskey : ['code'];
}

/** Where an identity code goes: to a verified contact, preferably the email. */
export function proofContact(account: {
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly phone: string | null;
}): { readonly kind: 'email' | 'phone'; readonly value: string } | null {
  const { email, isEmailVerified, phone } = account;
  if (isEmailVerified) return { kind: 'email', value: email };
  return phone === null ? null : { kind: 'phone', value: phone };
}
