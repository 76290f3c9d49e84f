/**
 * Where accounts are hidden, an answer leaves at the next of fixed moments after its request came: what is
 * done for an account that exists, and not for another, shows in no time that a caller can measure [SEC-8].
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityParts } from '../identity.ts';

/** Longer than each call takes by far, unless many wait; milliseconds. */
export const evenMs = { signIn: 150, signUp: 300, resend: 150 } as const;

type OnSend = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>;

/** For the options of a route; nothing where accounts are not hidden. */
export function evenAnswers(
  { hideAccounts }: Pick<IdentityParts, 'hideAccounts'>,
  everyMs: number,
): { readonly onSend?: OnSend } {
  if (!hideAccounts) return {};
  return {
    async onSend(_request, reply, payload) {
      const wait = untilNext(reply.elapsedTime, everyMs);
      await new Promise((resolve) => setTimeout(resolve, wait));
      return payload;
    },
  };
}

/** Milliseconds until the next moment, at least one so that a timer is not early. */
export function untilNext(elapsedMs: number, everyMs: number): number {
  return Math.ceil((elapsedMs + 1) / everyMs) * everyMs - elapsedMs;
}
