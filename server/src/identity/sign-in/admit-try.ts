/**
 * Admits or refuses a sign-in attempt by rate limits. A known device has rate limits of its own. If
 * other people used up a network's limit, a solved bot check admits one request [SEC-7].
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

/** Describes the device and network from which a sign-in attempt for this account comes. */
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
  /** Whether the account has a session that began in this network before networks were recorded. */
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

/**
 * Counts a sign-in attempt against the rate limits. Without `known`, no network address is exempt
 * from them.
 */
export function admitTry(
  parts: IdentityParts,
  request: FastifyRequest,
  budgets: readonly Budget[],
  known?: KnownBy,
): Promise<Admission> {
  return parts.attempts.admit(budgets, {
    isKnownAddress: async () =>
      known !== undefined &&
      // If networks that the account used before were exempt from the limit, the exemption would
      // reveal that the account exists.
      !parts.hideAccounts &&
      (await isAtKnownAddress(parts, request, known)),
    isBotCheckPassed: async (level) => {
      const answer = request.headers[botCheckHeader];
      if (typeof answer !== 'string') return false;
      return parts.botCheck.isPassedFor(answer, nameOf(request), level);
    },
  });
}

/**
 * Answers 429 with the time to wait. If solving a bot check would help, a header holds the
 * challenge as base64 of JSON.
 */
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

/** Identifies a request by its network address, its endpoint and its body. */
function nameOf(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  return JSON.stringify([network(request.ip), url, request.body ?? null]);
}
