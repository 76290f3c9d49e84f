/** Calls an endpoint of the contract with the types of the contract. */
import type {
  BodyInputOf,
  Endpoint,
  ParamsOf,
  QueryInputOf,
  ReplyOf,
} from '@baari/contract/endpoint.ts';
import { actingHeaders } from '../session/acting.ts';
import { refreshToken, reportSessionLost, tokenForCall } from '../session/token.ts';
import { inLanguageOfPage, sendJson } from './http.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { ApiProblem, notAuthenticated } from './problems/problem.ts';
import { withProof } from './demands/proof-demand.ts';
import { urlOf } from './url.ts';

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [Key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/**
 * The input of an endpoint. A write may set its own idempotency key, so that a retry has only one
 * effect.
 */
export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryInputOf<E>> &
  Part<'body', BodyInputOf<E>> & {
    readonly idempotencyKey?: string | undefined;
    readonly signal?: AbortSignal | undefined;
  };

export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls an endpoint; rejects with an ApiProblem. Refuses when the endpoint needs a token and the
 * user has no token [VAL-5]. For an expired session, the token is refreshed once and the call
 * repeated once; then the session counts as lost [AUTH-2].
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<ReplyOf<E>> {
  const send = prepare<ReplyOf<E>>(endpoint, input ?? {});
  if (endpoint.access === 'public') return send(null);
  return withProof(() => withSession(send));
}

/**
 * Sends a request with the session's token; if the token has expired, sends it once more with a new one.
 */
export async function withSession<Reply>(send: (token: string) => Promise<Reply>): Promise<Reply> {
  const token = await tokenForCall();
  if (token === null) throw notAuthenticated();
  try {
    return await send(token);
  } catch (failure) {
    if (!isSessionProblem(failure)) throw failure;
    return retryWithFreshToken(send, failure);
  }
}

type Send<Reply> = (token: string | null) => Promise<Reply>;

function prepare<Reply>(endpoint: Endpoint, input: LooseInput): Send<Reply> {
  const url = `/api${urlOf(endpoint.path, input.params, input.query)}`;
  const isWrite = endpoint.method !== 'GET';
  const key = isWrite ? (input.idempotencyKey ?? newIdempotencyKey()) : undefined;
  return (token) =>
    sendJson<Reply>({
      method: endpoint.method,
      url,
      headers: {
        ...inLanguageOfPage(),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(isOfAccount(endpoint) ? {} : actingHeaders()),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: endpoint.body ? (input.body ?? {}) : undefined,
      signal: input.signal,
      mayTakeMs: endpoint.mayTakeMs,
    });
}

/**
 * Whether the endpoint concerns the account. Calls of such endpoints name no hospital, so that a
 * page can use them to find out which hospital is active.
 */
function isOfAccount({ path }: Endpoint): boolean {
  return path.startsWith('/auth/') || path.startsWith('/profile');
}

async function retryWithFreshToken<Reply>(
  send: (token: string) => Promise<Reply>,
  first: ApiProblem,
): Promise<Reply> {
  const fresh = await refreshToken();
  if (fresh === null) {
    reportSessionLost();
    throw first;
  }
  try {
    return await send(fresh);
  } catch (failure) {
    if (isSessionProblem(failure)) reportSessionLost();
    throw failure;
  }
}

/** Whether a failure means that the session is over; the person has then already seen a message. */
export function isSessionProblem(failure: unknown): failure is ApiProblem {
  return failure instanceof ApiProblem && failure.status === 401;
}
