/** The ways in which an account's owner can prove their identity [guarantees, security 17]. */
import type { ProofKind } from '@baari/contract/account/identity.ts';

/** The means that protect an account. */
export interface Protection {
  readonly hasPassword: boolean;
  readonly hasTwoFactor: boolean;
  readonly passkeys: number;
}

/**
 * The strongest proofs that the account has; no weaker one is accepted. With a second factor, a password alone is not
 * enough. A code to the verified contact is accepted only from accounts with no other proof.
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
