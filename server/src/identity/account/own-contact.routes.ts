/**
 * Routes with which account owners manage their own contact. They add or change an email address or
 * phone number by a code after proving their identity, or remove the phone number.
 */
import { identityCalls } from '@baari/contract/account/identity.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { mayCause } from '../../platform/messages/send-budget.ts';
import { maySendSms } from '../../platform/messages/sms/sms-limit.ts';
import { ownContactBudgets, tryOwnContactBudgets } from '../attempts/attempts.rules.ts';
import { changeOwnContact } from './change-own-contact.use-case.ts';
import type { IdentityParts } from '../identity.ts';
import { removeOwnPhone } from './remove-own-phone.use-case.ts';
import { getOwnAccount, type OwnAccount } from './own-contact.store.ts';
import {
  codeSeconds,
  type GivenCode,
  type OwnContact,
  resendAfterSeconds,
} from '../provider/phone-codes.ts';
import {
  provedOwner,
  readBody,
  refuseOtherOrigin,
  sendProblem,
  sendTooMany,
  signedIn,
} from '../provider/provider.calls.ts';
import { basePath } from '../provider/provider.address.ts';
import { languageForOwner, originOf } from '../security-events/security-events.ts';
import { isTechnicalEmail } from '../security-events/technical-email.rules.ts';

export function mountOwnContact(app: FastifyInstance, parts: IdentityParts): void {
  const { sendEmailCode, confirmEmail, sendOwnPhoneCode, confirmOwnPhone } = identityCalls;
  const { removeOwnPhone: removal } = identityCalls;

  app.post(`${basePath}${sendEmailCode.path}`, async (request, reply) => {
    const body = readBody(sendEmailCode.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const { email } = body.value;
    if (isTechnicalEmail(email)) return sendProblem(reply, refuse('invalid_email'));
    return sendCode(parts, request, reply, { kind: 'email', value: email });
  });

  app.post(`${basePath}${confirmEmail.path}`, async (request, reply) => {
    const body = readBody(confirmEmail.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const { email, ...given } = body.value;
    return confirm(parts, request, reply, { kind: 'email', value: email }, given);
  });

  app.post(`${basePath}${sendOwnPhoneCode.path}`, async (request, reply) => {
    if (!parts.waysIn.phone) return sendProblem(reply, refuse('way_in_not_available'));
    const body = readBody(sendOwnPhoneCode.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const { phoneNumber } = body.value;
    return sendCode(parts, request, reply, { kind: 'phone', value: phoneNumber });
  });

  app.post(`${basePath}${confirmOwnPhone.path}`, async (request, reply) => {
    if (!parts.waysIn.phone) return sendProblem(reply, refuse('way_in_not_available'));
    const body = readBody(confirmOwnPhone.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const { phoneNumber, ...given } = body.value;
    return confirm(parts, request, reply, { kind: 'phone', value: phoneNumber }, given);
  });

  app.post(`${basePath}${removal.path}`, async (request, reply) =>
    removePhone(parts, request, reply),
  );
}

type Contact = Pick<OwnContact, 'kind' | 'value'>;

async function sendCode(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  contact: Contact,
): Promise<FastifyReply> {
  const person = await provedOwner(parts, request);
  if (!person.ok) return sendProblem(reply, person);
  const userId = person.value.id;
  const account = await getOwnAccount(parts.database, userId);
  const needed = mayAdd(account, contact);
  if (!needed.ok) return sendProblem(reply, needed);

  const sending = await parts.attempts.admit(ownContactBudgets(userId, contact.value));
  if (!sending.admitted) return sendTooMany(reply, sending);
  const today = await maySendCode(parts, userId, contact);
  if (!today.ok) return sendProblem(reply, today);
  const accept = request.headers['accept-language'];
  const language = await languageForOwner(parts.database, { userId }, accept);
  const confirmation = await parts.phoneCodes.sendTo({ userId, ...contact }, language);
  parts.onQueued();
  return reply
    .header('cache-control', 'no-store')
    .send({ confirmation, resendAfterSeconds, expiresInSeconds: codeSeconds });
}

/**
 * Whether one more code may be sent today. The limit counts by sender and, for a phone number, by
 * the number's country.
 */
async function maySendCode(
  { database, clock, smsLimits }: IdentityParts,
  sender: string,
  { kind, value }: Contact,
): Promise<Result<void>> {
  const now = clock.now();
  if (kind === 'phone' && !(await maySendSms(database, smsLimits, value, now))) {
    return refuse('sms_limit_reached');
  }
  return mayCause(database, 'contact_code', { sender }, now);
}

/**
 * Refuses to add a phone number while the account's email address is unverified. A stranger may
 * have made the account, and the phone number would give access to it. Refuses an email address
 * that the account has already verified.
 */
function mayAdd(account: OwnAccount, { kind, value }: Contact): Result<void> {
  if (kind === 'email') {
    const isSame = account.email === value && account.isEmailVerified;
    return isSame ? refuse('email_already_verified') : ok(undefined);
  }
  const isProved = account.isEmailVerified || isTechnicalEmail(account.email);
  return isProved ? ok(undefined) : refuse('email_not_verified');
}

async function removePhone(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const person = await provedOwner(parts, request);
  if (!person.ok) return sendProblem(reply, person);
  const removed = await removeOwnPhone(parts.database, parts, originOf(request), person.value.id);
  if (!removed.ok) return sendProblem(reply, removed);
  parts.onQueued();
  return reply.header('cache-control', 'no-store').send({ status: true });
}

async function confirm(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  contact: Contact,
  given: GivenCode,
): Promise<FastifyReply> {
  const other = refuseOtherOrigin(parts, request);
  if (other !== undefined) return sendProblem(reply, other);
  const person = await signedIn(parts, request);
  if (!person.ok) return sendProblem(reply, person);
  const own = { userId: person.value.id, ...contact };
  const admission = await parts.attempts.admit(tryOwnContactBudgets(own.userId));
  if (!admission.admitted) return sendTooMany(reply, admission);
  const used = await parts.phoneCodes.useFor(own, given);
  await admission.settle(used.ok ? 'won' : 'counts');
  if (!used.ok) return sendProblem(reply, used);
  const changed = await changeOwnContact(parts.database, parts, originOf(request), own);
  if (!changed.ok) return sendProblem(reply, changed);
  parts.onQueued();
  return reply.header('cache-control', 'no-store').send({ status: true });
}
