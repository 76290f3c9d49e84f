/** What opens an account, as it is told to whoever has just set its password by a mailed link. */
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
    // A mailbox need not tell whoever reads it a whole number.
    phone: phone === null ? null : `… ${phone.slice(-4)}`,
  };
}
