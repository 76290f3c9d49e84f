/**
 * Calls the endpoints of the identity provider, which recognise the user by the session cookie
 * [API-27].
 */
import type { identityCalls } from '@baari/contract/account/identity.ts';
import type { z } from 'zod';
import { inLanguageOfPage, sendJson } from './http.ts';
import { ApiProblem } from './problems/problem.ts';
import { withProof } from './demands/proof-demand.ts';

type Calls = typeof identityCalls;
export type IdentityCallName = keyof Calls;
type BodyOf<Name extends IdentityCallName> = Calls[Name] extends {
  body: infer Body extends z.ZodType;
}
  ? z.input<Body>
  : undefined;
type ReplyOf<Name extends IdentityCallName> = z.output<Calls[Name]['reply']>;

/**
 * The contract's methods and paths, repeated here and checked by type. Importing the contract's
 * schemas would add zod to the first load.
 */
const routes = {
  signUpWithEmail: ['POST', '/sign-up/email'],
  signInWithEmail: ['POST', '/sign-in/email'],
  signOut: ['POST', '/sign-out'],
  resendVerification: ['POST', '/send-verification-email'],
  getSession: ['GET', '/get-session'],
  getToken: ['GET', '/token'],
  getBotCheck: ['GET', '/bot-check'],
  sendPhoneCode: ['POST', '/phone-number/send-otp'],
  verifyPhoneCode: ['POST', '/phone-number/verify'],
  signInWithGoogle: ['POST', '/sign-in/social'],
  signInWithHospital: ['POST', '/sign-in/hospital'],
  sendEmailCode: ['POST', '/contact/email/send-code'],
  confirmEmail: ['POST', '/contact/email/verify'],
  sendOwnPhoneCode: ['POST', '/contact/phone/send-code'],
  confirmOwnPhone: ['POST', '/contact/phone/verify'],
  removeOwnPhone: ['POST', '/contact/phone/remove'],
  requestPasswordReset: ['POST', '/request-password-reset'],
  resetPassword: ['POST', '/reset-password'],
  enableTwoFactor: ['POST', '/two-factor/enable'],
  verifyTotp: ['POST', '/two-factor/verify-totp'],
  verifyRecoveryCode: ['POST', '/two-factor/verify-backup-code'],
  disableTwoFactor: ['POST', '/two-factor/disable'],
  getPasskeyCreation: ['GET', '/passkey/generate-register-options'],
  addPasskey: ['POST', '/passkey/verify-registration'],
  getPasskeyRequest: ['GET', '/passkey/generate-authenticate-options'],
  signInWithPasskey: ['POST', '/passkey/verify-authentication'],
  listPasskeys: ['GET', '/passkey/list-user-passkeys'],
  removePasskey: ['POST', '/passkey/delete-passkey'],
  renewRecoveryCodes: ['POST', '/two-factor/generate-backup-codes'],
  removeAllAfterReset: ['POST', '/reset-password/remove-all'],
  prove: ['POST', '/prove'],
  sendProofCode: ['POST', '/prove/send-code'],
  setOwnPassword: ['POST', '/password/set'],
  removeLinkedSignIn: ['POST', '/linked-sign-in/remove'],
} as const satisfies { [Name in IdentityCallName]: [Calls[Name]['method'], Calls[Name]['path']] };

export function identityCall<Name extends IdentityCallName>(
  name: Name,
  ...[body]: BodyOf<Name> extends undefined ? [] : [body: BodyOf<Name>]
): Promise<ReplyOf<Name>> {
  const [method, path] = routes[name];
  const outlivesPage = name === 'signOut';
  const sendOnce = (solved: Readonly<Record<string, string>>) =>
    sendJson<ReplyOf<Name>>({
      method,
      url: `/api/identity${path}`,
      headers: { ...inLanguageOfPage(), ...solved },
      body,
      outlivesPage,
    });
  const send = async () => {
    try {
      return await sendOnce({});
    } catch (failure) {
      if (!(failure instanceof ApiProblem) || failure.code !== 'bot_check_required') throw failure;
      // The module is lazily loaded, because few calls must solve a bot check.
      const { withBotCheck } = await import('./demands/bot-check-demand.ts');
      return withBotCheck(sendOnce, undefined, failure);
    }
  };
  // These two calls are part of re-authentication, so they must not start another
  // re-authentication.
  return name === 'prove' || name === 'sendProofCode' ? send() : withProof(send);
}
