/** Rules on how an account's owner can prove their identity again [guarantees, security 17]. */
import type { ProofKind } from '@baari/contract/account/identity.ts';

/** What protects an account: a password, two-factor sign-in or passkeys. */
export interface Protection {
  readonly hasPassword: boolean;
  readonly hasTwoFactor: boolean;
  readonly passkeys: number;
}

/**
 * The strongest identity proofs that the account has; weaker proofs are not accepted. With a second
 * factor, a password alone is not enough. A code to the verified contact is accepted only from
 * accounts with no other proof.
 */
export function waysToProve({ hasPassword, hasTwoFactor, passkeys }: Protection): ProofKind[] {
  const byPasskey: ProofKind[] = passkeys > 0 ? ['passkey'] : [];
  if (hasTwoFactor) return ['second_factor', ...byPasskey];
  if (hasPassword) return ['password', ...byPasskey];
  return byPasskey.length > 0 ? byPasskey : ['code'];
}

/** The verified contact to which an identity code is sent, preferably the email address. */
export function proofContact(account: {
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly phone: string | null;
}): { readonly kind: 'email' | 'phone'; readonly value: string } | null {
  const { email, isEmailVerified, phone } = account;
  if (isEmailVerified) return { kind: 'email', value: email };
  return phone === null ? null : { kind: 'phone', value: phone };
}
