/** Represents every way in which an API call can fail as one kind of error [ERR-1]. */
import { botCheckHeader } from '@baari/contract/constants.ts';
import type { FieldProblem } from '@baari/contract/refusals.ts';
import { serverNow } from '../../clock/clock.ts';

/** `details` of a refusal: one text, or a list of invalid fields. */
export type ProblemDetails = string | readonly FieldProblem[];

interface ProblemParts {
  /** The HTTP status of the response; 0 when no response arrived. */
  readonly status: number;
  /**
   * A refusal code, a code of the identity provider, `network`, or `http` for a response without a
   * code.
   */
  readonly code: string;
  readonly message: string;
  /** Whether the response had no message of its own, so that `message` is only the HTTP status. */
  readonly isWordless?: boolean;
  readonly details?: ProblemDetails | undefined;
  /** The seconds to wait before the next attempt, if the server sent a Retry-After header. */
  readonly retryAfter?: number | undefined;
  /**
   * A bot-check challenge in base64 of JSON. With its solution, the server admits the same API
   * call.
   */
  readonly botCheck?: string | undefined;
  /** Whether a page of help explains the refusal. */
  readonly isExplained?: boolean;
}

export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly isWordless: boolean;
  readonly details: ProblemDetails | undefined;
  readonly retryAfter: number | undefined;
  readonly botCheck: string | undefined;
  readonly isExplained: boolean;

  constructor(parts: ProblemParts, options?: ErrorOptions) {
    super(parts.message, options);
    this.name = 'ApiProblem';
    this.status = parts.status;
    this.code = parts.code;
    this.isWordless = parts.isWordless ?? false;
    this.details = parts.details;
    this.retryAfter = parts.retryAfter;
    this.botCheck = parts.botCheck;
    this.isExplained = parts.isExplained ?? false;
  }
}

/**
 * The error for an API call that needs a token when the user has no token; the call is not sent
 * [VAL-5].
 */
export function notAuthenticated(): ApiProblem {
  return new ApiProblem({ status: 401, code: 'not_authenticated', message: 'Not authenticated' });
}

/** The error of a request for the signed-in user when the session has ended [ERR-5]. */
export function noUser(): ApiProblem {
  return new ApiProblem({ status: 401, code: 'not_authenticated', message: 'No user' });
}

/** A network failure: offline, or the server took too long. */
export function networkProblem(cause: unknown): ApiProblem {
  const message = 'Network error. Check your connection and try again.';
  return new ApiProblem({ status: 0, code: 'network', message }, { cause });
}

/**
 * Parses the refusal of a response with an error status. Accepts responses of other servers too,
 * such as a proxy's error page.
 */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body = readJson(await response.text());
  const details = readDetails(property(body, 'details'));
  const error = nonEmptyText(property(body, 'error'));
  const said = detailsText(details) ?? error;
  const statusLine = `HTTP ${response.status}${response.statusText ? `: ${response.statusText}` : ''}`;
  return new ApiProblem({
    status: response.status,
    code: nonEmptyText(property(body, 'code')) ?? 'http',
    message: said ?? statusLine,
    isWordless: said === undefined,
    details,
    retryAfter: readRetryAfter(response.headers.get('retry-after'), serverNow()),
    botCheck: response.headers.get(botCheckHeader) ?? undefined,
    isExplained: /\brel="help"/u.test(response.headers.get('link') ?? ''),
  });
}

/**
 * The text of a refusal's details: 'param: msg' of the first invalid field, or the text itself
 * [ERR-1].
 */
function detailsText(details: ProblemDetails | undefined): string | undefined {
  if (details === undefined || typeof details === 'string') return details;
  const [first] = details;
  return first && `${first.param}: ${first.msg}`;
}

/** The seconds to wait, read from a Retry-After header, which may hold seconds or a date. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/u.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Whether a retry may help: the server sent no response, or has a temporary problem. */
export function isPassing(failure: unknown): boolean {
  if (!(failure instanceof ApiProblem)) return false;
  return (
    failure.status === 0 || failure.status >= 500 || failure.code === 'idempotency_key_running'
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not one of our responses, so the caller falls back to the status line.
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function readDetails(value: unknown): ProblemDetails | undefined {
  if (!Array.isArray(value)) return nonEmptyText(value);
  const items: unknown[] = value;
  const problems = items.flatMap((item) => {
    const param = property(item, 'param');
    const msg = property(item, 'msg');
    return typeof param === 'string' && typeof msg === 'string' ? [{ param, msg }] : [];
  });
  return problems.length > 0 ? problems : undefined;
}
