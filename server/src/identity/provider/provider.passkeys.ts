/**
 * The identity library's plugin for passkeys. What it brings to read certificates is as heavy as the
 * rest of the server, so it is loaded when somebody first uses a passkey (identity.ts).
 */
import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { takePasskeyAnswer } from './proof-scope.ts';
import { trustedOrigins } from './provider.address.ts';

/** Passkeys of this site; each use has the device check its owner. */
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
        // Checked, which is all that was asked: no session is to come of it.
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

/** A passkey that anyone holding the device can use would be one factor, not two. */
function notUnlocked(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' });
}
