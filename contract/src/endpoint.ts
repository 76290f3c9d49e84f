/**
 * The type of every endpoint of the API. The server mounts endpoints, the web client calls them
 * with inferred types, and the API document is generated from them.
 */
import type { z } from 'zod';
import type { Scope } from './keys/scopes.ts';
import type { Role } from './constants.ts';
import type { RefusalCode } from './refusals.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anyone without signing in, anyone signed in, or these roles [ROLE-1…5]. */
export type EndpointAccess = 'public' | 'signed-in' | readonly Role[];

export interface Endpoint {
  readonly method: Method;
  /** The path below /api, with :name for path parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** Rows of requirements.md that this endpoint implements. */
  readonly rows: readonly string[];
  readonly access: EndpointAccess;
  /**
   * The scope with which a hospital's API key may call it at /api/v1; left out if no key may. Such
   * an endpoint is a promise: its request and its answer for keys only grow.
   */
  readonly key?: Scope;
  readonly status?: 200 | 201 | 202;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** An example body for the API document. */
  readonly example?: object;
  /**
   * Set if the request body is a file of one of these types, not JSON. The server also checks the
   * file's bytes.
   */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number };
  /**
   * Set if the response body is a file of one of these types, not JSON; `reply` is then
   * z.unknown().
   */
  readonly download?: readonly string[];
  /**
   * Whether the response holds a secret that the server does not store. The server then ignores an
   * Idempotency-Key.
   */
  readonly isSecret?: boolean;
  /**
   * Whether the call is refused as `proof_required` unless the user proved their identity within
   * the last minutes.
   */
  readonly needsProof?: boolean;
  /**
   * Whether the call reaches people outside the hospital, such as an invitation or a door code. It
   * is refused as `not_in_practice` in a practice hospital.
   */
  readonly reachesOutside?: true;
  /**
   * Milliseconds that a page waits for the response, longer for work that may queue on the server.
   * The default is 20 s.
   */
  readonly mayTakeMs?: number;
  readonly reply: z.ZodType;
  /**
   * The error codes of this endpoint, besides those for malformed input and for a missing or
   * expired session.
   */
  readonly problems: readonly RefusalCode[];
}

/**
 * Defines an endpoint and keeps the literal types of its schemas, so that callers need not restate them.
 */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodType ? z.input<S> : undefined;
type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E extends {
  readonly [Name in K]?: infer S;
}
  ? S
  : undefined;

/** Path parameters after parsing. */
export type ParamsOf<E extends Endpoint> = Parsed<Part<E, 'params'>>;
/** Query parameters after parsing, defaults filled in. */
export type QueryOf<E extends Endpoint> = Parsed<Part<E, 'query'>>;
/** The body after parsing, texts trimmed and defaults filled in. */
export type BodyOf<E extends Endpoint> = Parsed<Part<E, 'body'>>;
/** The body as a caller sends it. */
export type BodyInputOf<E extends Endpoint> = Given<Part<E, 'body'>>;
/** The query as a caller sends it. */
export type QueryInputOf<E extends Endpoint> = Given<Part<E, 'query'>>;
/** The type of an endpoint's response body. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
