/** Sends one call: with the key, a time limit, and repetitions after a temporary failure. */
import type { RefusalCode } from './calls.gen.ts';

export interface Settings {
  /** The address of the installation, such as https://baari.example. */
  readonly origin: string;
  /** The hospital's API key. */
  readonly key: string;
  /** How often a call is repeated after a temporary failure; 5 if left out. */
  readonly retries?: number | undefined;
  /** Milliseconds after which an attempt counts as failed; 60,000 if left out. */
  readonly timeoutMs?: number | undefined;
}

export interface CallOptions {
  /** Ends the call, its waits and its repetitions. */
  readonly signal?: AbortSignal | undefined;
  /** Makes repeated writes with the same key have one effect; a random one if left out. */
  readonly idempotencyKey?: string | undefined;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Request extends CallOptions {
  readonly method: string;
  /** The path below /api/v1. */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly retries?: number;
}

/** One field of a request that the server did not accept. */
export interface FieldProblem {
  readonly param: string;
  readonly msg: string;
}

interface Refusal {
  readonly error: string;
  readonly details: string | readonly FieldProblem[];
  readonly code: RefusalCode | `http_${number}`;
}

/** A call that the server refused. Later versions of Baari may have further codes. */
export class BaariError extends Error {
  readonly status: number;
  /** What was refused; `http_502` and the like if the answer does not come from Baari. */
  readonly code: Refusal['code'];
  readonly error: string;
  /** More about the refusal; for `invalid_request` the fields, for `not_in_scope` the scope. */
  readonly details: Refusal['details'];

  constructor(status: number, { error, details, code }: Refusal) {
    super(`${code}: ${typeof details === 'string' ? details : error}`);
    this.name = 'BaariError';
    this.status = status;
    this.code = code;
    this.error = error;
    this.details = details;
  }
}

/** Sends a call and returns the parsed answer. Throws a BaariError if it is refused for good. */
export async function send(settings: Settings, request: Request): Promise<unknown> {
  const { signal } = request;
  const retries = request.retries ?? settings.retries ?? 5;
  const { url, init } = prepared(settings, request);
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    const outcome = await attemptOnce(url, init, settings.timeoutMs ?? 60_000, signal);
    if ('answer' in outcome) return outcome.answer;
    if (!outcome.isTemporary || attempt >= retries) throw outcome.failure;
    await pause(outcome.afterMs ?? backOffMs(attempt), signal);
  }
}

function prepared({ origin, key }: Settings, request: Request) {
  const { method, path, query = {}, body, idempotencyKey = randomText() } = request;
  const url = new URL(`/api/v1${path}`, origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers = new Headers({ authorization: `Bearer ${key}` });
  if (method !== 'GET') headers.set('idempotency-key', idempotencyKey);
  if (body === undefined) return { url, init: { method, headers } };
  headers.set('content-type', 'application/json');
  return { url, init: { method, headers, body: JSON.stringify(body) } };
}

/** 128 random bits. `randomUUID` would need HTTPS in a browser. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Outcome =
  | { readonly answer: unknown }
  | { readonly failure: unknown; readonly isTemporary: boolean; readonly afterMs?: number };

async function attemptOnce(
  url: URL,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  try {
    const response = await fetch(url, { ...init, signal: either });
    const text = await response.text();
    return response.ok ? { answer: JSON.parse(text) } : refused(response, text);
  } catch (failure) {
    if (signal?.aborted === true) throw failure;
    return { failure, isTemporary: true };
  }
}

const temporary = new Set([429, 502, 503, 504]);

function refused({ status, headers }: Response, text: string): Outcome {
  const refusal = refusalIn(text) ?? { error: text, details: text, code: `http_${status}` };
  const failure = new BaariError(status, refusal);
  // The first attempt is still being carried out; its answer can be read later.
  const isRunning = failure.code === 'idempotency_key_running';
  const isTemporary = isRunning || temporary.has(status);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return { failure, isTemporary, ...(seconds >= 0 ? { afterMs: seconds * 1000 } : {}) };
}

function refusalIn(text: string): Refusal | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRefusal(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'code' in value && 'details' in value;
}

/** 1 s, 2 s, 4 s and so on up to 30 s, each up to a half longer. */
function backOffMs(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000) * (1 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      if (signal?.aborted === true) reject(signal.reason as Error);
      else resolve();
    }
  });
}
