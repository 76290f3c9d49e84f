/**
 * Adding an email or a phone to one's account, or another one: proved by a code, and by its owner; and
 * taking the phone away, by its owner.
 */
import { identityCalls } from '@baari/contract/identity.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageAskedFor } from '../platform/language-asked-for.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeFactorBudgets, ownContactBudgets, tryOwnContactBudgets } from './attempts.rules.ts';
import { changeOwnContact } from './change-own-contact.use-case.ts';
import type { IdentityParts } from './identity.ts';
import { removeOwnPhone } from './remove-own-phone.use-case.ts';
import { getOwnAccount, type OwnAccount } from './own-contact.store.ts';
import { isPassword } from './passwords.ts';
import { codeSeconds, type GivenCode, type OwnContact, resendAfterSeconds } from './phone-codes.ts';
import {
  readBody,
  refuseOtherOrigin,
  sendProblem,
  sendTooMany,
  type SessionPerson,
  signedIn,
} from './provider.calls.ts';
import { basePath } from './provider.ts';
import { isTechnicalEmail } from './technical-email.rules.ts';
import { prove, refusalIn } from './two-factor.routes.ts';

/** Whoever has neither password nor second factor proves it by having signed in this lately. */
const recentMs = 60 * 60_000;

interface Proof {
  readonly password?: string | undefined;
  readonly proofCode?: string | undefined;
}

export function mountOwnContact(app: FastifyInstance, parts: IdentityParts): void {
  const { sendEmailCode, confirmEmail, sendOwnPhoneCode, confirmOwnPhone } = identityCalls;
  const { removeOwnPhone: removal } = identityCalls;

  app.post(`${basePath}${sendEmailCode.path}`, async (request, reply) => {
    const body = readBody(sendEmailCode.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const { email, ...proof } = body.value;
    if (isTechnicalEmail(email)) return sendProblem(reply, refuse('invalid_email'));
    return sendCode(parts, request, reply, { kind: 'email', value: email }, proof);
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
    const { phoneNumber, ...proof } = body.value;
    return sendCode(parts, request, reply, { kind: 'phone', value: phoneNumber }, proof);
  });

  app.post(`${basePath}${confirmOwnPhone.path}`, async (request, reply) => {
    if (!parts.waysIn.phone) return sendProblem(reply, refuse('way_in_not_available'));
    const body = readBody(confirmOwnPhone.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const { phoneNumber, ...given } = body.value;
    return confirm(parts, request, reply, { kind: 'phone', value: phoneNumber }, given);
  });

  app.post(`${basePath}${removal.path}`, async (request, reply) => {
    const body = readBody(removal.body, request);
    if (!body.ok) return sendProblem(reply, body);
    return removePhone(parts, request, reply, body.value);
  });
}

type Contact = Pick<OwnContact, 'kind' | 'value'>;

async function sendCode(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  contact: Contact,
  proof: Proof,
): Promise<FastifyReply> {
  const other = refuseOtherOrigin(parts, request);
  if (other !== undefined) return sendProblem(reply, other);
  const person = await signedIn(parts, request);
  if (!person.ok) return sendProblem(reply, person);
  const userId = person.value.id;
  const account = await getOwnAccount(parts.database, userId);
  const needed = mayAdd(account, contact);
  if (!needed.ok) return sendProblem(reply, needed);

  const refuseOwner = await refusalOfOwner(parts, request, person.value, account, proof);
  if (refuseOwner !== undefined) return refuseOwner(reply);

  const sending = await parts.attempts.admit(ownContactBudgets(userId, contact.value));
  if (!sending.admitted) return sendTooMany(reply, sending);
  const language = languageAskedFor(request.headers['accept-language']);
  const confirmation = await parts.phoneCodes.sendTo({ userId, ...contact }, language);
  parts.onQueued();
  return reply
    .header('cache-control', 'no-store')
    .send({ confirmation, resendAfterSeconds, expiresInSeconds: codeSeconds });
}

/** A phone would open an account whose email may be a stranger's; and nothing changes for the same. */
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
  proof: Proof,
): Promise<FastifyReply> {
  const other = refuseOtherOrigin(parts, request);
  if (other !== undefined) return sendProblem(reply, other);
  const person = await signedIn(parts, request);
  if (!person.ok) return sendProblem(reply, person);
  const { id } = person.value;
  const account = await getOwnAccount(parts.database, id);
  const refuseOwner = await refusalOfOwner(parts, request, person.value, account, proof);
  if (refuseOwner !== undefined) return refuseOwner(reply);
  const removed = await removeOwnPhone(parts.database, id);
  if (!removed.ok) return sendProblem(reply, removed);
  return reply.header('cache-control', 'no-store').send({ status: true });
}

/**
 * How to refuse whoever does not prove to be the owner; undefined when proved. Not the sent reply
 * itself: awaiting one gives undefined.
 */
async function refusalOfOwner(
  parts: IdentityParts,
  request: FastifyRequest,
  person: SessionPerson,
  account: OwnAccount,
  proof: Proof,
): Promise<((reply: FastifyReply) => FastifyReply) | undefined> {
  const proving = await parts.attempts.admit(changeFactorBudgets(person.id));
  if (!proving.admitted) return (reply) => sendTooMany(reply, proving);
  const proved = await proveOwner(parts, request, person, account, proof);
  await proving.settle(proved.ok ? 'won' : 'counts');
  return proved.ok ? undefined : (reply) => sendProblem(reply, proved);
}

/** By the strongest of what the account has: second factor and password, else a recent sign-in. */
async function proveOwner(
  parts: IdentityParts,
  request: FastifyRequest,
  person: SessionPerson,
  { passwordHash, hasTwoFactor }: OwnAccount,
  { password, proofCode }: Proof,
): Promise<Result<void>> {
  if (passwordHash !== null) {
    const given = { hash: passwordHash, password: password ?? '' };
    if (!(await isPassword(given))) return refuse('wrong_password');
  }
  if (hasTwoFactor) {
    const failed = await prove(parts, request, person, proofCode ?? '');
    if (failed?.isAway === true) return refuse('unavailable');
    if (failed !== undefined) return refusalIn(failed) ?? refuse('invalid_code');
  }
  if (passwordHash !== null || hasTwoFactor) return ok(undefined);
  const age = parts.clock.now().getTime() - person.signedInAt.getTime();
  return age < recentMs ? ok(undefined) : refuse('recent_sign_in_required');
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
  const language = languageAskedFor(request.headers['accept-language']);
  const changed = await changeOwnContact(parts.database, parts.clock, own, {
    language,
    publicUrl: parts.publicUrl,
  });
  if (!changed.ok) return sendProblem(reply, changed);
  parts.onQueued();
  return reply.header('cache-control', 'no-store').send({ status: true });
}
