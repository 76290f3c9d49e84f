/** Every way a call can fail, as one kind of error [ERR-1]. */
import { botCheckHeader } from '@baari/contract/constants.ts';
import type { FieldProblem } from '@baari/contract/refusals.ts';
import { serverNow } from '../../clock/clock.ts';

/** `details` of a refusal: one text, or a list of invalid fields. */
export type ProblemDetails = string | readonly FieldProblem[];

interface ProblemParts {
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /**
   * A refusal code, a code of the identity provider, `network`, or `http` for an answer without a
   * code.
   */
  readonly code: string;
  readonly message: string;
  /** Whether the answer had no words, so that `message` is only its HTTP status. */
  readonly isWordless?: boolean;
  readonly details?: ProblemDetails | undefined;
  /** Seconds to wait before the next try, if the server said so. */
  readonly retryAfter?: number | undefined;
  /** A bot check whose solution lets the same call through: base64 of JSON. */
  readonly botCheck?: string | undefined;
}

export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly isWordless: boolean;
  readonly details: ProblemDetails | undefined;
  readonly retryAfter: number | undefined;
  readonly botCheck: string | undefined;

  constructor(parts: ProblemParts, options?: ErrorOptions) {
    super(parts.message, options);
    this.name = 'ApiProblem';
    this.status = parts.status;
    this.code = parts.code;
    this.isWordless = parts.isWordless ?? false;
    this.details = parts.details;
    this.retryAfter = parts.retryAfter;
    this.botCheck = parts.botCheck;
  }
}

/** The local refusal of a call that needs a token when there is none [VAL-5]. */
export function notAuthenticated(): ApiProblem {
  return new ApiProblem({ status: 401, code: 'not_authenticated', message: 'Not authenticated' });
}

/** The problem of reading the user when nobody is signed in any more [ERR-5]. */
export function noUser(): ApiProblem {
  return new ApiProblem({ status: 401, code: 'not_authenticated', message: 'No user' });
}

/** A network failure: offline, or the server took too long. */
export function networkProblem(cause: unknown): ApiProblem {
  const message = 'Network error. Check your connection and try again.';
  return new ApiProblem({ status: 0, code: 'network', message }, { cause });
}

/**
 * Parses the refusal of a non-OK response; accepts other servers' responses too, such as a proxy's
 * error page.
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
  });
}

/** 'param: msg' of the first field, or the text itself [ERR-1]. */
function detailsText(details: ProblemDetails | undefined): string | undefined {
  if (details === undefined || typeof details === 'string') return details;
  const [first] = details;
  return first && `${first.param}: ${first.msg}`;
}

/** Seconds, from either form of Retry-After. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/u.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Whether a retry may help: no answer, or a temporary server problem. */
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
