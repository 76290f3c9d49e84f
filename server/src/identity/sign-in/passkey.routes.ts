/**
 * Lets an owner who has just proved their identity add and remove passkeys, and lets people sign in
 * with a passkey.
 */
import {
  identityCalls,
  maxPasskeys,
  type SecurityEventKind,
} from '@baari/contract/account/identity.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ok, refuse } from '../../platform/result.ts';
import { admitTry, refuseTry, triedFrom } from './admit-try.ts';
import { noteSignIn } from './after-sign-in.ts';
import { passkeyBudgets } from '../attempts/attempts.rules.ts';
import type { IdentityParts } from '../identity.ts';
import { asOfDevice } from './passkey-answer.ts';
import { countPasskeys, deletePasskey } from './passkey.store.ts';
import {
  type Answer,
  ask,
  getOnly,
  provedOwner,
  readBody,
  sendAnswer,
  sendProblem,
} from '../provider/provider.calls.ts';
import { basePath } from '../provider/provider.address.ts';
import { remembering } from '../sessions/remember.ts';
import { originOf, recordSecurityEvent } from '../security-events/security-events.ts';
import { shownEmail } from '../security-events/technical-email.rules.ts';

const codes: Readonly<Record<string, RefusalCode>> = {
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
    const person = await provedOwner(parts, request);
    if (!person.ok) return sendProblem(reply, person);
    const answer = await ask(parts, request, getPasskeyCreation.path);
    // The device shows this label to its owner. The library knows only the email address, which may
    // be a technical one.
    const label = shownEmail(person.value.email) ?? person.value.phoneNumber ?? 'Baari';
    const named = { user: { name: label, displayName: label } };
    return send(reply, withUser(answer, named.user), getPasskeyCreation.reply);
  });

  app.post(`${basePath}${addPasskey.path}`, async (request, reply) => {
    const body = readBody(addPasskey.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const made = asOfDevice(body.value.response);
    if (!made.ok) return sendProblem(reply, made);
    const person = await provedOwner(parts, request);
    if (!person.ok) return sendProblem(reply, person);
    if ((await countPasskeys(parts.database, person.value.id)) >= maxPasskeys) {
      return sendProblem(reply, refuse('too_many_passkeys'));
    }
    const answer = await ask(parts, request, addPasskey.path, body.value);
    if (answer.ok) await note(parts, request, person.value.id, 'passkey_added', body.value.name);
    return send(reply, answer, addPasskey.reply);
  });

  app.get(`${basePath}${getPasskeyRequest.path}`, getOnly, async (request, reply) => {
    const answer = await ask(parts, request, getPasskeyRequest.path);
    const options = getPasskeyRequest.reply.safeParse(answer.body);
    if (!answer.ok || !options.success) return send(reply, answer, getPasskeyRequest.reply);
    // The library only prefers user verification, so it is set to required here. Without it a
    // passkey would be only one factor.
    const strict = { ...options.data, userVerification: 'required' };
    return send(reply, { ...answer, body: strict }, getPasskeyRequest.reply);
  });

  app.post(`${basePath}${signInWithPasskey.path}`, async (request, reply) => {
    const body = readBody(signInWithPasskey.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const said = asOfDevice(body.value.response);
    if (!said.ok) return sendProblem(reply, said);
    const credentialId = said.value;
    const from = await triedFrom(parts, request, { credentialId });
    const admission = await admitTry(parts, request, passkeyBudgets(credentialId, from));
    if (!admission.admitted) return refuseTry(parts, request, reply, admission);
    const { rememberMe, ...given } = body.value;
    const wish = remembering(rememberMe, parts);
    const answer = await ask(parts, request, signInWithPasskey.path, given, wish);
    reply.header('set-cookie', wish.kept);
    await admission.settle(answer.ok ? 'free' : 'counts');
    await noteSignIn(parts, request, reply, answer);
    // An unknown passkey and a wrong response from the device get the same refusal.
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
    const person = await provedOwner(parts, request);
    if (!person.ok) return sendProblem(reply, person);
    const { id: userId, sessionId } = person.value;
    const removed = await parts.database.transaction(async (tx) => {
      const gone = await deletePasskey(tx, userId, body.value.id, sessionId);
      if (gone === undefined) return refuse('not_found');
      const happening = { userId, kind: 'passkey_removed', subject: gone.name } as const;
      await recordSecurityEvent(tx, parts, originOf(request), happening);
      return ok(undefined);
    });
    if (!removed.ok) return sendProblem(reply, removed);
    parts.onQueued();
    return reply.header('cache-control', 'no-store').send({ status: true });
  });
}

async function note(
  parts: IdentityParts,
  request: FastifyRequest,
  userId: string,
  kind: SecurityEventKind,
  subject: string,
): Promise<void> {
  await recordSecurityEvent(parts.database, parts, originOf(request), { userId, kind, subject });
  parts.onQueued();
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
