/** The remaining ways to sign in, for the person who has just set the password by a mailed link. */
import type { WaysLeft } from '@baari/contract/account/identity.ts';
import type { WaysInRow } from './ways-in.store.ts';

export function waysLeftView({ passkeys, phone, ...row }: WaysInRow): WaysLeft {
  return {
    hasTwoFactor: row.hasTwoFactor,
    hasGoogle: row.hasGoogle,
    hasHospitalSignIn: row.hasHospitalSignIn,
    passkeys: passkeys.map(({ name, createdAt }) => ({
      name: name ?? '',
      addedAt: createdAt.toISOString(),
    })),
    // The phone number is shortened, because a reader of the mailbox need not learn the whole
    // number.
    phone: phone === null ? null : `… ${phone.slice(-4)}`,
  };
}
