/** By what an account's owner shows who they are [guarantees, security 17]. */
import type { ProofKind } from '@baari/contract/account/identity.ts';

/** What protects an account. */
export interface Protection {
  readonly hasPassword: boolean;
  readonly hasTwoFactor: boolean;
  readonly passkeys: number;
}

/**
 * The strongest that the account has. Where a second factor is on a password alone is not enough; a
 * code to the proved contact is for those who have nothing else.
 */
export function waysToProve({ hasPassword, hasTwoFactor, passkeys }: Protection): ProofKind[] {
  const byPasskey: ProofKind[] = passkeys > 0 ? ['passkey'] : [];
  if (hasTwoFactor) return ['second_factor', ...byPasskey];
  if (hasPassword) return ['password', ...byPasskey];
  return byPasskey.length > 0 ? byPasskey : ['code'];
}

/** Where a code to show who one is goes: to what its owner has proved, the email first. */
export function proofContact(account: {
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly phone: string | null;
}): { readonly kind: 'email' | 'phone'; readonly value: string } | null {
  const { email, isEmailVerified, phone } = account;
  if (isEmailVerified) return { kind: 'email', value: email };
  return phone === null ? null : { kind: 'phone', value: phone };
}
