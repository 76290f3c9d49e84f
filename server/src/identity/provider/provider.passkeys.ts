/**
 * The identity library's passkey plugin. Its certificate parser is as large as the rest of the server, so it
 * is loaded on the first use of a passkey (identity.ts).
 */
import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { takePasskeyAnswer } from './proof-scope.ts';
import { trustedOrigins } from './provider.address.ts';

/** Passkeys of this site; each use requires user verification by the device. */
export function passkeys(publicUrl: string) {
  return passkey({
    rpName: 'Baari',
    rpID: new URL(publicUrl).hostname,
    origin: trustedOrigins(publicUrl),
    schema: passkeyFields,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification({ verification }) {
        if (verification.registrationInfo?.userVerified !== true) throw notUnlocked();
      },
    },
    authentication: {
      afterVerification({ verification }) {
        const { userVerified, credentialID, newCounter } = verification.authenticationInfo;
        if (!userVerified) throw notUnlocked();
        const isProof = takePasskeyAnswer({ credentialId: credentialID, counter: newCounter });
        // The passkey was only checked; no session must be made.
        if (isProof) throw new APIError('FORBIDDEN', { code: 'PROVED' });
      },
    },
  });
}

const passkeyFields = {
  passkey: {
    fields: {
      createdAt: 'created_at',
      publicKey: 'public_key',
      userId: 'user_id',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
    },
  },
} as const;

/** A passkey without user verification is one factor, not two. */
function notUnlocked(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' });
}
