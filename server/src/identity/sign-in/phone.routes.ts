/** Signs people up and in with a code that is sent to a phone [SIGN-2, SIGN-4, VERI-4…6]. */
import { identityCalls } from '@baari/contract/account/identity.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { network } from '../../platform/network.rules.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { mayCause } from '../../platform/messages/send-budget.ts';
import { maySendSms } from '../../platform/messages/sms/sms-limit.ts';
import { admitTry, isAtKnownAddress, knownByPhone, refuseTry, triedFrom } from './admit-try.ts';
import { noteSignIn } from './after-sign-in.ts';
import type { TryOutcome } from '../attempts/attempts.ts';
import { sendCodeBudgets, tryCodeBudgets } from '../attempts/attempts.rules.ts';
import type { IdentityParts } from '../identity.ts';
import { codeSeconds, resendAfterSeconds } from '../provider/phone-codes.ts';
import {
  type Answer,
  ask,
  getOnly,
  readBody,
  refuseOtherOrigin,
  sendAnswer,
  sendProblem,
} from '../provider/provider.calls.ts';
import { basePath } from '../provider/provider.address.ts';
import { remembering } from '../sessions/remember.ts';
import { asksSecondFactor, sendSecondFactor } from './two-factor.routes.ts';
import { languageForOwner } from '../security-events/security-events.ts';

export function mountPhone(app: FastifyInstance, parts: IdentityParts): void {
  const { getBotCheck, sendPhoneCode, verifyPhoneCode } = identityCalls;
  const { botCheck, phoneCodes } = parts;

  app.get(`${basePath}${getBotCheck.path}`, getOnly, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send(await botCheck.challenge()),
  );

  app.post(`${basePath}${sendPhoneCode.path}`, async (request, reply) => {
    if (!parts.waysIn.phone) return sendProblem(reply, refuse('way_in_not_available'));
    const body = readBody(sendPhoneCode.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const other = refuseOtherOrigin(parts, request);
    if (other !== undefined) return sendProblem(reply, other);
    const { phoneNumber, botCheck: answer } = body.value;
    if (!(await botCheck.isPassed(answer))) return sendProblem(reply, refuse('bot_check_failed'));
    const from = await triedFrom(parts, request, { phone: phoneNumber });
    const known = knownByPhone(parts, request, phoneNumber);
    const admission = await admitTry(parts, request, sendCodeBudgets(phoneNumber, from), known);
    if (!admission.admitted) return refuseTry(parts, request, reply, admission);
    const isKnown = async () =>
      from.device !== undefined || (await isAtKnownAddress(parts, request, known));
    const today = await maySendCode(parts, phoneNumber, request, isKnown);
    if (!today.ok) return sendProblem(reply, today);
    const accept = request.headers['accept-language'];
    const language = await languageForOwner(parts.database, { phone: phoneNumber }, accept);
    const confirmation = await phoneCodes.send(phoneNumber, language);
    parts.onQueued();
    return reply
      .header('cache-control', 'no-store')
      .send({ confirmation, resendAfterSeconds, expiresInSeconds: codeSeconds });
  });

  app.post(`${basePath}${verifyPhoneCode.path}`, async (request, reply) => {
    if (!parts.waysIn.phone) return sendProblem(reply, refuse('way_in_not_available'));
    const body = readBody(verifyPhoneCode.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const other = refuseOtherOrigin(parts, request);
    if (other !== undefined) return sendProblem(reply, other);
    const { phoneNumber, code, confirmation, rememberMe } = body.value;
    const from = await triedFrom(parts, request, { phone: phoneNumber });
    const known = knownByPhone(parts, request, phoneNumber);
    const admission = await admitTry(parts, request, tryCodeBudgets(phoneNumber, from), known);
    if (!admission.admitted) return refuseTry(parts, request, reply, admission);
    // The library passes the confirmation id and the code to its check function as one text.
    const given = { phoneNumber, code: `${confirmation}.${code}` };
    const wish = remembering(rememberMe, parts);
    const answer = await ask(parts, request, verifyPhoneCode.path, given, wish);
    reply.header('set-cookie', wish.kept);
    await admission.settle(outcome(answer));
    await noteSignIn(parts, request, reply, answer);
    if (asksSecondFactor(answer)) return sendSecondFactor(reply, answer);
    return sendAnswer(reply, answer, verifyPhoneCode.reply);
  });
}

/**
 * Checks whether the server may send one more code to this phone number today. A person at a known
 * network address or device still gets a code after strangers used up the number's limit.
 */
async function maySendCode(
  { database, clock, smsLimits }: IdentityParts,
  phone: string,
  request: FastifyRequest,
  isKnown: () => Promise<boolean>,
): Promise<Result<void>> {
  const now = clock.now();
  if (!(await maySendSms(database, smsLimits, phone, now))) {
    return refuse('sms_limit_reached');
  }
  const caused = { network: network(request.ip), receiver: phone };
  const allowed = await mayCause(database, 'sign_in_code', caused, now);
  if (allowed.ok || (await isKnown())) return ok(undefined);
  return allowed;
}

function outcome(answer: Answer): TryOutcome {
  if (answer.ok) return 'won';
  return answer.code === 'INVALID_OTP' ? 'counts' : 'free';
}
