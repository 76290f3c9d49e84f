/** Routes with which account owners change their password and linked external accounts [SEC-17]. */
import { identityCalls } from '@baari/contract/account/identity.ts';
import type { FastifyInstance } from 'fastify';
import { ok, refuse } from '../../platform/result.ts';
import type { IdentityParts } from '../identity.ts';
import { deleteOtherSessions } from '../sessions/own-sessions.store.ts';
import { setPassword } from '../sign-in/password-reset.store.ts';
import { hashPassword } from '../provider/passwords.ts';
import { provedOwner, readBody, sendProblem } from '../provider/provider.calls.ts';
import { basePath } from '../provider/provider.address.ts';
import { originOf, recordSecurityEvent } from '../security-events/security-events.ts';
import { removeLinked } from '../sign-in/ways-in.store.ts';

export function mountOwnWaysIn(app: FastifyInstance, parts: IdentityParts): void {
  const { setOwnPassword, removeLinkedSignIn } = identityCalls;
  const { database } = parts;

  app.post(`${basePath}${setOwnPassword.path}`, async (request, reply) => {
    const body = readBody(setOwnPassword.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const person = await provedOwner(parts, request);
    if (!person.ok) return sendProblem(reply, person);
    const chosen = await parts.passwordRule(body.value.newPassword);
    if (!chosen.ok) return sendProblem(reply, chosen);
    const { id: userId, sessionId } = person.value;
    const passwordHash = await hashPassword(body.value.newPassword);
    await database.transaction(async (tx) => {
      await setPassword(tx, userId, passwordHash);
      await deleteOtherSessions(tx, userId, sessionId);
      const happening = { userId, kind: 'password_set' } as const;
      await recordSecurityEvent(tx, parts, originOf(request), happening);
      return ok(undefined);
    });
    parts.onQueued();
    return reply.header('cache-control', 'no-store').send({ status: true });
  });

  app.post(`${basePath}${removeLinkedSignIn.path}`, async (request, reply) => {
    const body = readBody(removeLinkedSignIn.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const person = await provedOwner(parts, request);
    if (!person.ok) return sendProblem(reply, person);
    const { id: userId } = person.value;
    const { provider } = body.value;
    const removed = await database.transaction(async (tx) => {
      const outcome = await removeLinked(tx, userId, provider);
      if (outcome === 'none') return refuse('not_found');
      if (outcome === 'only-way-in') return refuse('only_way_in');
      const kind = provider === 'google' ? 'google_removed' : 'hospital_sign_in_removed';
      await recordSecurityEvent(tx, parts, originOf(request), { userId, kind });
      return ok(undefined);
    });
    if (!removed.ok) return sendProblem(reply, removed);
    parts.onQueued();
    return reply.header('cache-control', 'no-store').send({ status: true });
  });
}
