/** Passkeys: added by whoever signed in lately, and a way in of their own. */
import { identityCalls } from '@baari/contract/identity.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { refuse } from '../platform/result.ts';
import { passkeyBudgets } from './attempts.rules.ts';
import type { IdentityParts } from './identity.ts';
import {
  type Answer,
  ask,
  getOnly,
  readBody,
  sendAnswer,
  sendProblem,
  sendTooMany,
  signedIn,
} from './provider.calls.ts';
import { basePath } from './provider.address.ts';
import { remembering } from './remember.ts';
import { shownEmail } from './technical-email.rules.ts';

const codes: Readonly<Record<string, RefusalCode>> = {
  SESSION_NOT_FRESH: 'recent_sign_in_required',
  CHALLENGE_NOT_FOUND: 'passkey_failed',
  AUTHENTICATION_FAILED: 'passkey_failed',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_failed',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'passkey_failed',
};

const rows = z.array(
  z.object({ id: z.string(), name: z.string().nullish(), createdAt: z.iso.datetime() }),
);

export function mountPasskeys(app: FastifyInstance, parts: IdentityParts): void {
  const { getPasskeyCreation, addPasskey, getPasskeyRequest } = identityCalls;
  const { signInWithPasskey, listPasskeys, removePasskey } = identityCalls;

  app.get(`${basePath}${getPasskeyCreation.path}`, getOnly, async (request, reply) => {
    const person = await signedIn(parts, request);
    if (!person.ok) return sendProblem(reply, person);
    const answer = await ask(parts, request, getPasskeyCreation.path);
    // The device shows this to its owner; the library knows only the email, which may be technical.
    const label = shownEmail(person.value.email) ?? person.value.phoneNumber ?? 'Baari';
    const named = { user: { name: label, displayName: label } };
    return send(reply, withUser(answer, named.user), getPasskeyCreation.reply);
  });

  app.post(`${basePath}${addPasskey.path}`, async (request, reply) => {
    const body = readBody(addPasskey.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const person = await signedIn(parts, request);
    if (!person.ok) return sendProblem(reply, person);
    return send(reply, await ask(parts, request, addPasskey.path, body.value), addPasskey.reply);
  });

  app.get(`${basePath}${getPasskeyRequest.path}`, getOnly, async (request, reply) => {
    const answer = await ask(parts, request, getPasskeyRequest.path);
    const options = getPasskeyRequest.reply.safeParse(answer.body);
    if (!answer.ok || !options.success) return send(reply, answer, getPasskeyRequest.reply);
    // The library only prefers it; without it a passkey would be one factor, and is refused.
    const strict = { ...options.data, userVerification: 'required' };
    return send(reply, { ...answer, body: strict }, getPasskeyRequest.reply);
  });

  app.post(`${basePath}${signInWithPasskey.path}`, async (request, reply) => {
    const body = readBody(signInWithPasskey.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const admission = await parts.attempts.admit(passkeyBudgets(request.ip));
    if (!admission.admitted) return sendTooMany(reply, admission);
    const { rememberMe, ...given } = body.value;
    const wish = remembering(rememberMe, parts);
    const answer = await ask(parts, request, signInWithPasskey.path, given, wish);
    reply.header('set-cookie', wish.kept);
    await admission.settle(answer.ok ? 'free' : 'counts');
    // An unknown passkey and a wrong answer are told alike.
    if (answer.code === 'PASSKEY_NOT_FOUND') return sendProblem(reply, refuse('passkey_failed'));
    return send(reply, answer, signInWithPasskey.reply);
  });

  app.get(`${basePath}${listPasskeys.path}`, getOnly, async (request, reply) => {
    const answer = await ask(parts, request, listPasskeys.path);
    const found = rows.safeParse(answer.body);
    if (!answer.ok || !found.success) return send(reply, answer, listPasskeys.reply);
    const passkeys = found.data.map(({ id, name, createdAt }) => ({
      id,
      name: name ?? '',
      addedAt: createdAt,
    }));
    return send(reply, { ...answer, body: { passkeys } }, listPasskeys.reply);
  });

  app.post(`${basePath}${removePasskey.path}`, async (request, reply) => {
    const body = readBody(removePasskey.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const person = await signedIn(parts, request);
    if (!person.ok) return sendProblem(reply, person);
    const answer = await ask(parts, request, removePasskey.path, body.value);
    // Somebody else's, which the library refuses without a code, is answered as one that does not exist.
    const isUnknown = answer.code === undefined || answer.code === 'PASSKEY_NOT_FOUND';
    if (!answer.ok && !answer.isAway && isUnknown) return sendProblem(reply, refuse('not_found'));
    return send(reply, answer, removePasskey.reply);
  });
}

function withUser(answer: Answer, user: { name: string; displayName: string }): Answer {
  const options = z.looseObject({ user: z.looseObject({}) }).safeParse(answer.body);
  if (!options.success) return answer;
  return { ...answer, body: { ...options.data, user: { ...options.data.user, ...user } } };
}

function send(reply: FastifyReply, answer: Answer, shape: z.ZodType): FastifyReply {
  const code = answer.code === undefined ? undefined : codes[answer.code];
  if (!answer.ok && code !== undefined) return sendProblem(reply, refuse(code));
  return sendAnswer(reply, answer, shape);
}
