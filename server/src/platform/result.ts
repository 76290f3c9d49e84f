/**
 * The result of a use case: a value or a refusal with a code. An expected failure is returned as a
 * refusal; an exception is a bug.
 */
import type { FieldProblem, RefusalCode } from '@baari/contract/refusals.ts';

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly details?: string | readonly FieldProblem[];
  /** Seconds after which a retry may succeed. */
  readonly retryAfterSeconds?: number;
}

export type Result<T> = Ok<T> | Refusal;

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value };
}

export function refuse(code: RefusalCode, details?: string | readonly FieldProblem[]): Refusal {
  return details === undefined ? { ok: false, code } : { ok: false, code, details };
}
