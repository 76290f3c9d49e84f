/**
 * The second step of two-factor sign-in: setting up the second factor, passing the step at sign-in,
 * and turning it off.
 */
import { oneTimeCode } from '@baari/contract/fields.ts';
import { identityCalls, type SecurityEventKind } from '@baari/contract/account/identity.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ok, type Refusal, refuse } from '../../platform/result.ts';
import { admitTry, refuseTry } from './admit-try.ts';
import { noteSignIn } from './after-sign-in.ts';
import type { Admission } from '../attempts/attempts.ts';
import { changeFactorBudgets, secondFactorBudgets } from '../attempts/attempts.rules.ts';
import type { IdentityParts } from '../identity.ts';
import { deleteSessionsWithoutFactor } from '../sessions/own-sessions.store.ts';
import { asProvedOwner } from '../provider/proof-scope.ts';
import {
  type Answer,
  ask,
  passCookies,
  provedOwner,
  readBody,
  sendAnswer,
  sendProblem,
  sendTooMany,
  type SessionPerson,
  signedIn,
} from '../provider/provider.calls.ts';
import { basePath } from '../provider/provider.address.ts';
import { originOf, recordSecurityEvent } from '../security-events/security-events.ts';
import { sessionTokenBegun } from '../sessions/signed-cookies.ts';
import { shownTotpUri } from './totp-uri.rules.ts';

/**
 * The library's error codes that have another meaning at the second step than at sign-in and
 * sign-up.
 */
const codes: Readonly<Record<string, RefusalCode>> = {
  INVALID_PASSWORD: 'wrong_password',
  INVALID_CODE: 'invalid_code',
  INVALID_BACKUP_CODE: 'invalid_code',
  INVALID_TWO_FACTOR_COOKIE: 'second_factor_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second_factor_expired',
  TOTP_ALREADY_ENABLED: 'two_factor_already_on',
  TOTP_NOT_ENABLED: 'two_factor_off',
  TWO_FACTOR_NOT_ENABLED: 'two_factor_off',
  BACKUP_CODES_NOT_ENABLED: 'two_factor_off',
};

/** The library's error code for an account locked after ten wrong second steps in a row. */
const locked = 'ACCOUNT_TEMPORARILY_LOCKED';
const lockedSeconds = 900;

/** Whether the first step of a sign-in succeeded and the second step is pending. */
export function asksSecondFactor(answer: Answer): boolean {
  // The status is not checked: after a sign-in by a provider, the response still has the status of
  // the redirect.
  return !answer.isAway && secondStep.safeParse(answer.body).success;
}
const secondStep = z.object({ twoFactorRedirect: z.literal(true) });

/**
 * Sends a refusal when the first step of a sign-in succeeded, so that no client mistakes it for a
 * sign-in. The cookie sent with the refusal is the challenge for the second step.
 */
export function sendSecondFactor(reply: FastifyReply, answer: Answer): FastifyReply {
  passCookies(reply, answer);
  return sendProblem(reply, refuse('second_factor_required'));
}

export function mountTwoFactor(app: FastifyInstance, parts: IdentityParts): void {
  const { enableTwoFactor, disableTwoFactor, renewRecoveryCodes } = identityCalls;
  const { verifyTotp, verifyRecoveryCode } = identityCalls;

  app.post(`${basePath}${enableTwoFactor.path}`, async (request, reply) =>
    asOwner(parts, request, reply, async (person) => {
      const given = { ...libraryPassword, method: 'totp' };
      const answer = await asProvedOwner(() => ask(parts, request, enableTwoFactor.path, given));
      const setUp = setUpAnswer.safeParse(answer.body);
      if (!answer.ok || !setUp.success) return answer;
      const { totpURI, backupCodes } = setUp.data;
      const shown = { totpURI: shownTotpUri(totpURI, person), recoveryCodes: backupCodes };
      return { ...answer, body: enableTwoFactor.reply.parse(shown) };
    }),
  );

  for (const call of [verifyTotp, verifyRecoveryCode]) {
    app.post(`${basePath}${call.path}`, async (request, reply) => {
      const body = readBody<z.ZodType<{ code: string }>>(call.body, request);
      if (!body.ok) return sendProblem(reply, body);
      const person = await signedIn(parts, request);
      const budgets = person.ok
        ? changeFactorBudgets(person.value.id)
        : secondFactorBudgets(challengeOf(request), request.ip);
      const admission = await admitTry(parts, request, budgets);
      if (!admission.admitted) return refuseTry(parts, request, reply, admission);
      const answer = await ask(parts, request, call.path, body.value);
      if (answer.ok && !person.ok) await noteSignIn(parts, request, reply, answer);
      if (answer.ok && person.ok) await noteFirstCode(parts, request, person.value, answer);
      return settleAndSend(reply, admission, answer, call.reply);
    });
  }

  app.post(`${basePath}${disableTwoFactor.path}`, async (request, reply) =>
    asOwner(parts, request, reply, async (person) => {
      const answer = await asProvedOwner(() =>
        ask(parts, request, disableTwoFactor.path, libraryPassword),
      );
      if (answer.ok) await note(parts, request, person.id, 'two_factor_off');
      return answer;
    }),
  );

  app.post(`${basePath}${renewRecoveryCodes.path}`, async (request, reply) =>
    asOwner(parts, request, reply, async (person) => {
      const answer = await asProvedOwner(() =>
        ask(parts, request, renewRecoveryCodes.path, libraryPassword),
      );
      const renewed = renewAnswer.safeParse(answer.body);
      if (!answer.ok || !renewed.success) return answer;
      await note(parts, request, person.id, 'recovery_codes_renewed');
      return { ...answer, body: { recoveryCodes: renewed.data.backupCodes } };
    }),
  );
}

/**
 * The password that the library requires for this call. The caller has already proved their
 * identity in another way (proof-scope.ts).
 */
const libraryPassword = { password: 'proved' };

/**
 * Records the first code from the authenticator app, which turns the second step on. Ends the
 * sessions made without a second step.
 */
async function noteFirstCode(
  parts: IdentityParts,
  request: FastifyRequest,
  person: SessionPerson,
  answer: Answer,
): Promise<void> {
  const token = sessionTokenBegun(answer.headers.getSetCookie());
  if (person.twoFactorEnabled === true || token === undefined) return;
  await parts.database.transaction(async (tx) => {
    await deleteSessionsWithoutFactor(tx, person.id, token);
    await recordSecurityEvent(tx, parts, originOf(request), {
      userId: person.id,
      kind: 'two_factor_on',
    });
    return ok(undefined);
  });
  parts.onQueued();
}

async function note(
  parts: IdentityParts,
  request: FastifyRequest,
  userId: string,
  kind: SecurityEventKind,
): Promise<void> {
  await recordSecurityEvent(parts.database, parts, originOf(request), { userId, kind });
  parts.onQueued();
}

const setUpAnswer = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
const renewAnswer = z.object({ backupCodes: z.array(z.string()) });

/**
 * The challenge of the sign-in that waits for its second step. Returns '' if there is no challenge,
 * and the library then refuses the call.
 */
function challengeOf(request: FastifyRequest): string {
  const cookie = /(?:^|; )(?:__Secure-)?baari\.two_factor=([^;]+)/u.exec(
    request.headers.cookie ?? '',
  );
  return cookie?.[1] ?? '';
}

/** Runs the given function for an account owner who has just proved their identity [SEC-17]. */
async function asOwner(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (person: SessionPerson) => Promise<Answer>,
): Promise<FastifyReply> {
  const person = await provedOwner(parts, request);
  if (!person.ok) return sendProblem(reply, person);
  const answer = await work(person.value);
  const refusal = refusalIn(answer);
  if (refusal === undefined) return sendAnswer(reply, answer, z.unknown());
  passCookies(reply, answer);
  return sendProblem(reply, refusal);
}

/**
 * Checks a second-factor code and returns undefined if the code is right. A code from the app can
 * be used only once, and a recovery code is used up.
 */
export async function refuseCode(
  parts: IdentityParts,
  request: FastifyRequest,
  person: Pick<SessionPerson, 'id' | 'twoFactorEnabled'>,
  code: string,
): Promise<Refusal | undefined> {
  if (person.twoFactorEnabled !== true) return refuse('two_factor_off');
  const { success: isTotp, data: digits = '' } = oneTimeCode.safeParse(code);
  const { verifyTotp, verifyRecoveryCode } = identityCalls;
  const answer = isTotp
    ? await ask(parts, request, verifyTotp.path, { code: digits })
    : await ask(parts, request, verifyRecoveryCode.path, { code, disableSession: true });
  if (answer.isAway) return refuse('unavailable');
  if (!answer.ok) return refusalIn(answer) ?? refuse('invalid_code');
  return !isTotp || (await parts.isFirstUse(person.id, digits))
    ? undefined
    : refuse('invalid_code');
}

async function settleAndSend(
  reply: FastifyReply,
  admission: Extract<Admission, { admitted: true }>,
  answer: Answer,
  shape: z.ZodType,
): Promise<FastifyReply> {
  const refusal = refusalIn(answer);
  // An attempt counts even if the library refused it without a check, as it does for many
  // concurrent attempts.
  await admission.settle(answer.ok ? 'won' : answer.isAway ? 'free' : 'counts');
  if (answer.code === locked) {
    return sendTooMany(reply, { admitted: false, retryAfterSeconds: lockedSeconds });
  }
  if (refusal === undefined) return sendAnswer(reply, answer, shape);
  passCookies(reply, answer);
  return sendProblem(reply, refusal);
}

/** The refusal for the library's error code; undefined if the response holds no error code. */
function refusalIn({ code }: Answer): Refusal | undefined {
  const known = code === undefined ? undefined : codes[code];
  return known === undefined ? undefined : refuse(known);
}
