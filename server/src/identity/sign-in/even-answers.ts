/**
 * Where accounts are hidden, answers are sent at fixed intervals after the request. Extra work for an
 * existing account then shows in no response time [SEC-8].
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityParts } from '../identity.ts';

/**
 * The intervals in milliseconds. They are much longer than each call takes, unless many calls wait.
 */
export const evenMs = { signIn: 150, signUp: 300, resend: 150 } as const;

type OnSend = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>;

/**
 * Route options that delay responses to the end of an interval; empty if the installation does not
 * hide accounts.
 */
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

/**
 * Milliseconds until the next interval ends. The result is at least 1, so that no timer fires
 * early.
 */
export function untilNext(elapsedMs: number, everyMs: number): number {
  return Math.ceil((elapsedMs + 1) / everyMs) * everyMs - elapsedMs;
}
