/** Asking for a link that sets a new password, and setting it [ROUTE-10]. */
import { identityCalls } from '@baari/contract/identity.ts';
import type { FastifyInstance } from 'fastify';
import { languageAskedFor } from '../platform/language-asked-for.ts';
import { refuse } from '../platform/result.ts';
import { resetBudgets, signInBudgets } from './attempts.rules.ts';
import type { IdentityParts } from './identity.ts';
import { isAccount } from './identity.store.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';
import { readBody, refuseOtherOrigin, sendProblem, sendTooMany } from './provider.calls.ts';
import { basePath } from './provider.ts';
import { isTechnicalEmail } from './technical-email.rules.ts';

export function mountPasswordReset(app: FastifyInstance, parts: IdentityParts): void {
  const { requestPasswordReset: request, resetPassword: reset } = identityCalls;
  const { attempts, clock, database, hideAccounts } = parts;

  app.post(`${basePath}${request.path}`, async (asked, reply) => {
    const body = readBody(request.body, asked);
    if (!body.ok) return sendProblem(reply, body);
    const other = refuseOtherOrigin(parts, asked);
    if (other !== undefined) return sendProblem(reply, other);
    const { email } = body.value;
    if (isTechnicalEmail(email)) return sendProblem(reply, refuse('invalid_email'));
    const admission = await attempts.admit(resetBudgets(email, asked.ip));
    if (!admission.admitted) return sendTooMany(reply, admission);
    if (!hideAccounts && !(await isAccount(database, email))) {
      return sendProblem(reply, refuse('user_not_found'));
    }
    const language = languageAskedFor(asked.headers['accept-language']);
    await requestPasswordReset(database, { email, language }, clock.now());
    parts.onQueued();
    return reply.header('cache-control', 'no-store').send({ status: true });
  });

  app.post(`${basePath}${reset.path}`, async (asked, reply) => {
    const body = readBody(reset.body, asked);
    if (!body.ok) return sendProblem(reply, body);
    const other = refuseOtherOrigin(parts, asked);
    if (other !== undefined) return sendProblem(reply, other);
    const done = await resetPassword(database, clock, body.value);
    if (!done.ok) return sendProblem(reply, done);
    // Whoever guessed at the old password until the lock-out closed is not locked out of the new one.
    const [first] = signInBudgets(done.value.email, asked.ip);
    if (first !== undefined) await attempts.forget(first);
    return reply.header('cache-control', 'no-store').send({ status: true });
  });
}
