/** Sends a completed form as a request to join a hospital [JOINH-2]. */
import {
  applyToHospital,
  type JoinApplication,
  type JoinRequest,
} from '@baari/contract/account/team.ts';
import { call } from '../../api/client.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { ApiProblem, isPassing } from '../../api/problems/problem.ts';
import { currentSession, signIn, signUp } from '../../session/session.ts';

export type Outcome =
  | { readonly kind: 'sent'; readonly request: JoinRequest }
  /**
   * The email address already has an account, and the typed password is not that account's
   * password.
   */
  | { readonly kind: 'wrong-password' }
  /** This installation of Baari requires a verified email before sign-in. */
  | { readonly kind: 'must-verify' };

/**
 * Creates an account if nobody is signed in, then sends the request to join. The mailed link leads
 * to `callbackURL`.
 */
export async function apply(
  application: JoinApplication,
  password: string,
  callbackURL: string,
): Promise<Outcome> {
  if (!currentSession().user) {
    const stopped = await openAccount(application, password, callbackURL);
    if (stopped) return stopped;
  }
  const idempotencyKey = newIdempotencyKey();
  const send = () => call(applyToHospital, { body: application, idempotencyKey });
  const { request } = await send().catch((failure: unknown) => {
    if (!isPassing(failure)) throw failure;
    return send();
  });
  return { kind: 'sent', request };
}

/**
 * Creates an account. If the email address already has an account, signs in with the typed
 * password.
 */
async function openAccount(
  { email, firstName, lastName }: JoinApplication,
  password: string,
  callbackURL: string,
): Promise<Outcome | undefined> {
  try {
    const user = await signUp({ name: `${firstName} ${lastName}`, email, password, callbackURL });
    return user ? undefined : { kind: 'must-verify' };
  } catch (failure) {
    if (!(failure instanceof ApiProblem) || failure.code !== 'email_in_use') throw failure;
  }
  try {
    await signIn({ email, password, rememberMe: true });
    return undefined;
  } catch (failure) {
    if (failure instanceof ApiProblem && failure.status === 401) return { kind: 'wrong-password' };
    throw failure;
  }
}
