/** Requests a link for a new password, and sets the new password with that link [ROUTE-10]. */
import { identityCalls } from '@baari/contract/account/identity.ts';
import type { FastifyInstance } from 'fastify';
import { languageAskedFor } from '../../platform/http/language-asked-for.ts';
import { network } from '../../platform/network.rules.ts';
import { refuse } from '../../platform/result.ts';
import { admitTry, knownByEmail, refuseTry, triedFrom } from './admit-try.ts';
import { resetBudgets, signInBudgets } from '../attempts/attempts.rules.ts';
import type { IdentityParts } from '../identity.ts';
import { isAccount } from '../sessions/identity.store.ts';
import { removeAllAfterReset, requestPasswordReset, resetPassword } from './password-reset.ts';
import { readBody, refuseOtherOrigin, sendProblem } from '../provider/provider.calls.ts';
import { basePath } from '../provider/provider.address.ts';
import { originOf } from '../security-events/security-events.ts';
import { isTechnicalEmail } from '../security-events/technical-email.rules.ts';

export function mountPasswordReset(app: FastifyInstance, parts: IdentityParts): void {
  const { requestPasswordReset: request, resetPassword: reset } = identityCalls;
  const { removeAllAfterReset: removal } = identityCalls;
  const { attempts, clock, database, hideAccounts } = parts;

  app.post(`${basePath}${request.path}`, async (asked, reply) => {
    const body = readBody(request.body, asked);
    if (!body.ok) return sendProblem(reply, body);
    const other = refuseOtherOrigin(parts, asked);
    if (other !== undefined) return sendProblem(reply, other);
    const { email } = body.value;
    if (isTechnicalEmail(email)) return sendProblem(reply, refuse('invalid_email'));
    const budgets = resetBudgets(email, await triedFrom(parts, asked, { email }));
    const admission = await admitTry(parts, asked, budgets, knownByEmail(parts, asked, email));
    if (!admission.admitted) return refuseTry(parts, asked, reply, admission);
    if (!hideAccounts && !(await isAccount(database, email))) {
      return sendProblem(reply, refuse('user_not_found'));
    }
    const asksFor = asked.headers['accept-language'] ?? '';
    const language = languageAskedFor(asksFor);
    const asking = { email, language, asksFor, network: network(asked.ip) };
    await requestPasswordReset(database, asking, clock.now());
    parts.onQueued();
    return reply.header('cache-control', 'no-store').send({ status: true });
  });

  app.post(`${basePath}${reset.path}`, async (asked, reply) => {
    const body = readBody(reset.body, asked);
    if (!body.ok) return sendProblem(reply, body);
    const other = refuseOtherOrigin(parts, asked);
    if (other !== undefined) return sendProblem(reply, other);
    const chosen = await parts.passwordRule(body.value.newPassword);
    if (!chosen.ok) return sendProblem(reply, chosen);
    const done = await resetPassword(database, parts, originOf(asked), body.value);
    if (!done.ok) return sendProblem(reply, done);
    parts.onQueued();
    // Resets the count of failed sign-ins, so that earlier guesses at the old password do not lock
    // the owner out.
    const by = { userId: done.value.userId };
    const { device } = await triedFrom(parts, asked, by);
    for (const from of [undefined, ...(device === undefined ? [] : [device])]) {
      const [first] = signInBudgets(done.value.email, { address: asked.ip, device: from });
      if (first !== undefined) await attempts.forget(first);
    }
    const { left, cleanup } = done.value;
    return reply.header('cache-control', 'no-store').send({ status: true, left, cleanup });
  });

  app.post(`${basePath}${removal.path}`, async (asked, reply) => {
    const body = readBody(removal.body, asked);
    if (!body.ok) return sendProblem(reply, body);
    const other = refuseOtherOrigin(parts, asked);
    if (other !== undefined) return sendProblem(reply, other);
    const { cleanup } = body.value;
    const done = await removeAllAfterReset(database, parts, originOf(asked), cleanup);
    if (!done.ok) return sendProblem(reply, done);
    parts.onQueued();
    return reply.header('cache-control', 'no-store').send(done.value);
  });
}
