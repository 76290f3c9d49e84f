/** What all calls of the FHIR server share: the key, its scopes, the limit and the audit row [API-33]. */
import type { Scope } from '@baari/contract/keys/scopes.ts';
import type { AuditAction } from '@baari/contract/account/audit.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findZoneForStaff } from '../appointments/appointments.store.ts';
import type { IntegrationActor } from '../platform/actor.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { bearerToken, sendRefusal } from '../platform/http/route.ts';
import { type CountRequest, rateLimitHeaders } from '../platform/http/user-limits.ts';
import { type Refusal, type Result, refuse } from '../platform/result.ts';
import type { ReadBands, Reader } from './reads/reader.ts';

export const fhirPath = '/fhir/R4';

export type How = 'read' | 'search' | 'create' | 'delete';

/** The hospital's system that asks, and whether its token allows a type. */
export interface FhirCaller {
  readonly actor: IntegrationActor;
  readonly mayAsk: (type: string, how: How) => boolean;
}

export interface FhirOptions {
  readonly app: FastifyInstance;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly authenticate: (
    token: string | undefined,
    address: string,
  ) => Promise<Result<FhirCaller>>;
  readonly readBands: ReadBands;
  /** Counts the requests of a key; undefined if there are no limits, for load tests on loopback. */
  readonly countRequest: CountRequest | undefined;
}

export type Answer = (
  reader: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

export interface CallAsked {
  readonly type: string;
  readonly how: How;
  /** The scopes that the API key needs. */
  readonly scopes: readonly Scope[];
  /** The name of the call in the audit trail. */
  readonly audited: AuditAction;
}

const letters: Readonly<Record<How, string>> = { create: 'c', read: 'r', delete: 'd', search: 's' };

/** Returns a function that makes the options and the handler of a route. */
export function makeCalls(options: FhirOptions) {
  const callers = new WeakMap<FastifyRequest, FhirCaller>();
  // A key is checked before the body is read [SEC-16].
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await options.authenticate(bearerToken(request), request.ip);
    if (!caller.ok) return sendRefusal(reply, caller);
    callers.set(request, caller.value);
    return undefined;
  };
  return (asked: CallAsked, answer: Answer) => {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error('A FHIR call was answered without a key.');
      const isWrite = asked.how === 'create' || asked.how === 'delete';
      const kind = isWrite ? 'write' : 'read';
      if (!(await isWithinLimit(options, request, reply, { ...caller.actor, kind }))) return reply;
      const reader = await readerOf(options, request, caller.actor);
      const allowed = refusalOf(caller, asked);
      if (allowed !== undefined) return refused(reader, asked, reply, allowed);
      return answer(reader, request, reply);
    };
    return [{ onRequest }, handler] as const;
  };
}

function refusalOf(
  { actor, mayAsk }: FhirCaller,
  { type, how, scopes }: CallAsked,
): Refusal | undefined {
  const missing = scopes.find((scope) => !actor.scopes.includes(scope));
  if (missing !== undefined) return refuse('not_in_scope', missing);
  return mayAsk(type, how) ? undefined : refuse('not_in_scope', `system/${type}.${letters[how]}`);
}

/** Counts the call; sends the refusal if the key made too many. */
async function isWithinLimit(
  { countRequest }: FhirOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, kind }: { readonly userId: string; readonly kind: 'read' | 'write' },
): Promise<boolean> {
  const counted = await countRequest?.(request, userId, kind);
  if (counted === undefined) return true;
  reply.headers(rateLimitHeaders(counted));
  if (!counted.isExceeded) return true;
  const retryAfterSeconds = counted.resetSeconds;
  sendRefusal(reply, { ...refuse('too_many_requests'), retryAfterSeconds });
  return false;
}

async function readerOf(
  { database, clock, publicUrl, readBands }: FhirOptions,
  request: FastifyRequest,
  actor: IntegrationActor,
): Promise<Reader> {
  const { hospitalId, scopes } = actor;
  return {
    context: { db: database, clock, actor, address: request.ip },
    site: {
      base: `${publicUrl}${fhirPath}`,
      hospitalId,
      showsPatients: scopes.includes('patients:read'),
    },
    now: clock.now(),
    timeZone: await findZoneForStaff(database, hospitalId),
    readBands,
  };
}

/** Sends a refusal, and writes down that the key tried [SEC-13]. */
export async function refused(
  { context }: Reader,
  { type, audited: action }: Pick<CallAsked, 'type' | 'audited'>,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<FastifyReply> {
  await recordAudit(context.db, context, {
    action,
    outcome: refusal.code,
    details: { call: type },
  });
  return sendRefusal(reply, refusal);
}

/** The id in the address. */
export function idOf({ params }: FastifyRequest): string {
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
}

/** The parameters of the address, then those of a form. */
export function queryOf(request: FastifyRequest): (readonly [string, string])[] {
  const at = request.url.indexOf('?');
  const inAddress = new URLSearchParams(at === -1 ? '' : request.url.slice(at + 1));
  const inBody = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  return [...inAddress, ...inBody];
}
