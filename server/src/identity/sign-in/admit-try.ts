/**
 * Admits or refuses an attempt by its budgets. A known device has budgets of its own; in a network whose
 * limit others used up, a bot check admits one request [SEC-7].
 */
import { botCheckHeader } from '@baari/contract/constants.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { network } from '../../platform/network.rules.ts';
import { refuse } from '../../platform/result.ts';
import type { Admission } from '../attempts/attempts.ts';
import type { Budget, TriedFrom } from '../attempts/attempts.rules.ts';
import type { IdentityParts } from '../identity.ts';
import { hasSessionFrom } from '../sessions/identity.store.ts';
import { isKnownNetwork, knownDeviceOf } from '../security-events/known-device.ts';
import { hasPhoneSessionFrom } from '../provider/phone-code.store.ts';
import { sendProblem, sendTooMany } from '../provider/provider.calls.ts';
import type { TriedBy } from '../security-events/sign-in-record.plugin.ts';

/** Where an attempt for this account comes from. */
export async function triedFrom(
  { database }: IdentityParts,
  request: FastifyRequest,
  by: TriedBy,
): Promise<TriedFrom> {
  const device = await knownDeviceOf(database, request.headers.cookie ?? '', by);
  return { address: request.ip, device };
}

/** How to check whether an account has signed in from the caller's network before. */
interface KnownBy {
  readonly by: TriedBy;
  /** Whether it has a session that began there before networks were recorded. */
  readonly hasSession: () => Promise<boolean>;
}

export function knownByEmail(
  { database }: IdentityParts,
  { ip }: FastifyRequest,
  email: string,
): KnownBy {
  return { by: { email }, hasSession: () => hasSessionFrom(database, email, network(ip)) };
}

export function knownByPhone(
  { database }: IdentityParts,
  { ip }: FastifyRequest,
  phone: string,
): KnownBy {
  return { by: { phone }, hasSession: () => hasPhoneSessionFrom(database, phone, network(ip)) };
}

export async function isAtKnownAddress(
  { database }: IdentityParts,
  { ip }: FastifyRequest,
  { by, hasSession }: KnownBy,
): Promise<boolean> {
  return (await isKnownNetwork(database, by, ip)) || hasSession();
}

/** Counts the attempt; without `known` no address is exempt. */
export function admitTry(
  parts: IdentityParts,
  request: FastifyRequest,
  budgets: readonly Budget[],
  known?: KnownBy,
): Promise<Admission> {
  return parts.attempts.admit(budgets, {
    isKnownAddress: async () =>
      known !== undefined &&
      // An exemption by address would reveal that the name has an account.
      !parts.hideAccounts &&
      (await isAtKnownAddress(parts, request, known)),
    isBotCheckPassed: async (level) => {
      const answer = request.headers[botCheckHeader];
      if (typeof answer !== 'string') return false;
      return parts.botCheck.isPassedFor(answer, nameOf(request), level);
    },
  });
}

/** Answers 429 with the time to wait; if a bot check would help, the header holds it as base64 of JSON. */
export async function refuseTry(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Extract<Admission, { admitted: false }>,
  details?: string,
): Promise<FastifyReply> {
  const { botCheckLevel: level, retryAfterSeconds } = admission;
  if (level === undefined) return sendTooMany(reply, admission, details);
  const challenge = await parts.botCheck.challengeFor(nameOf(request), level);
  reply.header('retry-after', String(retryAfterSeconds));
  reply.header(botCheckHeader, Buffer.from(JSON.stringify(challenge)).toString('base64'));
  return sendProblem(reply, refuse('bot_check_required', details));
}

/** Identifies a request by its address, call and body. */
function nameOf(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  return JSON.stringify([network(request.ip), url, request.body ?? null]);
}
