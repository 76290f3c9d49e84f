/**
 * Signing in with Google, or any OpenID provider the operator names [LOGIN-2]. The page opens a popup
 * at the address it is given; the provider sends that back here, and it ends on a page of this site.
 */
import { identityCalls } from '@baari/contract/identity.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { refuse } from '../platform/result.ts';
import type { IdentityParts } from './identity.ts';
import {
  type Answer,
  ask,
  getOnly,
  passCookies,
  readBody,
  sendAnswer,
  sendProblem,
} from './provider.calls.ts';
import { basePath } from './provider.ts';
import { localPath } from './safe-path.ts';
import { asksSecondFactor } from './two-factor.routes.ts';

/** Where the popup ends unless the page names another path of this site. */
const landingPage = '/signed-in';

/** What a provider sends back; everything else in the address is dropped. */
const callbackQuery = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  error: z.string().optional(),
  iss: z.string().optional(),
});

export function mountGoogle(app: FastifyInstance, parts: IdentityParts): void {
  const { signInWithGoogle } = identityCalls;

  app.post(`${basePath}${signInWithGoogle.path}`, async (request, reply) => {
    if (!parts.waysIn.google) return sendProblem(reply, refuse('way_in_not_available'));
    const body = readBody(signInWithGoogle.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const landing = localPath(body.value.callbackURL ?? landingPage, parts.publicUrl);
    if (landing === undefined) {
      return sendProblem(
        reply,
        refuse('invalid_request', [{ param: 'callbackURL', msg: 'Must be a page of this site.' }]),
      );
    }
    const answer = await ask(parts, request, signInWithGoogle.path, {
      provider: 'google',
      callbackURL: landing,
      errorCallbackURL: landing,
      disableRedirect: true,
    });
    if (answer.code === 'PROVIDER_NOT_FOUND') return sendProblem(reply, refuse('provider_failed'));
    return sendAnswer(reply, answer, signInWithGoogle.reply);
  });

  app.get(`${basePath}/callback/google`, getOnly, async (request, reply) => {
    if (!parts.waysIn.google) return sendProblem(reply, refuse('way_in_not_available'));
    const query = callbackQuery.safeParse(request.query).data ?? {};
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) given.set(name, value);
    }
    const answer = await ask(parts, request, `/callback/google?${given.toString()}`);
    if (answer.isAway) return sendAnswer(reply, answer, z.unknown());
    passCookies(reply, answer);
    return land(reply, landingOf(answer, parts.publicUrl));
  });
}

/** A path of this site, whatever the library was told or thinks. */
function landingOf(answer: Answer, publicUrl: string): string {
  const isHalfway = asksSecondFactor(answer);
  const target = isHalfway ? locationIn(answer.body) : answer.location;
  const path = target === undefined ? undefined : localPath(target, publicUrl);
  if (path === undefined || path.startsWith(basePath)) {
    return withError(landingPage, 'provider_failed', publicUrl);
  }
  if (isHalfway) return withError(path, 'second_factor_required', publicUrl);
  const error = new URL(path, publicUrl).searchParams.get('error');
  if (error === null) return path;
  const isTaken = error === 'account_not_linked';
  return withError(path, isTaken ? 'account_not_linked' : 'provider_failed', publicUrl);
}

function locationIn(body: unknown): string | undefined {
  return z.object({ location: z.string() }).safeParse(body).data?.location;
}

/** The page learns why by the code of a refusal. */
function withError(path: string, code: RefusalCode, publicUrl: string): string {
  const { pathname, searchParams } = new URL(path, publicUrl);
  searchParams.delete('error_description');
  searchParams.set('error', code);
  return `${pathname}?${searchParams.toString()}`;
}

function land(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path);
}
