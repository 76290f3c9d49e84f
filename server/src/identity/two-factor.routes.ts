/** The second step: setting it up, giving it when signing in, and turning it off. */
import { identityCalls } from '@baari/contract/identity.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Refusal, refuse } from '../platform/result.ts';
import type { Admission } from './attempts.ts';
import { changeFactorBudgets, secondFactorBudgets } from './attempts.rules.ts';
import type { IdentityParts } from './identity.ts';
import {
  type Answer,
  ask,
  passCookies,
  readBody,
  sendAnswer,
  sendProblem,
  sendTooMany,
  type SessionPerson,
  signedIn,
} from './provider.calls.ts';
import { basePath } from './provider.ts';
import { shownTotpUri } from './totp-uri.rules.ts';

/** The library's codes where they mean something else here than when signing in and up. */
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

/** The library's own lock-out of an account after ten wrong second steps in a row. */
const locked = 'ACCOUNT_TEMPORARILY_LOCKED';
const lockedSeconds = 900;

/** Whether the first step was right and the second is to come. */
export function asksSecondFactor(answer: Answer): boolean {
  // After a provider the library keeps the status of the redirect that this answer replaces.
  return !answer.isAway && secondStep.safeParse(answer.body).success;
}
const secondStep = z.object({ twoFactorRedirect: z.literal(true) });

/** A refusal, so that no client takes the first step for a sign-in; its cookie is the challenge. */
export function sendSecondFactor(reply: FastifyReply, answer: Answer): FastifyReply {
  passCookies(reply, answer);
  return sendProblem(reply, refuse('second_factor_required'));
}

export function mountTwoFactor(app: FastifyInstance, parts: IdentityParts): void {
  const { enableTwoFactor, disableTwoFactor, renewRecoveryCodes } = identityCalls;
  const { verifyTotp, verifyRecoveryCode } = identityCalls;

  app.post(`${basePath}${enableTwoFactor.path}`, async (request, reply) => {
    const body = readBody(enableTwoFactor.body, request);
    if (!body.ok) return sendProblem(reply, body);
    return asSignedIn(parts, request, reply, async (person) => {
      const given = { ...body.value, method: 'totp' };
      const answer = await ask(parts, request, enableTwoFactor.path, given);
      const setUp = setUpAnswer.safeParse(answer.body);
      if (!answer.ok || !setUp.success) return answer;
      const { totpURI, backupCodes } = setUp.data;
      const shown = { totpURI: shownTotpUri(totpURI, person), recoveryCodes: backupCodes };
      return { ...answer, body: enableTwoFactor.reply.parse(shown) };
    });
  });

  for (const call of [verifyTotp, verifyRecoveryCode]) {
    app.post(`${basePath}${call.path}`, async (request, reply) => {
      const body = readBody<z.ZodType<{ code: string }>>(call.body, request);
      if (!body.ok) return sendProblem(reply, body);
      const person = await signedIn(parts, request);
      const budgets = person.ok
        ? changeFactorBudgets(person.value.id)
        : secondFactorBudgets(challengeOf(request), request.ip);
      const admission = await parts.attempts.admit(budgets);
      if (!admission.admitted) return sendTooMany(reply, admission);
      const answer = await ask(parts, request, call.path, body.value);
      return settleAndSend(reply, admission, answer, call.reply);
    });
  }

  app.post(`${basePath}${disableTwoFactor.path}`, async (request, reply) => {
    const body = readBody(disableTwoFactor.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const { code, password } = body.value;
    return asSignedIn(parts, request, reply, async (person) => {
      const proved = await prove(parts, request, person, code);
      return proved ?? ask(parts, request, disableTwoFactor.path, { password });
    });
  });

  app.post(`${basePath}${renewRecoveryCodes.path}`, async (request, reply) => {
    const body = readBody(renewRecoveryCodes.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const { code, password } = body.value;
    return asSignedIn(parts, request, reply, async (person) => {
      const proved = await prove(parts, request, person, code);
      if (proved !== undefined) return proved;
      const answer = await ask(parts, request, renewRecoveryCodes.path, { password });
      const renewed = renewAnswer.safeParse(answer.body);
      if (!answer.ok || !renewed.success) return answer;
      return { ...answer, body: { recoveryCodes: renewed.data.backupCodes } };
    });
  });
}

const setUpAnswer = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
const renewAnswer = z.object({ backupCodes: z.array(z.string()) });

/** Which sign-in waits for its second step; without one the library refuses anyway. */
function challengeOf(request: FastifyRequest): string {
  const cookie = /(?:^|; )(?:__Secure-)?baari\.two_factor=([^;]+)/u.exec(
    request.headers.cookie ?? '',
  );
  return cookie?.[1] ?? '';
}

/** Does it for whoever is signed in, ten wrong codes or passwords at most in a quarter of an hour. */
async function asSignedIn(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (person: SessionPerson) => Promise<Answer>,
): Promise<FastifyReply> {
  const person = await signedIn(parts, request);
  if (!person.ok) return sendProblem(reply, person);
  const admission = await parts.attempts.admit(changeFactorBudgets(person.value.id));
  if (!admission.admitted) return sendTooMany(reply, admission);
  return settleAndSend(reply, admission, await work(person.value), z.unknown());
}

/** Undefined when the code is right: the app's, or a recovery code, which is then used up. */
export async function prove(
  parts: IdentityParts,
  request: FastifyRequest,
  person: SessionPerson,
  code: string,
): Promise<Answer | undefined> {
  if (person.twoFactorEnabled !== true) return failed('TWO_FACTOR_NOT_ENABLED');
  const digits = code.replaceAll(/\s/gu, '');
  const isTotp = /^\d{4,8}$/u.test(digits);
  const { verifyTotp, verifyRecoveryCode } = identityCalls;
  const answer = isTotp
    ? await ask(parts, request, verifyTotp.path, { code: digits })
    : await ask(parts, request, verifyRecoveryCode.path, { code, disableSession: true });
  return answer.ok ? undefined : answer;
}

function failed(code: string): Answer {
  const headers = new Headers();
  return {
    ok: false,
    body: undefined,
    code,
    isAway: false,
    collidedOn: undefined,
    location: undefined,
    headers,
  };
}

async function settleAndSend(
  reply: FastifyReply,
  admission: Extract<Admission, { admitted: true }>,
  answer: Answer,
  shape: z.ZodType,
): Promise<FastifyReply> {
  const refusal = refusalIn(answer);
  // A try that the library turned away unchecked, as of many at one moment, counts as well.
  await admission.settle(answer.ok ? 'won' : answer.isAway ? 'free' : 'counts');
  if (answer.code === locked) {
    return sendTooMany(reply, { admitted: false, retryAfterSeconds: lockedSeconds });
  }
  if (refusal === undefined) return sendAnswer(reply, answer, shape);
  passCookies(reply, answer);
  return sendProblem(reply, refusal);
}

/** What the library's code means here; undefined for one that means nothing. */
export function refusalIn({ code }: Answer): Refusal | undefined {
  const known = code === undefined ? undefined : codes[code];
  return known === undefined ? undefined : refuse(known);
}
