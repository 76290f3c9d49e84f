/**
 * Mounts the calls of the identity library that clients may use below /api/identity, and no others
 * [API-27]. The contract parses request bodies, so an added role or field never reaches the
 * library. Responses contain only the contract's fields.
 */
import { identityCalls } from '@baari/contract/account/identity.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Refusal, refuse } from '../platform/result.ts';
import { strangersBodyBytes } from '../platform/http/route.ts';
import { admitTry, knownByEmail, refuseTry, triedFrom } from './sign-in/admit-try.ts';
import { noteSignIn } from './sign-in/after-sign-in.ts';
import type { TryOutcome } from './attempts/attempts.ts';
import { resendBudgets, signInBudgets, signUpBudgets } from './attempts/attempts.rules.ts';
import { evenAnswers, evenMs } from './sign-in/even-answers.ts';
import type { IdentityParts } from './identity.ts';
import { isAccount } from './sessions/identity.store.ts';
import { mountOpenId } from './sign-in/open-id.routes.ts';
import { mountOwnContact } from './account/own-contact.routes.ts';
import { mountOwnWaysIn } from './account/own-ways-in.routes.ts';
import { mountPasskeys } from './sign-in/passkey.routes.ts';
import { mountPasswordReset } from './sign-in/password-reset.routes.ts';
import { mountPhone } from './sign-in/phone.routes.ts';
import { mountProof } from './account/prove.routes.ts';
import { isWrongCredentials } from './provider/provider.answers.ts';
import {
  type Answer,
  ask,
  getOnly,
  readBody,
  sendAnswer,
  sendProblem,
} from './provider/provider.calls.ts';
import { basePath } from './provider/provider.address.ts';
import { findUserIdOf, hasEventSince } from './security-events/security-event.store.ts';
import { originOf, recordSecurityEvent } from './security-events/security-events.ts';
import { failedLanding, verificationLanding } from './sign-in/safe-path.ts';
import { resignedLinkToken } from './sessions/signed-cookies.ts';
import { isTechnicalEmail } from './security-events/technical-email.rules.ts';
import { asksSecondFactor, mountTwoFactor, sendSecondFactor } from './sign-in/two-factor.routes.ts';

const verifyEmailQuery = z.object({ token: z.string(), callbackURL: z.string().optional() });

export function mountIdentityProvider(app: FastifyInstance, parts: IdentityParts): void {
  const { signUpWithEmail, signInWithEmail, resendVerification } = identityCalls;
  const { signOut, getSession, getToken } = identityCalls;
  // Most of these calls need no session, so the size of their bodies is limited. Calls with a
  // passkey's answer have their own limits.
  app.addHook('onRoute', (route) => {
    const { url } = route;
    if (!url.startsWith(basePath) || url.startsWith(`${basePath}/passkey/`)) return;
    route.bodyLimit ??= strangersBodyBytes;
  });
  mountPasswordReset(app, parts);
  mountPhone(app, parts);
  mountOpenId(app, parts);
  mountTwoFactor(app, parts);
  mountPasskeys(app, parts);
  mountOwnContact(app, parts);
  mountOwnWaysIn(app, parts);
  mountProof(app, parts);

  const evenSignUp = evenAnswers(parts, evenMs.signUp);
  app.post(`${basePath}${signUpWithEmail.path}`, evenSignUp, async (request, reply) => {
    const body = readBody(signUpWithEmail.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const { callbackURL, ...account } = body.value;
    if (isTechnicalEmail(account.email)) return sendProblem(reply, refuse('invalid_email'));
    const landing = verificationLanding(callbackURL, parts.publicUrl);
    if (landing === undefined) return sendProblem(reply, otherSite);
    const chosen = await parts.passwordRule(account.password);
    if (!chosen.ok) return sendProblem(reply, chosen);
    const admission = await admitTry(parts, request, signUpBudgets(request.ip));
    if (!admission.admitted) return refuseTry(parts, request, reply, admission, signUpTooMany);
    const given = { ...account, callbackURL: landing };
    const answer = await signUp(parts, request, given);
    await admission.settle(answer.ok ? 'counts' : 'free');
    await noteSignIn(parts, request, reply, answer);
    return sendAnswer(reply, answer, signUpWithEmail.reply);
  });

  const evenSignIn = evenAnswers(parts, evenMs.signIn);
  app.post(`${basePath}${signInWithEmail.path}`, evenSignIn, async (request, reply) => {
    const body = readBody(signInWithEmail.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const { email } = body.value;
    const budgets = signInBudgets(email, await triedFrom(parts, request, { email }));
    const admission = await admitTry(parts, request, budgets, knownByEmail(parts, request, email));
    if (!admission.admitted) return refuseTry(parts, request, reply, admission);
    const answer = await ask(parts, request, signInWithEmail.path, body.value);
    await admission.settle(signInOutcome(answer));
    await noteSignIn(parts, request, reply, answer);
    if (!answer.ok && isWrongCredentials(answer.code)) {
      await noteWrongPassword(parts, request, email);
      return sendProblem(reply, await wrongCredentials(parts, email));
    }
    if (asksSecondFactor(answer)) return sendSecondFactor(reply, answer);
    return sendAnswer(reply, answer, signInWithEmail.reply);
  });

  const evenResend = evenAnswers(parts, evenMs.resend);
  app.post(`${basePath}${resendVerification.path}`, evenResend, async (request, reply) => {
    const body = readBody(resendVerification.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const { email, callbackURL } = body.value;
    if (isTechnicalEmail(email)) return sendProblem(reply, refuse('invalid_email'));
    const landing = verificationLanding(callbackURL, parts.publicUrl);
    if (landing === undefined) return sendProblem(reply, otherSite);
    const budgets = resendBudgets(email, await triedFrom(parts, request, { email }));
    const admission = await admitTry(parts, request, budgets, knownByEmail(parts, request, email));
    if (!admission.admitted) return refuseTry(parts, request, reply, admission);
    const given = { email, callbackURL: landing };
    return sendAnswer(
      reply,
      await ask(parts, request, resendVerification.path, given),
      resendVerification.reply,
    );
  });

  app.get(`${basePath}/verify-email`, getOnly, async (request, reply) => {
    const query = verifyEmailQuery.safeParse(request.query);
    const landing = query.success
      ? verificationLanding(query.data.callbackURL, parts.publicUrl)
      : undefined;
    if (!query.success || landing === undefined) return sendProblem(reply, otherSite);
    const token = await resignedLinkToken(query.data.token, parts.secrets);
    const given = new URLSearchParams({ token });
    const path = `/verify-email?${given.toString()}`;
    const answer = await ask(parts, request, path);
    if (answer.ok) return reply.header('cache-control', 'no-store').redirect(landing);
    if (answer.isAway) return sendAnswer(reply, answer, z.unknown());
    const error = answer.code === 'TOKEN_EXPIRED' ? 'link_expired' : 'link_invalid';
    return reply
      .header('cache-control', 'no-store')
      .redirect(failedLanding(landing, parts.publicUrl, error));
  });

  app.post(`${basePath}${signOut.path}`, async (request, reply) =>
    sendAnswer(reply, await ask(parts, request, signOut.path, {}), signOut.reply),
  );

  app.get(`${basePath}${getSession.path}`, getOnly, async (request, reply) =>
    sendAnswer(reply, await ask(parts, request, getSession.path), getSession.reply),
  );

  app.get(`${basePath}${getToken.path}`, getOnly, async (request, reply) =>
    sendAnswer(reply, await ask(parts, request, getToken.path), getToken.reply),
  );
}

/**
 * Signs up a person. The identity library does not handle two concurrent sign-ups with one address,
 * so this function handles them.
 */
async function signUp(
  parts: IdentityParts,
  request: FastifyRequest,
  given: object,
): Promise<Answer> {
  const answer = await ask(parts, request, identityCalls.signUpWithEmail.path, given);
  if (answer.ok || answer.collidedOn === undefined) return answer;
  return ask(parts, request, identityCalls.signUpWithEmail.path, given);
}

/**
 * The shortest interval between two audit rows about wrong passwords for one account, in
 * milliseconds.
 */
const failuresNotedEveryMs = 60 * 60_000;

async function noteWrongPassword(
  parts: IdentityParts,
  request: FastifyRequest,
  email: string,
): Promise<void> {
  const { database, clock } = parts;
  const userId = await findUserIdOf(database, email);
  if (userId === undefined) return;
  const since = new Date(clock.now().getTime() - failuresNotedEveryMs);
  if (await hasEventSince(database, userId, 'sign_in_failed', since)) return;
  const happening = { userId, kind: 'sign_in_failed', outcome: 'wrong_password' } as const;
  await recordSecurityEvent(database, parts, originOf(request), happening);
}

const otherSite: Refusal = refuse('invalid_request', [
  { param: 'callbackURL', msg: 'Must be a page of this site.' },
]);

/** The message for too many attempts, as the sign-up page words it [ERR-4]. */
const signUpTooMany = 'Too many attempts. Please wait a bit and try again.';

/**
 * Decides whether a sign-in attempt counts. A wrong password does; an attempt whose password was
 * never checked does not.
 */
function signInOutcome(answer: Answer): TryOutcome {
  if (answer.ok) return 'won';
  return isWrongCredentials(answer.code) ? 'counts' : 'free';
}

/**
 * Distinguishes a wrong password from an unknown account [ERR-3], unless the installation hides
 * whether an account exists.
 */
async function wrongCredentials(
  { database, hideAccounts }: IdentityParts,
  email: string,
): Promise<Refusal> {
  if (hideAccounts) return refuse('wrong_credentials');
  return refuse((await isAccount(database, email)) ? 'wrong_password' : 'user_not_found');
}
