/**
 * Configures the identity library's passkey plugin. The plugin's certificate parser is as large as
 * the rest of the server, so it is loaded on the first use of a passkey (identity.ts).
 */
import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { takePasskeyAnswer } from './proof-scope.ts';
import { trustedOrigins } from './provider.address.ts';

/** Configures passkeys of this site. The device must verify the user at each use. */
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
        // The passkey was used only as an identity proof, so no session must be made.
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

/**
 * The refusal of a passkey that was used without user verification. Such a passkey is only one
 * factor, not two.
 */
function notUnlocked(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' });
}
